import { recordExport } from "#server/audit/record-export.ts"
import { messages } from "#server/contract/response-messages.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import { listEntries } from "./entries.ts"
import { getPerson, isOf, type Person } from "./person.ts"
import { listPhotos } from "./photos.ts"
import { sendersOf } from "./spam.ts"

/** All that is stored of whoever has sent a message, as JSON: one request and one photo in memory at a time. */
export async function exportPerson(ctx: AccountContext, messageId: number): Promise<AsyncIterable<string>> {
  const person = await getPerson(ctx.db, messageId)
  const subjectName = person.reference ?? `#${messageId}`
  const details = { file: `demandes-${messageId}.json` }
  await recordExport(ctx, { subject: "message", subjectId: messageId, subjectName, details })
  return write(ctx, person)
}

async function* write(ctx: Context, person: Person) {
  const { db, now } = ctx
  const verdicts = await db
    .selectFrom("senders")
    .selectAll()
    .where("sender", "in", [...sendersOf(person), ""])
    .execute()
  const { email, phone } = person
  const about = { exportedAt: now().toISOString(), notice: messages.backupsKeepPersonalData, email, phone, verdicts }
  yield `${JSON.stringify(about).slice(0, -1)},"requests":[`
  const ids = await db.selectFrom("messages").select("id").where(isOf(person)).orderBy("id").execute()
  for (const [index, { id }] of ids.entries()) {
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
    // One that the store has lost is named all the same.
    const content = (await images.originals.read(name))?.toString("base64") ?? null
    yield `${index > 0 ? "," : ""}${JSON.stringify({ name, encoding: "base64", content })}`
  }
  yield "]}"
}
