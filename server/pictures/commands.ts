import { about, recordAction } from "#server/audit/audit-log.ts"
import { replaceInContent } from "#server/content/published/replace-picture.ts"
import type { AuditAction } from "#server/contract/audit-kinds.ts"
import type {
  PictureDescription,
  PictureDetails,
  PictureReplacement,
  PictureUse,
  UploadedPicture,
} from "#server/contract/content/pictures.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError, fieldError } from "#server/errors.ts"
import { ingestImages } from "#server/images/ingest.ts"
import { toFocalColumns, toFocalPoint } from "#server/images/store/focal-point.ts"
import { addImages, deleteImages, deleteUnusedImages, listStoredImages } from "#server/images/store/image-rows.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { bundledPictures, isBundled } from "./bundled-pictures.ts"
import { pageLabel } from "./content-uses.ts"
import { findNearDuplicates } from "./near-duplicates.ts"
import { getPicture, isInLibraryOrUsed, listUses, readLibraryPictures } from "./queries.ts"
import { replaceInProjects } from "./replace-in-projects.ts"

/** Adds the images to the library, except those with near duplicates, which somebody must keep within a day. */
export async function uploadPictures(ctx: AccountContext, files: readonly File[]): Promise<UploadedPicture[]> {
  if (files.length === 0) throw fieldError("images", responseTexts.noImages)
  const images = await ingestImages(files)
  const uploaded = await addImages(ctx, images, async (trx) => {
    const known = await listKnown(
      trx,
      images.map(({ name }) => name),
    )
    const outcomes = []
    for (const image of images) {
      const { name, fileName } = image
      const isKnown = known.has(name)
      const twins = isKnown ? [] : await findNearDuplicates(trx, image)
      if (twins.length === 0) await setLibraryDate(trx, ctx, name)
      known.add(name)
      outcomes.push({ name, fileName, isKnown, twins })
    }
    for (const { name } of images) await recordPictureAction(trx, ctx, "upload", { name })
    return outcomes
  })
  ctx.variants.prepare(images)
  return Promise.all(
    uploaded.map(async ({ twins, ...outcome }) => ({ ...outcome, twins: await readLibraryPictures(ctx.db, twins) })),
  )
}

/** Adds an upload to the library; one with near duplicates is deleted unless somebody keeps it within a day. */
export async function addUpload(ctx: AccountContext, name: string): Promise<UploadedPicture> {
  const { db } = ctx
  const image = await db
    .selectFrom("images")
    .select(["name", "fileName", "hash", "colour", "libraryAt"])
    .where("name", "=", name)
    .where("deletedAt", "is", null)
    .where("privateAt", "is", null)
    .executeTakeFirst()
  if (!image) throw new AppError("not_found", responseTexts.imageNotFound)
  const isKnown = (await listKnown(db, [name])).has(name)
  const twins = isKnown ? [] : await findNearDuplicates(db, image)
  if (twins.length === 0 && image.libraryAt === null) await addToLibrary(ctx, name)
  return { name, fileName: image.fileName ?? name, isKnown, twins: await readLibraryPictures(db, twins) }
}

/** Returns those of the pictures that are in the library, in its trash or in use. */
async function listKnown(db: Database, names: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom("images")
    .select("name")
    .where("name", "in", names)
    .where(isInLibraryOrUsed)
    .execute()
  return new Set(rows.map(({ name }) => name))
}

async function setLibraryDate(trx: Transaction, ctx: AccountContext, name: string): Promise<void> {
  await trx
    .updateTable("images")
    .set({ libraryAt: ctx.now().toISOString() })
    .where("name", "=", name)
    .where("libraryAt", "is", null)
    .execute()
}

export async function addToLibrary(ctx: AccountContext, name: string): Promise<PictureDetails> {
  await inTransaction(ctx.db, async (trx) => {
    await requireStored(trx, name)
    await setLibraryDate(trx, ctx, name)
    await recordPictureAction(trx, ctx, "keep", { name })
  })
  return getPicture(ctx, name)
}

/** Deletes an upload, unless the picture is in the library or in use. */
export async function discardUpload(ctx: AccountContext, name: string): Promise<{ name: string }> {
  await deleteImages(ctx, async (trx) => {
    const fileName = await findFileName(trx, name)
    const dropped = await deleteUnusedImages(trx, [...(await listStoredImages(trx, [name]))])
    if (dropped.length > 0) await recordPictureAction(trx, ctx, "drop", { name }, fileName)
    return { dropped }
  })
  return { name }
}

export async function describePicture(
  ctx: AccountContext,
  { name, alt, focus }: PictureDescription,
): Promise<PictureDetails> {
  if (alt === undefined && focus === undefined) return getPicture(ctx, name)
  await inTransaction(ctx.db, async (trx) => {
    if (!isBundled(name)) await requireStored(trx, name)
    const stored = await trx.selectFrom("imageDetails").selectAll().where("name", "=", name).executeTakeFirst()
    const { focusX, focusY } = focus === undefined ? {} : toFocalColumns(focus)
    const altFolded = alt === undefined ? undefined : normalizeForSearch(alt)
    await trx
      .insertInto("imageDetails")
      .values({ name, alt, altFolded, focusX, focusY })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ alt, altFolded, focusX, focusY }))
      .execute()
    const before = { alt: stored?.alt ?? null, focus: stored ? toFocalPoint(stored) : null }
    const after = { alt: alt ?? before.alt, focus: focus === undefined ? before.focus : focus }
    await recordPictureAction(trx, ctx, "describe", { name, before, after })
  })
  return getPicture(ctx, name)
}

