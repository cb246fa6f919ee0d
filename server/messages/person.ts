import { type RawBuilder, sql } from "kysely"
import { actorOf, recordAudit } from "#server/audit/audit-log.ts"
import type { ErasedPerson } from "#server/contract/messages.ts"
import { messages } from "#server/contract/response-messages.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { deleteImages } from "#server/storage/image-rows.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { DELETED_AT_ONCE, deleteMessages } from "./delete-messages.ts"
import { getStoredMessage } from "./entries.ts"
import { sendersOf } from "./spam.ts"

export interface Person {
  /** Of the message by which the person was found. */
  messageId: number
  email: string
  phone: string | null
  /** Of that message. */
  reference: string | null
}

export async function getPerson(db: Database, messageId: number): Promise<Person> {
  const { email, phone, reference } = await getStoredMessage(db, messageId)
  return { messageId, email, phone, reference }
}

/** Whether a message was sent from the person's e-mail address or telephone number. */
export function isOf({ messageId, email, phone }: Person): RawBuilder<boolean> {
  const conditions = [
    sql`id = ${messageId}`,
    ...(email ? [sql`lower(email) = ${email.toLowerCase()}`] : []),
    ...(phone ? [sql`phone = ${phone}`] : []),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** Deletes a sender's requests with all that belongs to them. The audit log has nothing of them but references. */
export async function erasePerson(ctx: AccountContext, messageId: number): Promise<ErasedPerson> {
  const person = await getPerson(ctx.db, messageId)
  const erased = { requests: 0, photos: 0 }
  for (let count = DELETED_AT_ONCE; count === DELETED_AT_ONCE; ) {
    const result = await deleteImages(ctx, (trx) => eraseChunk(trx, ctx, person, erased))
    count = result.count
    erased.requests += count
    erased.photos += result.dropped.length
  }
  return { ...erased, notice: messages.backupsKeepPersonalData }
}

async function eraseChunk(
  trx: Transaction,
  ctx: AccountContext,
  person: Person,
  before: { requests: number; photos: number },
) {
  // The message by which the person was found goes last, so that an interrupted erasure can be started again.
  const rows = await trx
    .selectFrom("messages")
    .select("id")
    .where(isOf(person))
    .orderBy(sql`case when id = ${person.messageId} then 1 else 0 end`)
    .limit(DELETED_AT_ONCE)
    .execute()
  const ids = rows.map(({ id }) => id)
  const dropped = await deleteMessages(trx, ids)
  if (ids.length < DELETED_AT_ONCE) {
    await trx
      .deleteFrom("senders")
      .where("sender", "in", [...sendersOf(person), ""])
      .execute()
    const details = { requests: before.requests + ids.length, photos: before.photos + dropped.length }
    const entry = { ...actorOf(ctx), action: "erase person", subject: "message", subjectId: null } as const
    await recordAudit(trx, { ...entry, subjectName: person.reference ?? `#${person.messageId}`, details }, ctx.now())
  }
  return { count: ids.length, dropped }
}
