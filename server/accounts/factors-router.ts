import { AccountId, AccountLinkToken } from "#server/contract/accounts.ts"
import {
  FactorCode,
  FactorRequirementChange,
  NewPasskey,
  PasskeyAssertion,
  PasskeyId,
  PasskeyRenaming,
  WithFactorProof,
} from "#server/contract/factors.ts"
import {
  accountProcedure,
  procedureFor,
  publicProcedure,
  reauthenticatedAccountProcedure,
  reauthenticatedEnrolmentProcedure,
  reauthenticatedProcedureFor,
  router,
  sessionProcedure,
} from "#server/trpc/procedures.ts"
import { createLinkFor } from "./account-links.ts"
import { findFactorLink, requestFactorLink, useFactorLink } from "./factor-links.ts"
import { requireFactorProof } from "./factor-proof.ts"
import { readRequirement, updateRequirement } from "./factor-requirement.ts"
import { findFactorChoices, findOwnFactors, resetFactorsFor } from "./factors.ts"
import {
  confirmTotpEnrolment,
  disableTotp,
  renewRecoveryCodes,
  startTotpEnrolment,
  verifyCode,
} from "./one-time-codes.ts"
import {
  addPasskey,
  createRegistrationOptions,
  createSignInOptions,
  createVerificationOptions,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  verifyPasskey,
} from "./passkeys.ts"

function proven(procedure: typeof reauthenticatedAccountProcedure) {
  return procedure.input(WithFactorProof).use(async ({ ctx, input, next }) => {
    return next({ ctx: { isProven: await requireFactorProof(ctx, input.proof) } })
  })
}

const provenEnrolmentProcedure = proven(reauthenticatedEnrolmentProcedure)
const provenAccountProcedure = proven(reauthenticatedAccountProcedure)
const reauthenticatedProcedure = reauthenticatedProcedureFor("users.manage")

export const factorsRouter = router({
  signInOptions: publicProcedure.mutation(({ ctx }) => createSignInOptions(ctx)),
  signIn: publicProcedure.input(PasskeyAssertion).mutation(({ ctx, input }) => signInWithPasskey(ctx, input.response)),
  choices: sessionProcedure.query(({ ctx }) => findFactorChoices(ctx.db, ctx.account.id)),
  verifyCode: sessionProcedure.input(FactorCode).mutation(({ ctx, input }) => verifyCode(ctx, input.code)),
  passkeyOptions: sessionProcedure.mutation(({ ctx }) => createVerificationOptions(ctx)),
  verifyPasskey: sessionProcedure
    .input(PasskeyAssertion)
    .mutation(({ ctx, input }) => verifyPasskey(ctx, input.response)),
  registrationOptions: provenEnrolmentProcedure.mutation(({ ctx }) => createRegistrationOptions(ctx)),
  addPasskey: reauthenticatedEnrolmentProcedure.input(NewPasskey).mutation(({ ctx, input }) => addPasskey(ctx, input)),
  startCodes: provenEnrolmentProcedure.mutation(({ ctx }) => startTotpEnrolment(ctx)),
  confirmCodes: reauthenticatedEnrolmentProcedure
    .input(FactorCode)
    .mutation(({ ctx, input }) => confirmTotpEnrolment(ctx, input.code)),
  own: accountProcedure.query(({ ctx }) => findOwnFactors(ctx)),
  renamePasskey: accountProcedure.input(PasskeyRenaming).mutation(({ ctx, input }) => renamePasskey(ctx, input)),
  removePasskey: provenAccountProcedure.input(PasskeyId).mutation(({ ctx, input }) => removePasskey(ctx, input)),
  turnOffCodes: provenAccountProcedure.mutation(({ ctx }) => disableTotp(ctx)),
  renewRecoveryCodes: provenAccountProcedure.mutation(({ ctx }) => renewRecoveryCodes(ctx)),
  requirement: procedureFor("users.manage").query(({ ctx }) => readRequirement(ctx.db)),
  setRequirement: reauthenticatedProcedure
    .input(WithFactorProof)
    .input(FactorRequirementChange)
    .mutation(({ ctx, input }) => updateRequirement(ctx, input)),
  requestLink: sessionProcedure.mutation(({ ctx }) => requestFactorLink(ctx)),
  link: publicProcedure.input(AccountLinkToken).query(({ ctx, input }) => findFactorLink(ctx, input)),
  useLink: sessionProcedure.input(AccountLinkToken).mutation(({ ctx, input }) => useFactorLink(ctx, input)),
  createLinkFor: reauthenticatedProcedure
    .input(AccountId)
    .mutation(({ ctx, input }) => createLinkFor(ctx, "factor", input.id)),
  resetFor: reauthenticatedProcedure.input(AccountId).mutation(({ ctx, input }) => resetFactorsFor(ctx, input.id)),
})
