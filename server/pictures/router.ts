import {
  PictureDescription,
  PictureName,
  PictureReplacement,
  PictureSearch,
} from "#server/contract/content/pictures.ts"
import { procedureFor, router } from "#server/trpc/procedures.ts"
import {
  addToLibrary,
  addUpload,
  deletePicture,
  describePicture,
  discardUpload,
  replacePicture,
  restorePicture,
} from "./commands.ts"
import { findPicture, getPicture, searchPictures } from "./queries.ts"

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
