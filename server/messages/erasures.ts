import { type Expression, type ExpressionBuilder, expressionBuilder, type SqlBool, sql } from "kysely"
import { about, recordAction } from "#server/audit/audit-log.ts"
import { DAY_MS } from "#server/contract/durations.ts"
import { ERASURE_DAYS } from "#server/contract/erasures.ts"
import type { ErasedPerson, Erasure, PersonErasure } from "#server/contract/messages.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { column } from "#server/database/core/names.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { shownName } from "#server/database/core/shown-name.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { type ImageContext, listReferences } from "#server/images/store/deletion.ts"
import { changeImagesOfProjects } from "#server/projects/versions/change-images.ts"
import type { Revision } from "#server/projects/versions/save-version.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import { deleteExpiredMessages, deleteMessages } from "./delete-messages.ts"
import { countRequests, getPerson, selectionOf } from "./person.ts"
import { senderAddresses } from "./spam.ts"

const is = expressionBuilder<Schema, "messages">()

/**
 * Hides a person's requests from everybody, until they are deleted some days later, and takes published pictures of
 * theirs away at once. The audit log keeps nothing but references.
 */
export function erasePerson(ctx: AccountContext, { id, others, batchId }: PersonErasure): Promise<ErasedPerson> {
  return inTransaction(ctx.db, async (trx) => {
    const repeated = await trx.selectFrom("erasures").selectAll().where("batch", "=", batchId).executeTakeFirst()
    const { requests, photos: pictures } = repeated ?? (await erase(trx, ctx, { id, others, batchId }))
    return { requests, pictures, notice: responseTexts.backupsKeepPersonalData }
  })
}

async function erase(trx: Transaction, ctx: AccountContext, { id, others, batchId }: PersonErasure) {
  const { reference: name, ...person } = await getPerson(trx, id)
  const selection = await selectionOf(trx, person, { others })
  const { requests, pictures } = await countRequests(trx, selection)
  const counts = { requests, photos: pictures }
  const at = ctx.now().toISOString()
  await trx
    .insertInto("erasures")
    .values({ batch: batchId, at, accountId: ctx.account.id, name, ...counts })
    .execute()
  await trx
    .updateTable("messages")
    .set((row) => ({
      erasureBatch: batchId,
      changedAt: at,
      deletedAt: row.fn.coalesce("deletedAt", row.val(at)),
    }))
    .where(selection)
    .execute()
  await withdrawPictures(trx, is("messages.erasureBatch", "=", batchId), { accountId: ctx.account.id, now: ctx.now() })
  await recordAction(trx, ctx, { action: "erase person", ...about("message", null, name), details: counts })
  return counts
}

/**
 * Takes published pictures of these messages out of projects, pages and the library, unless the company had them before
 * or another person's request has brought them, too.
 */
async function withdrawPictures(
  trx: Transaction,
  ofMessages: Expression<SqlBool>,
  revision: Pick<Revision, "accountId" | "now">,
): Promise<void> {
  const brought = trx
    .selectFrom("messagePhotos")
    .innerJoin("messages", "messages.id", "messagePhotos.messageId")
    .select("image")
    .where("wasPrivate", "=", 1)
  const published = await trx
    .selectFrom("images")
    .select("name")
    .where("name", "in", brought.where(ofMessages))
    .where("name", "not in", brought.where("erasureBatch", "is", null))
    .where((is) =>
      is.or([
        is("privateAt", "is", null),
        is("libraryAt", "is not", null),
        is("name", "in", is.selectFrom("projectImages").select("image")),
      ]),
    )
    .execute()
  for (const { name } of published) {
    const references = listReferences(name)
    await changeImagesOfProjects(trx, name, (images) => images.filter(({ image }) => !references.includes(image)), {
      ...revision,
      action: "erase person",
    })
    // A page that shows the picture keeps its place free, as for a lost one.
    await trx
      .updateTable("images")
      .set({ privateAt: revision.now.toISOString(), libraryAt: null, deletedAt: null })
      .where("name", "=", name)
      .execute()
  }
}

