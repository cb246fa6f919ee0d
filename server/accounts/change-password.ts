import { recordAudit } from "#server/audit/audit-log.ts"
import type { PasswordChange } from "#server/contract/accounts.ts"
import { messages } from "#server/contract/response-messages.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { isCommonPassword } from "./common-passwords.ts"
import { verifyAttempt } from "./login-attempts.ts"
import { hashPassword, verifyPassword } from "./passwords.ts"
import { findCredentials, updatePassword } from "./queries.ts"
import { deleteSessions } from "./sessions.ts"
import { signTrustedDevice, TRUSTED_DEVICE_SECONDS } from "./trusted-device.ts"

const wrongGuesses = { action: "change-password", most: 10, seconds: 900 }

/** Asks for the present password; afterwards only this session goes on, and other browsers are no longer known. */
export async function changePassword(
  ctx: AccountContext,
  { currentPassword, password }: PasswordChange,
): Promise<void> {
  const { id, email } = ctx.account
  if (await isCommonPassword(password)) refuse("password", messages.commonPassword)
  const secrets = await findCredentials(ctx.db, email)
  const guess = { limit: wrongGuesses, subject: String(id) }
  const right = await verifyAttempt(ctx, [guess], () => verifyPassword(currentPassword, secrets?.passwordHash))
  if (!right) refuse("currentPassword", messages.wrongPassword)
  const passwordHash = await hashPassword(password)
  const now = ctx.now()
  await inTransaction(ctx.db, async (trx) => {
    await updatePassword(trx, id, passwordHash, now)
    await recordAudit(trx, { accountId: id, action: "change password", subject: "account", subjectId: id }, now)
    await deleteSessions(trx, id, ctx.cookies.read("session"))
  })
  const known = await signTrustedDevice(ctx.db, { id, passwordChangedAt: now.toISOString() }, now)
  ctx.cookies.write("known", known, TRUSTED_DEVICE_SECONDS)
}

function refuse(field: "currentPassword" | "password", message: string): never {
  throw new AppError("invalid", message, { fields: { [field]: message } })
}
