import { type Actor, about, recordAudit } from "#server/audit/audit-log.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { shownName } from "#server/database/core/shown-name.ts"

export interface AssignedMessage {
  id: number
  reference: string | null
  assigneeId: number | null
}

interface Assignment {
  actor: Actor
  at: string
  batchId: string | null
}

/** Puts somebody in charge of a message, or nobody; it stays read or unread. Returns whether that changes anything. */
export async function setAssignee(
  trx: Transaction,
  { id, reference, assigneeId: formerId }: AssignedMessage,
  assigneeId: number | null,
  { actor, at, batchId }: Assignment,
): Promise<boolean> {
  if (formerId === assigneeId) return false
  await trx.updateTable("messages").set({ assigneeId, changedAt: at }).where("id", "=", id).execute()
  const [before = null, after = null] = [formerId, assigneeId].map((one) => one?.toString())
  const entry = { messageId: id, at, accountId: actor.accountId, kind: "assignee", before, after } as const
  await trx
    .insertInto("messageEntries")
    .values({ ...entry, batch: batchId })
    .execute()
  const details = {
    before: { assignee: await nameOf(trx, formerId) },
    after: { assignee: await nameOf(trx, assigneeId) },
  }
  const subject = about("message", id, reference ?? `#${id}`)
  await recordAudit(trx, { ...actor, action: "assignee", ...subject, details }, new Date(at))
  return true
}

async function nameOf(trx: Transaction, accountId: number | null): Promise<string | null> {
  if (accountId === null) return null
  const account = await trx
    .selectFrom("accounts")
    .select(shownName().as("name"))
    .where("id", "=", accountId)
    .executeTakeFirst()
  return account?.name ?? null
}
