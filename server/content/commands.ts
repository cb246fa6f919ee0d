import { randomInt } from "node:crypto"
import type { Updateable } from "kysely"
import { type Actor, about, recordAction, recordAudit } from "#server/audit/audit-log.ts"
import { type ContentReader, type ContentWriter, readContent } from "#server/content/published/published.ts"
import { listPictures } from "#server/content/published/resolve.ts"
import { addRevision, recordContentImages } from "#server/content/published/revisions.ts"
import { schemaVersionOf, upgradeContent } from "#server/content/published/stored-content.ts"
import type { AuditAction } from "#server/contract/audit-kinds.ts"
import { listAuditedChanges } from "#server/contract/content/differences.ts"
import type { EditedPage, EditedVersion } from "#server/contract/content/edit.ts"
import { type ContentSlug, contentTree } from "#server/contract/content/pages.ts"
import { MINUTE_MS } from "#server/contract/durations.ts"
import { parseKinshasaTime } from "#server/contract/kinshasa-time.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError, fieldError } from "#server/errors.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { requireDraft, requirePublishable } from "./drafts.ts"
import { withInternationalNumbers } from "./international-numbers.ts"
import { findDraft, findPublished, getEditedPage, getRevision } from "./queries.ts"

type Draft = NonNullable<Awaited<ReturnType<typeof findDraft>>>

export function saveDraft(ctx: AccountContext, edited: EditedVersion & { content?: unknown }): Promise<EditedPage> {
  requireDraft(edited.page, edited.content)
  return inTransaction(ctx.db, async (trx) => {
    const { page, content } = edited
    const reader = { ...ctx, db: trx }
    const draft = await requireVersion(reader, edited)
    if (!continues(draft, ctx)) {
      const { content: before } = await getEditedPage(reader, page)
      const changes = listAuditedChanges(contentTree(page), before, content)
      await recordChange(trx, ctx, "save", { page, changes })
    }
    await writeDraft(trx, ctx, { page, draft, content })
    return getEditedPage(reader, page)
  })
}

/** Makes the draft, or what is typed, public on all instances with the next request. */
export function publishPage(
  ctx: AccountContext,
  { content, ...edited }: EditedVersion & { content?: unknown },
): Promise<EditedPage> {
  if (content !== undefined) requireDraft(edited.page, content)
  return inTransaction(ctx.db, async (trx) => {
    const writer = { ...ctx, db: trx }
    const stored = await requireVersion(writer, edited)
    if (content !== undefined) await writeDraft(trx, ctx, { page: edited.page, draft: stored, content })
    const draft = content === undefined ? stored : await findDraft(trx, edited.page)
    if (draft) await publishDraft(writer, { page: edited.page, draft, actor: ctx.actor, now: ctx.now() })
    return getEditedPage(writer, edited.page)
  })
}

export function schedulePage(ctx: AccountContext, edited: EditedVersion & { at: string | null }): Promise<EditedPage> {
  const { page, at } = edited
  const publishAt = at === null ? null : parseKinshasaTime(at)
  if (publishAt && !(publishAt > ctx.now())) throw fieldError("at", responseTexts.scheduleInPast)
  return inTransaction(ctx.db, async (trx) => {
    const reader = { ...ctx, db: trx }
    const draft = await requireVersion(reader, edited)
    if (!draft) throw new AppError("invalid", responseTexts.nothingToPublish)
    if (publishAt) await requirePublishable(trx, page, upgradeContent(page, draft), publishAt)
    await setPublishAt(trx, { page, draft, publishAt, actor: ctx.actor, now: ctx.now() })
    return getEditedPage(reader, page)
  })
}

/** Must be called in the transaction that has read the draft. */
export async function setPublishAt(
  trx: Transaction,
  { page, draft, publishAt, actor, now }: Publication & { publishAt: Date | null },
): Promise<void> {
  const after = publishAt?.toISOString() ?? null
  const scheduled = await trx
    .updateTable("drafts")
    .set({ publishAt: after, version: draft.version + 1 })
    .where("page", "=", page)
    .where("version", "=", draft.version)
    .returning("page")
    .executeTakeFirst()
  if (!scheduled) throw new AppError("conflict", responseTexts.contentChanged)
  const action = after ? "schedule" : "unschedule"
  const details = { page, before: { publishAt: draft.publishAt }, after: { publishAt: after } }
  await recordAudit(trx, { ...actor, action, ...about("content", null, contentTree(page).label), details }, now)
}

export function discardDraft(ctx: AccountContext, edited: EditedVersion): Promise<EditedPage> {
  const { page } = edited
  return inTransaction(ctx.db, async (trx) => {
    const reader = { ...ctx, db: trx }
    const draft = await requireVersion(reader, edited)
    if (draft) {
      await deleteDraft(trx, page, draft)
      const changes = listAuditedChanges(
        contentTree(page),
        upgradeContent(page, draft),
        await readContent(reader, page),
      )
      await recordChange(trx, ctx, "discard", { page, changes })
    }
    return getEditedPage(reader, page)
  })
}

