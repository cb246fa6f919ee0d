import type { UploadedPicture } from "#server/contract/content/pictures.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { addToLibrary, listKnown } from "./commands.ts"
import { findNearDuplicates } from "./near-duplicates.ts"
import { readLibraryPictures } from "./queries.ts"

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
