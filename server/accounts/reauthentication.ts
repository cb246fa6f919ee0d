import type { PasswordReauthentication } from "#server/contract/accounts.ts"
import { messages } from "#server/contract/response-messages.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { fieldError } from "#server/errors.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { wrongPasswords } from "./commands.ts"
import { verifyPassword } from "./passwords.ts"
import { findCredentials } from "./queries.ts"
import { markReauthenticated } from "./sessions.ts"
import { verifyAttempt } from "./sign-in-attempts.ts"

/** Verifies the password, and opens dangerous calls to the session again for a while. */
export async function reauthenticate(ctx: AccountContext, { password }: PasswordReauthentication): Promise<void> {
  const { id, email } = ctx.account
  const credentials = await findCredentials(ctx.db, email)
  const limited = [{ limit: wrongPasswords, subject: String(id) }]
  const isCorrect = await verifyAttempt(ctx, limited, () => verifyPassword(password, credentials?.passwordHash))
  if (!isCorrect) throw fieldError("password", messages.wrongPassword)
  await inTransaction(ctx.db, (trx) => markReauthenticated(trx, ctx))
}