export function revertContent(ctx: AccountContext, edited: EditedVersion & { id: number }): Promise<EditedPage> {
  const { page, id } = edited
  return inTransaction(ctx.db, async (trx) => {
    const reader = { ...ctx, db: trx }
    const draft = await requireVersion(reader, edited)
    const { content: before } = await getEditedPage(reader, page)
    const content = await getRevision(trx, page, id)
    await writeDraft(trx, ctx, { page, draft, content })
    await recordChange(trx, ctx, "restore", {
      page,
      revision: id,
      changes: listAuditedChanges(contentTree(page), before, content),
    })
    return getEditedPage(reader, page)
  })
}

/** Returns the current draft; throws a conflict if it or the published content has changed since it was opened. */
async function requireVersion(
  reader: ContentReader,
  { page, revision, version }: EditedVersion,
): Promise<Draft | undefined> {
  const [published, draft] = [await findPublished(reader.db, page), await findDraft(reader.db, page)]
  if ((published?.id ?? 0) === revision && (draft?.version ?? 0) === version) return draft
  throw new AppError("conflict", responseTexts.contentChanged, { current: await getEditedPage(reader, page) })
}

interface DraftChange {
  page: ContentSlug
  /** The draft that was edited; undefined where there was none. */
  draft: Draft | undefined
  content: unknown
}

async function writeDraft(trx: Transaction, ctx: AccountContext, { page, draft, content }: DraftChange): Promise<void> {
  const values = {
    schemaVersion: schemaVersionOf(page),
    content: JSON.stringify(content),
    updatedAt: ctx.now().toISOString(),
    updatedBy: ctx.account.id,
  } satisfies Updateable<Schema["drafts"]>
  const written = draft
    ? await trx
        .updateTable("drafts")
        .set({ ...values, version: draft.version + 1 })
        .where("page", "=", page)
        .where("version", "=", draft.version)
        .returning("page")
        .executeTakeFirst()
    : await trx
        .insertInto("drafts")
        // The first version is random, so that the editor of an earlier, deleted draft gets a conflict.
        .values({ page, version: randomInt(1, 2 ** 30), ...values })
        .onConflict((conflict) => conflict.column("page").doNothing())
        .returning("page")
        .executeTakeFirst()
  if (!written) throw new AppError("conflict", responseTexts.contentChanged)
  await recordContentImages(trx, page, "draft", listPictures(page, content))
}

async function deleteDraft(trx: Transaction, page: ContentSlug, { version }: Draft): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom("drafts")
    .where("page", "=", page)
    .where("version", "=", version)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new AppError("conflict", responseTexts.contentChanged)
  await recordContentImages(trx, page, "draft", [])
}

interface Publication {
  page: ContentSlug
  draft: Draft
  actor: Actor
  now: Date
}

/** Must be called in the transaction that has read the draft. */
export async function publishDraft(writer: ContentWriter, { page, draft, actor, now }: Publication): Promise<void> {
  const content = await requirePublishable(writer.db, page, upgradeContent(page, draft), now)
  await deleteDraft(writer.db, page, draft)
  await publishContent(writer, { page, content, actor, now })
}

/** Stores a revision of content that is publishable; returns whether it differs from the published one. */
export async function publishContent(
  writer: ContentWriter,
  { page, content: typed, actor, now }: Omit<Publication, "draft"> & { content: unknown },
): Promise<boolean> {
  const content = withInternationalNumbers(page, typed)
  const changes = listAuditedChanges(contentTree(page), await readContent(writer, page), content)
  if (changes.length === 0) return false
  const id = await addRevision(writer.db, { page, content, accountId: actor.accountId, now })
  const details = { page, changes }
  await recordAudit(
    writer.db,
    { ...actor, action: "publish", ...about("content", id, contentTree(page).label), details },
    now,
  )
  return true
}

function recordChange(
  trx: Transaction,
  ctx: AccountContext,
  action: AuditAction,
  details: { page: ContentSlug; [fact: string]: unknown },
): Promise<void> {
  return recordAction(trx, ctx, { action, ...about("content", null, contentTree(details.page).label), details })
}

/** Within this time the automatic saves of one account share one audit entry; the publication records the changes. */
const MERGE_WINDOW_MS = 10 * MINUTE_MS

function continues(draft: Draft | undefined, ctx: AccountContext): boolean {
  if (draft?.updatedBy !== ctx.account.id) return false
  return ctx.now().getTime() - Date.parse(draft.updatedAt) < MERGE_WINDOW_MS
}
