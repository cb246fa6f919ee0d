import type { VariantSize } from "#server/contract/images.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { AppError } from "#server/errors.ts"
import { storedType, type VariantFormat } from "#server/images/formats.ts"
import type { OpenObject } from "#server/images/store/image-store.ts"
import type { Variant } from "#server/images/variants.ts"
import type { Context } from "#server/trpc/context.ts"

/** Opens an image before the response starts, so that a deletion cannot truncate it. */
export async function openImage({ images }: Context, name: string): Promise<OpenObject & { type: string }> {
  const type = storedType(name)
  const image = type && (await images.originals.open(name))
  if (!image) throw new AppError("not_found", responseTexts.imageNotFound)
  return { ...image, type }
}

/** Returns undefined if the image cannot be decoded; throws `not_found` if there is none. */
export async function findVariant(
  { images, variants, log }: Context,
  name: string,
  size: VariantSize,
  formats: readonly [VariantFormat, ...VariantFormat[]],
): Promise<Variant | undefined> {
  if (!storedType(name) || !(await images.originals.exists(name))) {
    throw new AppError("not_found", responseTexts.imageNotFound)
  }
  try {
    return await variants.find(name, size, formats)
  } catch (error) {
    log.warn({ name, size, err: error }, "variant not created")
    return undefined
  }
}
