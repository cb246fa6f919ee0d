import {
  PictureDescription,
  PictureName,
  PictureReplacement,
  PictureSearch,
} from "#server/contract/content/pictures.ts"
import { procedureFor, router } from "#server/trpc/procedures.ts"
import { addUpload } from "./add-upload.ts"
import {
  addToLibrary,
  deletePicture,
  describePicture,
  discardUpload,
  replacePicture,
  restorePicture,
} from "./commands.ts"
import { findPicture, getPicture, searchPictures } from "./queries.ts"

export const picturesRouter = router({
  search: procedureFor("pictures.read")
    .input(PictureSearch)
    .query(({ ctx, input }) => searchPictures(ctx.db, input)),
  get: procedureFor("pictures.read")
    .input(PictureName)
    .query(({ ctx, input }) => getPicture(ctx, input)),
  find: procedureFor("pictures.read")
    .input(PictureName)
    .query(({ ctx, input }) => findPicture(ctx.db, input)),
  describe: procedureFor("pictures.write")
    .input(PictureDescription)
    .mutation(({ ctx, input }) => describePicture(ctx, input)),
  /** Adds a picture that was just uploaded to the library, unless it has near duplicates. */
  add: procedureFor("pictures.write")
    .input(PictureName)
    .mutation(({ ctx, input }) => addUpload(ctx, input)),
  /** Adds a picture that was just uploaded to the library in spite of near duplicates. */
  keep: procedureFor("pictures.write")
    .input(PictureName)
    .mutation(({ ctx, input }) => addToLibrary(ctx, input)),
  drop: procedureFor("pictures.write")
    .input(PictureName)
    .mutation(({ ctx, input }) => discardUpload(ctx, input)),
  replace: procedureFor("pictures.write")
    .input(PictureReplacement)
    .mutation(({ ctx, input }) => replacePicture(ctx, input)),
  delete: procedureFor("pictures.write")
    .input(PictureName)
    .mutation(({ ctx, input }) => deletePicture(ctx, input)),
  restore: procedureFor("pictures.write")
    .input(PictureName)
    .mutation(({ ctx, input }) => restorePicture(ctx, input)),
})
