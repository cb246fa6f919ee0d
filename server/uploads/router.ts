import * as z from "zod/mini"
import { recordAudit } from "#server/audit/audit-log.ts"
import { messages } from "#server/contract/response-messages.ts"
import { ingestImages } from "#server/images/ingest.ts"
import { addImages } from "#server/storage/image-rows.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { adminProcedure, router } from "#server/trpc/procedures.ts"

const Files = z.array(z.file(messages.noImages)).check(z.minLength(1, messages.noImages))

/** REST's own: no JSON can hold a file. */
export const imagesRouter = router({
  store: adminProcedure.input(z.object({ images: Files })).mutation(({ ctx, input }) => storeImages(ctx, input.images)),
})

/** Answers the names under which the pictures are stored, in their order. */
async function storeImages(ctx: AccountContext, files: readonly File[]): Promise<string[]> {
  const images = await ingestImages(files)
  const names = images.map(({ name }) => name)
  const upload = { accountId: ctx.account.id, action: "upload", subject: "image", subjectId: null } as const
  await addImages(ctx, images, (trx) => recordAudit(trx, { ...upload, details: { names } }, ctx.now()))
  return names
}
