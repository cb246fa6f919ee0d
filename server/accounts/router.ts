import { Credentials, PasswordChange, PasswordConfirmation, Registration } from "#server/contract/accounts.ts"
import { accountProcedure, publicProcedure, requireConfirmation, router } from "#server/trpc/procedures.ts"
import { SessionKey } from "#server/contract/sessions.ts"
import { changePassword, registerAccount } from "./commands.ts"
import { confirmPassword } from "./confirmation.ts"
import { findMe } from "./queries.ts"
import { endOwnSession, listSessions } from "./session-list.ts"
import { sessionKey } from "./sessions.ts"
import { endOtherSessions, signIn, signOut } from "./sign-in.ts"

export const accountsRouter = router({
  /** The signed-in account; null for a visitor, never an error. */
  me: publicProcedure.query(async ({ ctx }) => findMe(ctx)),
  register: publicProcedure.input(Registration).mutation(({ ctx, input }) => registerAccount(ctx, input)),
  signIn: publicProcedure.input(Credentials).mutation(({ ctx, input }) => signIn(ctx, input)),
  signOut: publicProcedure.mutation(({ ctx }) => signOut(ctx)),
  changePassword: accountProcedure.input(PasswordChange).mutation(({ ctx, input }) => changePassword(ctx, input)),
  confirmPassword: accountProcedure
    .input(PasswordConfirmation)
    .mutation(({ ctx, input }) => confirmPassword(ctx, input)),
  /** Rejects where the password or a passkey has to be given again. */
  checkConfirmation: accountProcedure.mutation(({ ctx }) => requireConfirmation(ctx.account, ctx.now())),
  sessions: accountProcedure.query(({ ctx }) =>
    listSessions(ctx.db, { accountId: ctx.account.id, currentKey: sessionKey(ctx), now: ctx.now() }),
  ),
  endSession: accountProcedure.input(SessionKey).mutation(({ ctx, input }) => endOwnSession(ctx, input)),
  endOtherSessions: accountProcedure.mutation(({ ctx }) => endOtherSessions(ctx)),
})
