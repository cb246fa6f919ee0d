import { stat } from "node:fs/promises"
import { basename, join } from "node:path"
import { photos } from "#server/bundled-photos/listed/all.gen.ts"
import { type BundledPhoto, listPhotoUrls, photoUrl } from "#server/contract/bundled-photo.ts"
import type { PictureVariant } from "#server/contract/content/pictures.ts"
import { ignoreMissing } from "#server/files.ts"
import { programFolder } from "#server/program-folder.ts"

export const bundledPhotos: Readonly<Record<string, BundledPhoto>> = photos

export const BUNDLED_NAMES = Object.keys(bundledPhotos)

export function isBundled(name: string): boolean {
  return Object.hasOwn(bundledPhotos, name)
}

/** One of these folders contains the files; a built site needs only the second one. */
const FOLDERS = ["client/public", "dist/client"].map((folder) => join(programFolder, folder))

/** Lists the files of a photo that ships with the site, narrowest first. */
export async function listBundledVariants(photo: BundledPhoto): Promise<PictureVariant[]> {
  const variants = await Promise.all(
    listPhotoUrls(photo).map(async (url): Promise<PictureVariant> => {
      const [, width, extension] = /-(\d+)\.(\w+)$/.exec(basename(url)) ?? []
      return { width: Number(width), format: extension === "avif" ? "avif" : "jpg", bytes: await sizeOf(url) }
    }),
  )
  return variants.filter(({ bytes }) => bytes > 0)
}

/** Returns the size of the JPEG, which any browser can show. */
export function bundledBytes(photo: BundledPhoto): Promise<number> {
  return sizeOf(photoUrl(photo, photo.fallback, "jpg"))
}

/** Returns 0 if no folder has the file. */
async function sizeOf(url: string): Promise<number> {
  for (const folder of FOLDERS) {
    const found = await stat(join(folder, url)).catch(ignoreMissing)
    if (found) return found.size
  }
  return 0
}
