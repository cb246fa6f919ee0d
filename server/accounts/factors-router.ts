import { AccountId } from "#server/contract/accounts.ts"
import {
  FactorCode,
  FactorRequirementChange,
  NewPasskey,
  PasskeyAssertion,
  PasskeyId,
  PasskeyRenaming,
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
import { findFactorChoices, findOwnFactors, readRequirement, resetFactorsFor, updateRequirement } from "./factors.ts"
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

export const factorsRouter = router({
  signInOptions: publicProcedure.mutation(({ ctx }) => createSignInOptions(ctx)),
  signIn: publicProcedure.input(PasskeyAssertion).mutation(({ ctx, input }) => signInWithPasskey(ctx, input.response)),
  choices: sessionProcedure.query(({ ctx }) => findFactorChoices(ctx.db, ctx.account.id)),
  verifyCode: sessionProcedure.input(FactorCode).mutation(({ ctx, input }) => verifyCode(ctx, input.code)),
  passkeyOptions: sessionProcedure.mutation(({ ctx }) => createVerificationOptions(ctx)),
  verifyPasskey: sessionProcedure
    .input(PasskeyAssertion)
    .mutation(({ ctx, input }) => verifyPasskey(ctx, input.response)),
  registrationOptions: reauthenticatedEnrolmentProcedure.mutation(({ ctx }) => createRegistrationOptions(ctx)),
  addPasskey: reauthenticatedEnrolmentProcedure.input(NewPasskey).mutation(({ ctx, input }) => addPasskey(ctx, input)),
  startCodes: reauthenticatedEnrolmentProcedure.mutation(({ ctx }) => startTotpEnrolment(ctx)),
  confirmCodes: reauthenticatedEnrolmentProcedure
    .input(FactorCode)
    .mutation(({ ctx, input }) => confirmTotpEnrolment(ctx, input.code)),
  own: accountProcedure.query(({ ctx }) => findOwnFactors(ctx)),
  renamePasskey: accountProcedure.input(PasskeyRenaming).mutation(({ ctx, input }) => renamePasskey(ctx, input)),
  removePasskey: reauthenticatedAccountProcedure
    .input(PasskeyId)
    .mutation(({ ctx, input }) => removePasskey(ctx, input)),
  turnOffCodes: reauthenticatedAccountProcedure.mutation(({ ctx }) => disableTotp(ctx)),
  renewRecoveryCodes: reauthenticatedAccountProcedure.mutation(({ ctx }) => renewRecoveryCodes(ctx)),
  requirement: procedureFor("users.manage").query(({ ctx }) => readRequirement(ctx.db)),
  setRequirement: reauthenticatedProcedureFor("users.manage")
    .input(FactorRequirementChange)
    .mutation(({ ctx, input }) => updateRequirement(ctx, input)),
  resetFor: reauthenticatedProcedureFor("users.manage")
    .input(AccountId)
    .mutation(({ ctx, input }) => resetFactorsFor(ctx, input.id)),
})
