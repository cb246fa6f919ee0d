import type { MailPreferences, PreferencesChange } from "#server/contract/accounts.ts"
import { inTransaction } from "#server/database/transaction.ts"
import type { AccountContext } from "#server/trpc/context.ts"

export async function readPreferences({ db, account, outbox }: AccountContext): Promise<MailPreferences> {
  const { mailsAssignments, mailsDigest } = await db
    .selectFrom("accounts")
    .select(["mailsAssignments", "mailsDigest"])
    .where("id", "=", account.id)
    .executeTakeFirstOrThrow()
  return {
    mailsAssignments: mailsAssignments === 1,
    mailsDigest: mailsDigest === 1,
    hasMailServer: outbox !== undefined,
  }
}

export async function changePreferences({ db, account }: AccountContext, change: PreferencesChange): Promise<void> {
  const { mailsAssignments, mailsDigest } = change
  if (mailsAssignments === undefined && mailsDigest === undefined) return
  await inTransaction(db, (trx) =>
    trx
      .updateTable("accounts")
      .set({ mailsAssignments: toFlag(mailsAssignments), mailsDigest: toFlag(mailsDigest) })
      .where("id", "=", account.id)
      .execute(),
  )
}

function toFlag(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : Number(value)
}
