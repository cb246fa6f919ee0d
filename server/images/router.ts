import * as z from "zod/mini"
import { words } from "#server/contract/words.ts"
import { recordAudit } from "#server/database/audit.ts"
import { type AccountContext, adminProcedure, router } from "#server/trpc.ts"
import { prepareImages } from "./intake.ts"
import { addImages } from "./store.ts"

const Files = z.array(z.file(words.imagesNone)).check(z.minLength(1, words.imagesNone))

/** REST's own: no JSON can hold a file. */
export const imagesRouter = router({
  store: adminProcedure.input(z.object({ images: Files })).mutation(({ ctx, input }) => storeImages(ctx, input.images)),
})

/** Answers the names under which the pictures are stored, in their order. */
async function storeImages(ctx: AccountContext, files: readonly File[]): Promise<string[]> {
  const images = await prepareImages(files)
  const names = images.map(({ name }) => name)
  const upload = { accountId: ctx.signedIn.id, action: "upload", subject: "image", subjectId: null } as const
  await addImages(ctx, images, (trx) => recordAudit(trx, { ...upload, details: { names } }, ctx.now()))
  return names
}
