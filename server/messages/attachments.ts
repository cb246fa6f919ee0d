import { cutText } from "#server/contract/cut-text.ts"
import { DAY_MS } from "#server/contract/durations.ts"
import { ATTACHMENT_BYTES_MAX, type Attachment } from "#server/contract/message-attachments.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError, fieldError } from "#server/errors.ts"
import { recognizeFormat } from "#server/images/formats.ts"
import { ingestImages } from "#server/images/ingest.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"

const PDF = "application/pdf"

const NAME_MAX = 150

/** Files that no answer has taken within a day are deleted, and the oldest ones beyond this number before. */
const WAITING_MAX = 20

/** A part has so many characters of Base64, so that copies of a database read few bytes at once. */
const PART_LENGTH = 64 * 1024

/** Stores a file that an answer or a note may take; pictures lose their metadata. Throws for any other content. */
export async function storeAttachment(ctx: AccountContext, file: File | undefined): Promise<Attachment> {
  if (!file) throw fieldError("file", responseTexts.noAttachment)
  if (file.size > ATTACHMENT_BYTES_MAX) throw rejected("too_large", responseTexts.attachmentTooLarge)
  const { content, ...described } = await readAttachment(file)
  const owner = { entryId: null, accountId: ctx.account.id }
  const id = await inTransaction(ctx.db, async (trx) => {
    const id = await insertAttachment(trx, { content, ...described }, owner, ctx.now())
    await deleteBeyondMax(trx, ctx.account.id)
    return id
  })
  return { id, ...described, bytes: content.length }
}

export type NewAttachment = Omit<AttachedFile, "id" | "bytes">

export async function insertAttachment(
  trx: Transaction,
  { content, ...described }: NewAttachment,
  owner: { entryId: number | null; accountId: number | null },
  now: Date,
): Promise<number> {
  const { id } = await trx
    .insertInto("messageAttachments")
    .values({ ...described, ...owner, bytes: content.length, createdAt: now.toISOString() })
    .returning("id")
    .executeTakeFirstOrThrow()
  for (const [position, part] of split(content.toString("base64")).entries()) {
    await trx.insertInto("messageAttachmentParts").values({ attachmentId: id, position, content: part }).execute()
  }
  return id
}

/** Verifies a file by its content; pictures lose their metadata. Throws for what is neither a PDF nor a picture. */
export async function readAttachment(file: File): Promise<NewAttachment> {
  const received = Buffer.from(await file.arrayBuffer())
  if (isPdf(received)) return { name: nameOf(file, "pdf"), type: PDF, content: received }
  if (!recognizeFormat(received)) throw rejected("unsupported", responseTexts.attachmentUnsupported)
  const [image] = await ingestImages([file])
  if (!image) throw rejected("unsupported", responseTexts.attachmentUnsupported)
  const extension = image.name.slice(image.name.lastIndexOf(".") + 1)
  return { name: nameOf(file, extension), type: image.type, content: image.content }
}

/** Whether it begins as a PDF and was not cut off (ISO 32000-2 §7.5). */
function isPdf(content: Buffer): boolean {
  return content.subarray(0, 5).toString("latin1") === "%PDF-" && content.subarray(-1024).includes("%%EOF")
}

/** The name without signs that are none in a file's name, and with the extension of its content. */
function nameOf({ name }: File, extension: string): string {
  const base = name.normalize("NFC").replace(/\.[^.]*$/, "")
  const clean = base
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\\/:*?"<>|]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
  return `${cutText(clean, NAME_MAX) || "document"}.${extension}`
}

function rejected(code: "too_large" | "unsupported", message: string): AppError {
  return new AppError(code, message, { fields: { file: message } })
}

function split(text: string): string[] {
  const parts: string[] = []
  for (let start = 0; start < text.length; start += PART_LENGTH) parts.push(text.slice(start, start + PART_LENGTH))
  return parts
}