/** Brings the requests of an erased person back; pictures that had been published stay private. */
export function restorePerson(ctx: AccountContext, batchId: string): Promise<{ requests: number }> {
  return inTransaction(ctx.db, async (trx) => {
    const erasure = await trx
      .selectFrom("erasures")
      .select(["at", "name", "requests"])
      .where("batch", "=", batchId)
      .where("at", ">=", oldestUndone(ctx.now()))
      .executeTakeFirst()
    if (!erasure) throw new AppError("not_found", responseTexts.erasureGone)
    const { at, name, requests } = erasure
    await trx
      .updateTable("messages")
      // What was in the trash before stays there.
      .set({
        erasureBatch: null,
        changedAt: ctx.now().toISOString(),
        deletedAt: sql`nullif(${column("messages.deletedAt")}, ${at})`,
      })
      .where("erasureBatch", "=", batchId)
      .execute()
    await trx.deleteFrom("erasures").where("batch", "=", batchId).execute()
    await recordAction(trx, ctx, { action: "restore", ...about("message", null, name), details: { requests } })
    return { requests }
  })
}

function oldestUndone(now: Date): string {
  return new Date(now.getTime() - ERASURE_DAYS * DAY_MS).toISOString()
}

/** Lists the erasures that can be undone, newest first. */
export function listErasures({ db, now }: Context): Promise<Erasure[]> {
  return db
    .selectFrom("erasures")
    .leftJoin("accounts", "accounts.id", "erasures.accountId")
    .select(["batch as batchId", "at", "name", "requests", "photos as pictures"])
    .select(shownName<string | null>().as("by"))
    .where("at", ">=", oldestUndone(now()))
    .orderBy("at", "desc")
    .execute()
}

/** Deletes the requests of people whose erasure can no longer be undone, with all that belongs to them. */
export async function completeErasures(ctx: ImageContext): Promise<void> {
  const before = oldestUndone(ctx.now())
  const due = ctx.db.selectFrom("erasures").select("batch").where("at", "<", before)
  await deleteExpiredMessages(ctx, {
    action: "erase person",
    before,
    find: (trx, limit) =>
      trx.selectFrom("messages").select("id").where("erasureBatch", "in", due).limit(limit).execute(),
    remove: (trx, ids) => deleteErased(trx, ids, ctx.now()),
  })
  await inTransaction(ctx.db, (trx) => trx.deleteFrom("erasures").where("at", "<", before).execute())
}

async function deleteErased(trx: Transaction, ids: readonly number[], now: Date): Promise<{ name: string }[]> {
  if (ids.length === 0) return []
  // Somebody may have published a picture since the erasure.
  await withdrawPictures(trx, is("messages.id", "in", ids), { accountId: null, now })
  const sent = await trx
    .selectFrom("messagePhotos")
    .innerJoin("images", "images.name", "messagePhotos.image")
    .select("image")
    .where("messageId", "in", ids)
    .where("privateAt", "is not", null)
    .execute()
  const images = sent.map(({ image }) => image)
  // Former versions of projects and pages would keep the picture.
  await trx
    .deleteFrom("projectRevisionImages")
    .where("image", "in", [...images.flatMap(listReferences), ""])
    .execute()
  await trx
    .deleteFrom("contentImages")
    .where("image", "in", [...images, ""])
    .execute()
  const rows = await trx.selectFrom("messages").select(["email", "phone"]).where("id", "in", ids).execute()
  const dropped = await deleteMessages(trx, ids)
  await deleteVerdicts(trx, rows.flatMap(senderAddresses))
  return dropped
}

/** Deletes the verdicts on these senders, except on those of whom a request is left. */
async function deleteVerdicts(trx: Transaction, senders: readonly string[]): Promise<void> {
  await trx
    .deleteFrom("senders")
    .where("sender", "in", [...senders, ""])
    .where(({ exists, not, ref, selectFrom }) => {
      const isOf = (row: ExpressionBuilder<Schema, "messages">) =>
        row.or([row(row.fn("lower", ["email"]), "=", ref("sender")), row("phone", "=", ref("sender"))])
      return not(exists(selectFrom("messages").select("messages.id").where(isOf)))
    })
    .execute()
}
