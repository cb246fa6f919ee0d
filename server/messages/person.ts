import { type RawBuilder, sql } from "kysely"
import { recordAction } from "#server/audit/audit-log.ts"
import { recordExport } from "#server/audit/record-export.ts"
import type { ErasedPerson } from "#server/contract/messages.ts"
import { messages } from "#server/contract/response-messages.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { deleteImages } from "#server/storage/image-rows.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import { CHUNK_SIZE, deleteMessages } from "./delete-messages.ts"
import { getStoredMessage, listEntries } from "./entries.ts"
import { listPhotos } from "./photos.ts"
import { senderAddresses } from "./spam.ts"

interface Person {
  /** The message by which the person was found. */
  messageId: number
  email: string
  phone: string | null
  reference: string | null
}

async function getPerson(db: Database, messageId: number): Promise<Person> {
  const { email, phone, reference } = await getStoredMessage(db, messageId)
  return { messageId, email, phone, reference }
}

/** Whether a message was sent from the person's e-mail address or telephone number. */
export function sentBy({ messageId, email, phone }: Person): RawBuilder<boolean> {
  const conditions = [
    sql`id = ${messageId}`,
    ...(email ? [sql`lower(email) = ${email.toLowerCase()}`] : []),
    ...(phone ? [sql`phone = ${phone}`] : []),
  ]
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** Deletes a sender's requests with all that belongs to them. The audit log keeps nothing but references. */
export async function erasePerson(ctx: AccountContext, messageId: number): Promise<ErasedPerson> {
  const person = await getPerson(ctx.db, messageId)
  const erased = { requests: 0, photos: 0 }
  for (let count = CHUNK_SIZE; count === CHUNK_SIZE; ) {
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
  // The message by which the person was found is deleted last, so that an interrupted erasure can be repeated.
  const rows = await trx
    .selectFrom("messages")
    .select(["id", "email", "phone"])
    .where(sentBy(person))
    .orderBy(sql`case when id = ${person.messageId} then 1 else 0 end`)
    .limit(CHUNK_SIZE)
    .execute()
  const ids = rows.map(({ id }) => id)
  const dropped = await deleteMessages(trx, ids)
  await deleteVerdicts(trx, rows.flatMap(senderAddresses))
  if (ids.length < CHUNK_SIZE) {
    const details = { requests: before.requests + ids.length, photos: before.photos + dropped.length }
    const subjectName = person.reference ?? `#${person.messageId}`
    const entry = { action: "erase person", subject: "message", subjectId: null } as const
    await recordAction(trx, ctx, { ...entry, subjectName, details })
  }
  return { count: ids.length, dropped }
}

/** Deletes the verdicts on these senders, except on those of whom a request is left. */
async function deleteVerdicts(trx: Transaction, senders: readonly string[]): Promise<void> {
  await trx
    .deleteFrom("senders")
    .where("sender", "in", [...senders, ""])
    .where(sql<boolean>`not exists (select 1 from messages where lower(email) = sender or phone = sender)`)
    .execute()
}

/** Exports all data of the sender of a message as JSON, with one request and one photo in memory at a time. */
export async function exportPerson(ctx: AccountContext, messageId: number): Promise<AsyncIterable<string>> {
  const person = await getPerson(ctx.db, messageId)
  const subjectName = person.reference ?? `#${messageId}`
  const details = { file: `demandes-${messageId}.json` }
  await recordExport(ctx, { subject: "message", subjectId: messageId, subjectName, details })
  return write(ctx, person)
}

async function* write(ctx: Context, person: Person) {
  const { db, now } = ctx
  const requests = await db
    .selectFrom("messages")
    .select(["id", "email", "phone"])
    .where(sentBy(person))
    .orderBy("id")
    .execute()
  const senders = new Set(requests.flatMap(senderAddresses))
  const verdicts = await db
    .selectFrom("senders")
    .selectAll()
    .where("sender", "in", [...senders, ""])
    .execute()
  const { email, phone } = person
  const about = { exportedAt: now().toISOString(), notice: messages.backupsKeepPersonalData, email, phone, verdicts }
  yield `${JSON.stringify(about).slice(0, -1)},"requests":[`
  for (const [index, { id }] of requests.entries()) {
    if (index > 0) yield ","
    yield* writeRequest(ctx, id)
  }
  yield "]}\n"
}

async function* writeRequest({ db, images }: Context, id: number) {
  const request = await db
    .selectFrom("messages")
    .select(["id", "reference", "state", "firstName", "lastName", "email", "phone", "sector", "message"])
    .select(["createdAt", "changedAt", "readAt", "answeredAt", "deletedAt", "suspicions"])
    .where("id", "=", id)
    .executeTakeFirst()
  const audit = await db
    .selectFrom("audit")
    .select(["at", "action", "details"])
    .where("subject", "=", "message")
    .where("subjectId", "=", id)
    .orderBy("id")
    .execute()
  const known = { ...request, entries: await listEntries(db, id), audit }
  yield `${JSON.stringify(known).slice(0, -1)},"photos":[`
  for (const [index, name] of (await listPhotos(db, id)).entries()) {
    // If a photo's file is missing, the export has its name only.
    const content = (await images.originals.read(name))?.toString("base64") ?? null
    yield `${index > 0 ? "," : ""}${JSON.stringify({ name, encoding: "base64", content })}`
  }
  yield "]}"
}