async function deleteBeyondMax(trx: Transaction, accountId: number): Promise<void> {
  const waiting = trx
    .selectFrom("messageAttachments")
    .select("id")
    .where("entryId", "is", null)
    .where("accountId", "=", accountId)
    .orderBy("id", "desc")
  const [oldest] = await waiting.offset(WAITING_MAX).limit(1).execute()
  if (!oldest) return
  await trx
    .deleteFrom("messageAttachments")
    .where("entryId", "is", null)
    .where("accountId", "=", accountId)
    .where("id", "<=", oldest.id)
    .execute()
}

/** Gives the author's files to an entry. Throws if one is not there any more, or if they are too large together. */
export async function attach(
  trx: Transaction,
  ctx: AccountContext,
  entryId: number,
  ids: readonly number[] = [],
): Promise<void> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return
  const taken = await trx
    .updateTable("messageAttachments")
    .set({ entryId })
    .where("id", "in", wanted)
    .where("entryId", "is", null)
    .where("accountId", "=", ctx.account.id)
    .returning("bytes")
    .execute()
  if (taken.length < wanted.length) throw fieldError("attachments", responseTexts.attachmentGone)
  const bytes = taken.reduce((sum, file) => sum + file.bytes, 0)
  if (bytes > ATTACHMENT_BYTES_MAX) throw fieldError("attachments", responseTexts.attachmentsTooLarge)
}

/** Lists the files of all entries of a message, by the entry's id. */
export async function listAttachments(db: Database, messageId: number): Promise<Map<number, Attachment[]>> {
  const rows = await db
    .selectFrom("messageAttachments")
    .innerJoin("messageEntries", "messageEntries.id", "messageAttachments.entryId")
    .select(["messageAttachments.id", "messageEntries.id as entryId", "name", "type", "bytes"])
    .where("messageEntries.messageId", "=", messageId)
    .orderBy("messageAttachments.id")
    .execute()
  return Map.groupBy(rows, ({ entryId }) => entryId)
}

export interface AttachedFile extends Attachment {
  content: Buffer
}

/** Reads the files of an entry, for its mail. */
export async function readAttachments(db: Database, entryId: number | null): Promise<AttachedFile[]> {
  if (entryId === null) return []
  const files = await db
    .selectFrom("messageAttachments")
    .select(["id", "name", "type", "bytes"])
    .where("entryId", "=", entryId)
    .orderBy("id")
    .execute()
  return Promise.all(files.map(async (file) => ({ ...file, content: await readParts(db, file.id) })))
}

/** Throws `not_found` for a file of an erased person's request, and for one that another account has not sent yet. */
export async function getAttachment({ db, account }: AccountContext, id: number): Promise<AttachedFile> {
  const file = await db
    .selectFrom("messageAttachments")
    .leftJoin("messageEntries", "messageEntries.id", "messageAttachments.entryId")
    .leftJoin("messages", "messages.id", "messageEntries.messageId")
    .select(["messageAttachments.id", "name", "type", "bytes"])
    .where("messageAttachments.id", "=", id)
    .where((is) =>
      is.or([
        is("messages.id", "is not", null).and("messages.erasureBatch", "is", null),
        is("messageAttachments.entryId", "is", null).and("messageAttachments.accountId", "=", account.id),
      ]),
    )
    .executeTakeFirst()
  if (!file) throw new AppError("not_found", responseTexts.attachmentNotFound)
  return { ...file, content: await readParts(db, id) }
}

async function readParts(db: Database, attachmentId: number): Promise<Buffer> {
  const parts = await db
    .selectFrom("messageAttachmentParts")
    .select("content")
    .where("attachmentId", "=", attachmentId)
    .orderBy("position")
    .execute()
  return Buffer.from(parts.map(({ content }) => content).join(""), "base64")
}

/** Deletes files that no answer has taken. */
export async function deleteWaitingAttachments({ db, now }: Pick<Context, "db" | "now">): Promise<void> {
  const before = new Date(now().getTime() - DAY_MS).toISOString()
  await inTransaction(db, (trx) =>
    trx.deleteFrom("messageAttachments").where("entryId", "is", null).where("createdAt", "<", before).execute(),
  )
}
