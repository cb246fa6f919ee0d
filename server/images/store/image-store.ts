import { createHash } from "node:crypto"
import {
  isPreview,
  PREVIEW_SIZE,
  PREVIEW_STEP,
  type PreviewCrop,
  VARIANT_WIDTHS,
  type VariantSize,
} from "#server/contract/images.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { AppError } from "#server/errors.ts"

/** A folder on the disk or a prefix of a bucket. A name's content never changes; a missing object is undefined. */
export interface ObjectStore {
  /** Stores the whole object or nothing. */
  put(name: string, content: Uint8Array): Promise<void>
  open(name: string): Promise<OpenObject | undefined>
  read(name: string): Promise<Buffer | undefined>
  exists(name: string): Promise<boolean>
  modifiedAt(name: string): Promise<Date | undefined>
  delete(name: string): Promise<void>
  list(): Promise<string[]>
}

/** Lists those of the objects that are at least that old; a younger one may belong to an upload in progress. */
export async function listOlder(store: ObjectStore, names: readonly string[], before: Date): Promise<string[]> {
  const older: string[] = []
  for (const name of names) {
    const modifiedAt = await store.modifiedAt(name)
    if (modifiedAt && modifiedAt <= before) older.push(name)
  }
  return older
}

export interface OpenObject {
  bytes: number
  /** The content is complete even if the object is deleted after opening. It must be read or cancelled. */
  body: ReadableStream<Uint8Array>
}

export interface ImageStore {
  /** Uploaded images, named by a hash of their content. */
  originals: ObjectStore
  /** Smaller copies of the originals, which can be encoded again at any time. */
  variants: ObjectStore
  /** Parts of files that are still being sent; every instance may receive the next one. */
  parts: ObjectStore
  /** The client's files of this build and of recent ones. */
  builds: ObjectStore
  /** Rejects while nothing can be read. */
  check(): Promise<void>
  /** A folder of this machine for the files of uploads in progress. */
  temporaryFolder: string
  /** Lists the temporary files of this machine that no running process uses any more. */
  listAbandonedFiles(now: Date): Promise<string[]>
}

/** The endpoint does not answer as S3 does, and may acknowledge images that it does not store. */
export class UnusableImageStore extends Error {}

export function unavailable(cause: unknown): AppError {
  return new AppError("unavailable", responseTexts.imagesUnavailable, { cause, retryAfter: 5 })
}

/**
 * Reports a missing folder of images; it is made for a `catch`. No folder is created in its place, as it would hide the
 * images of a volume that is mounted again.
 */
export function rejectMissingFolder(error: NodeJS.ErrnoException): never {
  throw error.code === "ENOENT" ? unavailable(error) : error
}

export interface StoredImage extends Pick<Schema["images"], "name" | "width" | "height" | "type" | "colour" | "hash"> {
  content: Buffer
  fileName: string
}

/** Names an image by a hash of its content, so that the same content is stored once. */
export function nameImage(content: Uint8Array, extension: string): string {
  return `${createHash("sha256").update(content).digest("hex").slice(0, 32)}.${extension}`
}

/** No name contains a path separator, so none leads out of the folder. */
const imageName = /^[a-z0-9][\w-]*\.(?<extension>jpg|png|webp|avif)$/i

/** Returns the extension in lower case, or undefined for a name that no stored image can have. */
export function imageExtension(name: string): string | undefined {
  return imageName.exec(name)?.groups?.extension?.toLowerCase()
}

const VARIANT_EXTENSIONS = ["avif", "webp", "jpg"] as const

export function variantName(
  original: string,
  size: VariantSize,
  extension: (typeof VARIANT_EXTENSIONS)[number],
): string {
  return `${original}.${isPreview(size) ? previewSizeName(size) : size}.${extension}`
}

function previewSizeName({ position }: PreviewCrop): string {
  const size = `${PREVIEW_SIZE.width}x${PREVIEW_SIZE.height}`
  return position === undefined ? size : `${size}-${position}`
}

export const PREVIEW_POSITIONS = Array.from({ length: 100 / PREVIEW_STEP + 1 }, (_, step) => step * PREVIEW_STEP)

export async function deleteVariants({ variants }: ImageStore, original: string): Promise<void> {
  const names = VARIANT_WIDTHS.flatMap((width) =>
    VARIANT_EXTENSIONS.map((extension) => variantName(original, width, extension)),
  )
  const crops = [undefined, ...PREVIEW_POSITIONS].map((position) => variantName(original, { position }, "jpg"))
  const all = [...names, ...crops]
  await Promise.all(all.map((name) => variants.delete(name)))
}

/** Lists the originals, present or not, that have variants. */
export async function listVariantOriginals({ variants }: ImageStore): Promise<string[]> {
  const names = (await variants.list()).flatMap((name) => /^(.+)\.\d+(?:x\d+(?:-\d+)?)?\.[a-z]+$/.exec(name)?.[1] ?? [])
  return [...new Set(names)]
}
