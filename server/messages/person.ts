import { type Expression, expressionBuilder, type SqlBool } from "kysely"
import { about } from "#server/audit/audit-log.ts"
import { recordExport } from "#server/audit/record-export.ts"
import { SHARED_REQUESTS_MAX } from "#server/contract/erasures.ts"
import type { PersonOverview, PersonSelection } from "#server/contract/messages.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { countFound } from "#server/database/core/count-found.ts"
import type { Database } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { AppError } from "#server/errors.ts"
import { formatPhoneNumber } from "#server/phone-number.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import { listEntries } from "./entries.ts"
import { listImages } from "./pictures.ts"
import { senderAddresses } from "./spam.ts"
import { followUpColumns, getStoredMessage, withFollowUp } from "./stored-messages.ts"

interface Person {
  /** The message by which the person was found. */
  messageId: number
  email: string
  phone: string | null
}

export async function getPerson(db: Database, messageId: number): Promise<Person & { reference: string }> {
  const { email, phone, reference } = await getStoredMessage(db, messageId)
  return { messageId, email, phone, reference: reference ?? `#${messageId}` }
}

const is = expressionBuilder<Schema, "messages">()

/** Letters of e-mail addresses are compared in lower case. */
export function hasEmail(email: string): Expression<SqlBool> {
  return is(is.fn<string>("lower", ["messages.email"]), "=", email.toLowerCase())
}

/** Whether it is the message itself, or one with both its e-mail address and its telephone number. */
function isSamePerson({ messageId, email, phone }: Person): Expression<SqlBool> {
  // A missing half equals nobody's, or a stranger who typed the e-mail address alone would get its requests.
  if (!email || !phone) return is("messages.id", "=", messageId)
  return is.and([hasEmail(email), is("messages.phone", "=", phone)])
}

/** Whether a message has the person's e-mail address or telephone number, which anybody can type. */
export function sharesAddress({ messageId, email, phone }: Person): Expression<SqlBool> {
  return is.or([
    is("messages.id", "=", messageId),
    ...(email ? [hasEmail(email)] : []),
    ...(phone ? [is("messages.phone", "=", phone)] : []),
  ])
}

/** Says which address or number a message shares with the person. */
function reasonOf({ email }: Pick<Person, "email">, other: { email: string }): "email" | "phone" {
  return email !== "" && email.toLowerCase() === other.email.toLowerCase() ? "email" : "phone"
}

/**
 * Whether a message is of the person, or was selected by hand. Throws unless each selected one shares the person's
 * address or number.
 */
export async function selectionOf(
  db: Database,
  person: Person,
  { others }: Pick<PersonSelection, "others">,
): Promise<Expression<SqlBool>> {
  const same = isSamePerson(person)
  const isShown = is("messages.erasureBatch", "is", null)
  if (others.length === 0) return is.and([isShown, same])
  const shared = await db
    .selectFrom("messages")
    .select("id")
    .where("id", "in", others)
    .where("erasureBatch", "is", null)
    .where(sharesAddress(person))
    .execute()
  if (shared.length < new Set(others).size) throw new AppError("conflict", responseTexts.requestNotShared)
  return is.and([isShown, is.or([same, is("messages.id", "in", others)])])
}

/** Counts the person's requests, and lists those that share only the address or the number, newest first. */
export async function getPersonOverview({ db }: Context, messageId: number): Promise<PersonOverview> {
  const person = await getPerson(db, messageId)
  const { requests, pictures } = await countRequests(db, await selectionOf(db, person, { others: [] }))
  const others = await db
    .selectFrom("messages")
    .select(["id", "reference", "firstName", "lastName", "email", "phone", "createdAt"])
    .select((row) =>
      row
        .selectFrom("messagePhotos")
        .select((picture) => picture.fn.countAll<number>().as("count"))
        .whereRef("messageId", "=", "messages.id")
        .$asScalar()
        .$notNull()
        .as("pictures"),
    )
    .where("erasureBatch", "is", null)
    .where(sharesAddress(person))
    .where(is.not(is.fn.coalesce(isSamePerson(person), is.lit(false))))
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(SHARED_REQUESTS_MAX)
    .execute()
  return {
    requests,
    pictures,
    others: others.map((other) => ({
      ...other,
      shownPhone: other.phone && formatPhoneNumber(other.phone),
      reason: reasonOf(person, other),
    })),
  }
}

export async function countRequests(db: Database, selection: Expression<SqlBool>) {
  const requests = db.selectFrom("messages").where(selection)
  const pictures = requests.innerJoin("messagePhotos", "messagePhotos.messageId", "messages.id")
  return { requests: await countFound(db, requests), pictures: await countFound(db, pictures) }
}

/** Exports data of the sender of a message as JSON, with one request and one picture in memory at a time. */
export async function exportPerson(ctx: AccountContext, selected: PersonSelection): Promise<AsyncIterable<string>> {
  const { reference, ...person } = await getPerson(ctx.db, selected.id)
  const selection = await selectionOf(ctx.db, person, selected)
  const details = { file: `demandes-${selected.id}.json`, others: selected.others.length }
  await recordExport(ctx, about("message", selected.id, reference), details)
  return write(ctx, person, selection)
}

async function* write(ctx: Context, { email, phone }: Person, selection: Expression<SqlBool>) {
  const { db, now } = ctx
  const requests = await db
    .selectFrom("messages")
    .select(["id", "email", "phone"])
    .where(selection)
    .orderBy("id")
    .execute()
  const senders = new Set(requests.flatMap(senderAddresses))
  const verdicts = await db
    .selectFrom("senders")
    .selectAll()
    .where("sender", "in", [...senders, ""])
    .execute()
  const about = {
    exportedAt: now().toISOString(),
    notice: responseTexts.backupsKeepPersonalData,
    email,
    phone,
    verdicts,
  }
  yield `${JSON.stringify(about).slice(0, -1)},"requests":[`
  for (const [index, { id }] of requests.entries()) {
    if (index > 0) yield ","
    yield* writeRequest(ctx, id)
  }
  yield "]}\n"
}

async function* writeRequest({ db, images, now }: Context, id: number) {
  const request = await db
    .selectFrom("messages")
    .select(["id", "reference", "state", "firstName", "lastName", "email", "phone", "sector", "message"])
    .select(["createdAt", "changedAt", "readAt", "answeredAt", "deletedAt", "suspicions"])
    .select(followUpColumns)
    .where("id", "=", id)
    .executeTakeFirst()
  const audit = await db
    .selectFrom("audit")
    .select(["at", "action", "details"])
    .where("subject", "=", "message")
    .where("subjectId", "=", id)
    .orderBy("id")
    .execute()
  const known = { ...(request && withFollowUp(request)), entries: await listEntries(db, id, now()), audit }
  yield `${JSON.stringify(known).slice(0, -1)},"photos":[`
  for (const [index, name] of (await listImages(db, id)).entries()) {
    // If a picture's file is missing, the export has its name only.
    const content = (await images.originals.read(name))?.toString("base64") ?? null
    yield `${index > 0 ? "," : ""}${JSON.stringify({ name, encoding: "base64", content })}`
  }
  yield "]}"
}
