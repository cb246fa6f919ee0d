import { PictureDescription, PictureName, PictureReplacement, PictureSearch } from "#server/contract/pictures.ts"
import { adminProcedure, router } from "#server/trpc/procedures.ts"
import { deletePicture, describePicture, dropPicture, keepPicture, replacePicture, restorePicture } from "./commands.ts"
import { findPicture, getPicture, searchPictures } from "./queries.ts"

export const picturesRouter = router({
  search: adminProcedure.input(PictureSearch).query(({ ctx, input }) => searchPictures(ctx.db, input)),
  get: adminProcedure.input(PictureName).query(({ ctx, input }) => getPicture(ctx, input)),
  find: adminProcedure.input(PictureName).query(({ ctx, input }) => findPicture(ctx.db, input)),
  describe: adminProcedure.input(PictureDescription).mutation(({ ctx, input }) => describePicture(ctx, input)),
  /** Adds a picture that was just uploaded to the library, though it has twins. */
  keep: adminProcedure.input(PictureName).mutation(({ ctx, input }) => keepPicture(ctx, input)),
  /** Deletes a picture that was just uploaded. */
  drop: adminProcedure.input(PictureName).mutation(({ ctx, input }) => dropPicture(ctx, input)),
  replace: adminProcedure.input(PictureReplacement).mutation(({ ctx, input }) => replacePicture(ctx, input)),
  /** Moves a picture that nothing uses to the trash. */
  delete: adminProcedure.input(PictureName).mutation(({ ctx, input }) => deletePicture(ctx, input)),
  restore: adminProcedure.input(PictureName).mutation(({ ctx, input }) => restorePicture(ctx, input)),
})
