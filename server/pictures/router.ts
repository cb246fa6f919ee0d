import {
  PictureDescription,
  PictureName,
  PictureReplacement,
  PictureSearch,
  type UploadedPicture,
} from "#server/contract/content/pictures.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { procedureFor, router } from "#server/trpc/procedures.ts"
import {
  addToLibrary,
  deletePicture,
  describePicture,
  discardUpload,
  listKnown,
  replacePicture,
  restorePicture,
} from "./commands.ts"
import { findNearDuplicates } from "./near-duplicates.ts"
import { findPicture, getPicture, readLibraryPictures, searchPictures } from "./queries.ts"

const readProcedure = procedureFor("pictures.read")
const writeProcedure = procedureFor("pictures.write")

export const picturesRouter = router({
  search: readProcedure.input(PictureSearch).query(({ ctx, input }) => searchPictures(ctx.db, input)),
  get: readProcedure.input(PictureName).query(({ ctx, input }) => getPicture(ctx, input)),
  find: readProcedure.input(PictureName).query(({ ctx, input }) => findPicture(ctx.db, input)),
  describe: writeProcedure.input(PictureDescription).mutation(({ ctx, input }) => describePicture(ctx, input)),
  /** Adds a picture that was just uploaded to the library, unless it has near duplicates. */
  add: writeProcedure.input(PictureName).mutation(({ ctx, input }) => addUpload(ctx, input)),
  /** Adds a picture that was just uploaded to the library in spite of near duplicates. */
  keep: writeProcedure.input(PictureName).mutation(({ ctx, input }) => addToLibrary(ctx, input)),
  drop: writeProcedure.input(PictureName).mutation(({ ctx, input }) => discardUpload(ctx, input)),
  replace: writeProcedure.input(PictureReplacement).mutation(({ ctx, input }) => replacePicture(ctx, input)),
  delete: writeProcedure.input(PictureName).mutation(({ ctx, input }) => deletePicture(ctx, input)),
  restore: writeProcedure.input(PictureName).mutation(({ ctx, input }) => restorePicture(ctx, input)),
})

/** Adds an upload to the library; one with near duplicates is deleted unless somebody keeps it within a day. */
async function addUpload(ctx: AccountContext, name: string): Promise<UploadedPicture> {
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
