import type { PasswordChange } from "#server/contract/accounts.ts"
import { words } from "#server/contract/words.ts"
import { recordAudit } from "#server/database/audit.ts"
import { write } from "#server/database/write.ts"
import { AppError } from "#server/errors.ts"
import type { AccountContext } from "#server/trpc.ts"
import { judgeAttempt } from "./attempts.ts"
import { isCommonPassword } from "./common-passwords.ts"
import { KNOWN_SECONDS, signKnown } from "./known-browser.ts"
import { hashPassword, isPassword } from "./passwords.ts"
import { findSecrets, updatePassword } from "./queries.ts"
import { closeSessions } from "./sessions.ts"

const wrongGuesses = { action: "change-password", most: 10, seconds: 900 }

/** Asks for the present password; afterwards only this session goes on, and other browsers are no longer known. */
export async function changePassword(ctx: AccountContext, { present, password }: PasswordChange): Promise<void> {
  const { id, email } = ctx.signedIn
  if (await isCommonPassword(password)) refuse("password", words.passwordCommon)
  const secrets = await findSecrets(ctx.db, email)
  const guess = { limit: wrongGuesses, subject: String(id) }
  const right = await judgeAttempt(ctx, [guess], () => isPassword(present, secrets?.passwordHash))
  if (!right) refuse("present", words.passwordWrong)
  const passwordHash = await hashPassword(password)
  const now = ctx.now()
  await write(ctx.db, async (trx) => {
    await updatePassword(trx, id, passwordHash, now)
    await recordAudit(trx, { accountId: id, action: "change password", subject: "account", subjectId: id }, now)
    await closeSessions(trx, id, ctx.cookies.read("session"))
  })
  const known = await signKnown(ctx.db, { id, passwordChangedAt: now.toISOString() }, now)
  ctx.cookies.write("known", known, KNOWN_SECONDS)
}

function refuse(field: "present" | "password", message: string): never {
  throw new AppError("invalid", message, { fields: { [field]: message } })
}
