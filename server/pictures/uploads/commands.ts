import { type AuditEntry, about, recordAudits } from "#server/audit/audit-log.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { fieldError } from "#server/errors.ts"
import { ingestImages } from "#server/images/ingest.ts"
import { addImages } from "#server/images/store/image-rows.ts"
import type { AccountContext } from "#server/trpc/context.ts"

/** Returns the names of the stored images, in the order of the files. */
export async function uploadImages(
  ctx: AccountContext,
  files: readonly File[],
  inSameTransaction: (trx: Transaction, names: readonly string[]) => Promise<void> = async () => {},
): Promise<string[]> {
  if (files.length === 0) throw fieldError("images", responseTexts.noImages)
  const images = await ingestImages(files)
  const names = images.map(({ name }) => name)
  const entries = images.map(({ name, fileName }): AuditEntry => {
    return { ...ctx.actor, action: "upload", ...about("image", null, fileName || name), details: { name } }
  })
  await addImages(ctx, images, async (trx) => {
    await recordAudits(trx, entries, ctx.now())
    await inSameTransaction(trx, names)
  })
  ctx.variants.prepare(images)
  return names
}
