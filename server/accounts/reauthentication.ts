import type { PasswordReauthentication } from "#server/contract/accounts.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { fieldError } from "#server/errors.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import type { RateLimit } from "#server/trpc/rate-limits.ts"
import { verifyPassword } from "./passwords.ts"
import { type AccountCredentials, findCredentials } from "./queries.ts"
import { renewSession } from "./sessions.ts"
import { verifyAttempt } from "./sign-in-attempts.ts"

const wrongPasswords: RateLimit = { action: "change-password", maxEvents: 10, windowSeconds: 900 }

/** Verifies the password, and opens dangerous calls to the session again for a while. */
export async function reauthenticate(ctx: AccountContext, { password }: PasswordReauthentication): Promise<void> {
  await verifyOwnPassword(ctx, password, { field: "password", rejection: responseTexts.wrongOwnPassword })
  await renewSession(ctx, async () => true)
}

/** Verifies the password of the signed-in account, or rejects that field. Wrong ones are limited. */
export async function verifyOwnPassword(
  ctx: AccountContext,
  password: string,
  { field, rejection }: { field: string; rejection: string },
): Promise<AccountCredentials> {
  const { id, email } = ctx.account
  const credentials = await findCredentials(ctx.db, email)
  const attempt = { name: "reauthentication", accountId: id } as const
  const limited = [{ limit: wrongPasswords, subject: String(id) }]
  const isCorrect = await verifyAttempt(ctx, attempt, limited, () =>
    verifyPassword(password, credentials?.passwordHash),
  )
  if (!isCorrect || !credentials) throw fieldError(field, rejection)
  return credentials
}
