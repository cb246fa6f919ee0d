import {
  AccountId,
  AccountLinkToken,
  Credentials,
  EmailChange,
  NameChange,
  PasswordChange,
  PasswordReauthentication,
  PasswordReset,
  PreferencesChange,
  Registration,
  ResetRequest,
} from "#server/contract/accounts.ts"
import { WithFactorProof } from "#server/contract/factors.ts"
import { Id } from "#server/contract/id.ts"
import { NewPushDevice } from "#server/contract/push.ts"
import { SessionKey } from "#server/contract/sessions.ts"
import {
  accountProcedure,
  enrolmentProcedure,
  personProcedureFor,
  procedureFor,
  publicProcedure,
  reauthenticatedAccountProcedure,
  reauthenticatedProcedureFor,
  requireReauthentication,
  router,
} from "#server/trpc/procedures.ts"
import { createLinkFor } from "./account-links.ts"
import { changePassword, registerAccount } from "./commands.ts"
import { confirmEmail, findEmailChange, requestEmailChange } from "./email-change.ts"
import { changePreferences, readPreferences } from "./preferences.ts"
import { addDevice, listDevices, removeDevice } from "./push-devices.ts"
import { findMe } from "./queries.ts"
import { reauthenticate } from "./reauthentication.ts"
import { findReset, requestReset, resetPassword } from "./reset-links.ts"
import { endOwnSession, listSessions } from "./session-list.ts"
import { endOtherSessions, signIn, signOut } from "./sign-in.ts"
import { leave, renameAccount } from "./users.ts"

const readerProcedure = personProcedureFor("messages.read")
const officeProcedure = procedureFor("office.open")

export const accountsRouter = router({
  me: publicProcedure.query(async ({ ctx }) => findMe(ctx)),
  register: publicProcedure.input(Registration).mutation(({ ctx, input }) => registerAccount(ctx, input)),
  signIn: publicProcedure.input(Credentials).mutation(({ ctx, input }) => signIn(ctx, input)),
  signOut: publicProcedure.mutation(({ ctx }) => signOut(ctx)),
  changePassword: accountProcedure.input(PasswordChange).mutation(({ ctx, input }) => changePassword(ctx, input)),
  reauthenticate: enrolmentProcedure
    .input(PasswordReauthentication)
    .mutation(({ ctx, input }) => reauthenticate(ctx, input)),
  checkReauthentication: accountProcedure.mutation(({ ctx }) => requireReauthentication(ctx.account, ctx.now())),
  sessions: accountProcedure.query(({ ctx }) => listSessions(ctx, ctx.account.id)),
  endSession: accountProcedure.input(SessionKey).mutation(({ ctx, input }) => endOwnSession(ctx, input)),
  rename: personProcedureFor("office.open")
    .input(NameChange)
    .mutation(({ ctx, input }) => renameAccount(ctx, { id: ctx.account.id, ...input })),
  preferences: officeProcedure.query(({ ctx }) => readPreferences(ctx)),
  changePreferences: officeProcedure
    .input(PreferencesChange)
    .mutation(({ ctx, input }) => changePreferences(ctx, input)),
  devices: readerProcedure.query(({ ctx }) => listDevices(ctx)),
  addDevice: readerProcedure.input(NewPushDevice).mutation(({ ctx, input }) => addDevice(ctx, input)),
  removeDevice: readerProcedure.input(Id).mutation(({ ctx, input }) => removeDevice(ctx, input)),
  leave: reauthenticatedAccountProcedure.mutation(({ ctx }) => leave(ctx)),
  endOtherSessions: accountProcedure.mutation(({ ctx }) => endOtherSessions(ctx)),
  /** Whether the site mails links; if it cannot, an administrator creates them. */
  mailsLinks: publicProcedure.query(({ ctx }) => ctx.mailOrigin !== undefined),
  requestReset: publicProcedure.input(ResetRequest).mutation(({ ctx, input }) => requestReset(ctx, input)),
  reset: publicProcedure.input(AccountLinkToken).query(({ ctx, input }) => findReset(ctx, input)),
  resetPassword: publicProcedure.input(PasswordReset).mutation(({ ctx, input }) => resetPassword(ctx, input)),
  createResetLink: reauthenticatedProcedureFor("users.manage")
    .input(AccountId)
    .mutation(({ ctx, input }) => createLinkFor(ctx, "reset", input.id)),
  requestEmailChange: reauthenticatedAccountProcedure
    .input(WithFactorProof)
    .input(EmailChange)
    .mutation(({ ctx, input }) => requestEmailChange(ctx, input)),
  emailChange: publicProcedure.input(AccountLinkToken).query(({ ctx, input }) => findEmailChange(ctx, input)),
  confirmEmail: publicProcedure.input(AccountLinkToken).mutation(({ ctx, input }) => confirmEmail(ctx, input)),
})