/** Replaces a picture everywhere in one transaction. The old picture stays in the library. */
export async function replacePicture(
  ctx: AccountContext,
  { name, by: replacement }: PictureReplacement,
): Promise<PictureDetails> {
  if (name === replacement) throw new AppError("invalid", responseTexts.samePicture)
  await inTransaction(ctx.db, async (trx) => {
    for (const picture of [name, replacement]) {
      if (isBundled(picture)) continue
      await requireStored(trx, picture)
      await setLibraryDate(trx, ctx, picture)
    }
    await inheritAlt(trx, name, replacement)
    const change = { name, replacement, actor: ctx.actor, accountId: ctx.account.id, now: ctx.now() }
    const projects = await replaceInProjects(trx, change)
    if (isBundled(replacement) && projects.length > 0) throw new AppError("conflict", responseTexts.bundledInProjects)
    const pages = await replaceInContent({ ...ctx, db: trx }, change)
    for (const { page, revision, changes } of pages) {
      const action = revision === null ? "save" : "publish"
      const details = { page, changes }
      await recordAction(trx, ctx, { action, ...about("content", revision, pageLabel(page)), details })
    }
    await recordPictureAction(trx, ctx, "replace", {
      name,
      by: replacement,
      projects,
      pages: [...new Set(pages.map(({ page }) => page))],
    })
  })
  return getPicture(ctx, replacement)
}

/** Gives a picture without a description the text of the one that it replaces. */
async function inheritAlt(trx: Transaction, name: string, replacement: string): Promise<void> {
  if (isBundled(replacement)) return
  const replaced = await trx.selectFrom("imageDetails").selectAll().where("name", "=", name).executeTakeFirst()
  const alt = replaced?.alt ?? bundledPictures[name]?.alt
  if (!alt) return
  const altFolded = normalizeForSearch(alt)
  await trx
    .insertInto("imageDetails")
    .values({ name: replacement, alt, altFolded })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({ alt, altFolded }).where("imageDetails.alt", "is", null),
    )
    .execute()
}

/** Moves the picture to the trash, where it is kept for 30 days. */
export async function deletePicture(ctx: AccountContext, name: string): Promise<{ name: string }> {
  if (isBundled(name)) throw new AppError("conflict", responseTexts.bundledPicture)
  await inTransaction(ctx.db, async (trx) => {
    await requireStored(trx, name)
    const uses = await listUses(trx, name)
    if (uses.length > 0)
      throw new AppError("conflict", `${responseTexts.pictureUsed}\u00a0: ${uses.map(nameUse).join(", ")}`)
    const deletedAt = ctx.now().toISOString()
    await trx.updateTable("images").set({ deletedAt }).where("name", "=", name).execute()
    await recordPictureAction(trx, ctx, "delete", { name, before: { deletedAt: null }, after: { deletedAt } })
  })
  return { name }
}

function nameUse(use: PictureUse): string {
  if (use.kind === "project") return `projet «\u00a0${use.name}\u00a0»`
  return use.state === "draft" ? `brouillon de «\u00a0${use.label}\u00a0»` : `page «\u00a0${use.label}\u00a0»`
}

export async function restorePicture(ctx: AccountContext, name: string): Promise<PictureDetails> {
  await inTransaction(ctx.db, async (trx) => {
    const row = await trx
      .selectFrom("images")
      .select("deletedAt")
      .where("name", "=", name)
      .where("privateAt", "is", null)
      .executeTakeFirst()
    if (!row?.deletedAt) throw new AppError("not_found", responseTexts.imageNotFound)
    await trx.updateTable("images").set({ deletedAt: null }).where("name", "=", name).execute()
    await setLibraryDate(trx, ctx, name)
    await recordPictureAction(trx, ctx, "restore", {
      name,
      before: { deletedAt: row.deletedAt },
      after: { deletedAt: null },
    })
  })
  return getPicture(ctx, name)
}

/** Throws unless the picture is stored and not in the trash. */
async function requireStored(trx: Transaction, name: string): Promise<void> {
  if (!(await listStoredImages(trx, [name])).has(name)) throw new AppError("not_found", responseTexts.imageNotFound)
}

/** Records the name of the uploaded file, by which people know the picture. */
async function recordPictureAction(
  trx: Transaction,
  ctx: AccountContext,
  action: AuditAction,
  details: { name: string; [fact: string]: unknown },
  fileName?: string,
): Promise<void> {
  const subjectName = fileName ?? (await findFileName(trx, details.name)) ?? details.name
  return recordAction(trx, ctx, { action, ...about("image", null, subjectName), details })
}

async function findFileName(trx: Transaction, name: string): Promise<string | undefined> {
  const row = await trx.selectFrom("images").select("fileName").where("name", "=", name).executeTakeFirst()
  return row?.fileName || undefined
}
