import type { ExpressionBuilder } from "kysely"
import { readPictures } from "#server/content/published/resolve.ts"
import type { BundledPicture } from "#server/contract/bundled-picture.ts"
import {
  type LibraryPicture,
  PICTURES_PER_PAGE,
  type PictureDetails,
  type PictureSearch,
  type PictureSearchResult,
  type PictureUse,
  type PictureVariant,
} from "#server/contract/content/pictures.ts"
import type { ContentPicture } from "#server/contract/content/public.ts"
import { VARIANT_WIDTHS } from "#server/contract/images.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { countFound } from "#server/database/core/count-found.ts"
import type { Database } from "#server/database/core/database.ts"
import { type Column, column } from "#server/database/core/names.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { containsText } from "#server/database/core/searched-table.ts"
import { AppError } from "#server/errors.ts"
import { listReferences } from "#server/images/store/deletion.ts"
import { type ImageStore, variantName } from "#server/images/store/image-store.ts"
import { BUNDLED_NAMES, bundledBytes, bundledPictures, isBundled, listBundledVariants } from "./bundled-pictures.ts"
import { type ContentUse, listContentUses } from "./content-uses.ts"

/** Searches stored pictures, newest first, then those that ship with the site. */
export async function searchPictures(
  db: Database,
  { search, page, trash }: PictureSearch,
): Promise<PictureSearchResult> {
  const text = normalizeForSearch(search)
  const uses = text === "" ? [] : (await listContentUses(db)).filter(({ label }) => isFound(label, text))
  const stored = selectStored(db, trash, text, new Set(uses.map(({ image }) => image)))
  const bundled = trash ? [] : await findBundled(db, text, uses)
  const count = await countFound(db, stored)
  const trashed = await countFound(db, db.selectFrom("images").where("deletedAt", "is not", null))
  const offset = (page - 1) * PICTURES_PER_PAGE
  const rows = await stored
    .select("images.name")
    .orderBy(trash ? "images.deletedAt" : "images.createdAt", "desc")
    .orderBy("images.name")
    .limit(PICTURES_PER_PAGE)
    .offset(offset)
    .execute()
  const start = Math.max(0, offset - count)
  const names = [...rows.map(({ name }) => name), ...bundled.slice(start, start + PICTURES_PER_PAGE - rows.length)]
  const pictures = await readLibraryPictures(db, names)
  return { pictures, found: count + bundled.length, foundIsCapped: false, trashed }
}

function isFound(text: string | null, search: string): boolean {
  return text !== null && normalizeForSearch(text).includes(search)
}

/** Leaves out pictures of forms that nobody has saved. */
function selectStored(db: Database, trash: boolean, text: string, shown: ReadonlySet<string>) {
  const images = db.selectFrom("images").where("images.deletedAt", trash ? "is not" : "is", null)
  const listed = trash ? images : images.where(isInLibraryOrUsed)
  if (text === "") return listed
  const contains = (name: Column) => containsText(text, [column(name)])
  const described = db.selectFrom("imageDetails").select("name").where(contains("imageDetails.altFolded"))
  const inProjects = db
    .selectFrom("projectImages")
    .innerJoin("projects", "projects.id", "projectImages.projectId")
    .select("image")
    .where((is) => is.or([contains("projectImages.altFolded"), contains("projects.nameFolded")]))
  return listed.where((is) =>
    is.or([
      contains("images.fileNameFolded"),
      is("images.name", "in", described),
      is("images.name", "in", inProjects),
      ...(shown.size > 0 ? [is("images.name", "in", [...shown])] : []),
    ]),
  )
}

/** Whether the picture is in the library or in use, and no visitor's alone. */
export function isInLibraryOrUsed(is: ExpressionBuilder<Schema, "images">) {
  const isKept = is.or([
    is("images.libraryAt", "is not", null),
    is("images.name", "in", is.selectFrom("projectImages").select("image")),
    is("images.name", "in", is.selectFrom("contentImages").select("image")),
  ])
  return is.and([is("images.privateAt", "is", null), isKept])
}

async function findBundled(db: Database, text: string, uses: readonly ContentUse[]): Promise<string[]> {
  if (text === "") return BUNDLED_NAMES
  const details = await db
    .selectFrom("imageDetails")
    .select(["name", "alt"])
    .where("name", "in", BUNDLED_NAMES)
    .execute()
  const alts = new Map(details.map(({ name, alt }) => [name, alt]))
  return BUNDLED_NAMES.filter(
    (name) =>
      isFound(name, text) ||
      isFound(alts.get(name) ?? bundledPictures[name]?.alt ?? null, text) ||
      uses.some(({ image }) => image === name),
  )
}

/** Reads the pictures in the order of the names, without unknown ones. It reads files too: not in a transaction. */
export async function readLibraryPictures(db: Database, names: readonly string[]): Promise<LibraryPicture[]> {
  if (names.length === 0) return []
  const shown = await readPictures(db, names)
  const rows = await db
    .selectFrom("images")
    .select(["name", "fileName", "bytes", "createdAt", "deletedAt"])
    .where("name", "in", names)
    .execute()
  const captions = await readCaptions(db, names)
  const pictures = await Promise.all(
    names.map(async (name) => {
      const picture = shown.get(name)
      const bundled = isBundled(name) ? bundledPictures[name] : undefined
      const row = bundled ? await describeBundled(name, bundled) : rows.find((one) => one.name === name)
      const caption = bundled ? null : (captions.get(name) ?? null)
      return picture && row && { ...row, picture, caption, isBundled: bundled !== undefined }
    }),
  )
  return pictures.filter((picture) => picture !== undefined)
}

async function describeBundled(name: string, picture: BundledPicture) {
  return { name, fileName: null, bytes: await bundledBytes(picture), createdAt: null, deletedAt: null }
}

/** Returns each image's alternative text in the newest project that shows it, or that project's name. */
async function readCaptions(db: Database, names: readonly string[]): Promise<Map<string, string>> {
  const shown = await db
    .selectFrom("projectImages")
    .innerJoin("projects", "projects.id", "projectImages.projectId")
    .select(["image", "alt", "projects.name"])
    .where("image", "in", names)
    .orderBy("projects.id")
    .execute()
  return new Map(shown.map(({ image, alt, name }) => [image, alt || name]))
}

/** Returns the data to show a picture, or null if there is none of that name. */
export async function findPicture(db: Database, name: string): Promise<ContentPicture | null> {
  return (await readPictures(db, [name])).get(name) ?? null
}

export async function getPicture(
  { db, images }: { db: Database; images: ImageStore },
  name: string,
): Promise<PictureDetails> {
  const [picture] = await readLibraryPictures(db, [name])
  if (!picture) throw new AppError("not_found", responseTexts.imageNotFound)
  const bundled = isBundled(name) ? bundledPictures[name] : undefined
  const variants = bundled ? await listBundledVariants(bundled) : await listStoredVariants(images, name)
  return { ...picture, variants, uses: await listUses(db, name) }
}

async function listStoredVariants({ variants }: ImageStore, name: string): Promise<PictureVariant[]> {
  const files = VARIANT_WIDTHS.flatMap((width) =>
    (["avif", "webp", "jpg"] as const).map((format) => ({ width, format, file: variantName(name, width, format) })),
  )
  const found = await Promise.all(
    files.map(async ({ width, format, file }) => {
      const object = await variants.open(file)
      await object?.body.cancel()
      // An empty file means that the original is lighter.
      return object && object.bytes > 0 ? [{ width, format, bytes: object.bytes }] : []
    }),
  )
  return found.flat()
}

/** Lists projects first, then pages. */
export async function listUses(db: Database, name: string): Promise<PictureUse[]> {
  const shown = await db
    .selectFrom("projectImages")
    .innerJoin("projects", "projects.id", "projectImages.projectId")
    .select(["projects.id", "projects.name", "alt"])
    .where("image", "in", listReferences(name))
    .orderBy("projects.id")
    .orderBy("position")
    .execute()
  const projects = shown.filter(({ id }, index) => shown[index - 1]?.id !== id)
  const pages = (await listContentUses(db)).filter(({ image }) => image === name)
  return [
    ...projects.map((project): PictureUse => ({ kind: "project", ...project })),
    ...pages.map(({ image: _, ...use }): PictureUse => use),
  ]
}

/** Counts the stored images of every kind, and sums their bytes without their variants. */
export function measureImages(db: Database) {
  return db
    .selectFrom("images")
    .select((row) => [row.fn.countAll<number>().as("rows"), row.fn.sum<number | null>("bytes").as("bytes")])
    .executeTakeFirstOrThrow()
}
