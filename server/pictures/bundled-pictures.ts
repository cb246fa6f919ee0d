import { stat } from "node:fs/promises"
import { basename, join } from "node:path"
import { type BundledPicture, bundledUrl, listBundledUrls } from "#server/contract/bundled-picture.ts"
import type { PictureVariant } from "#server/contract/content/pictures.ts"
import { ignoreMissing } from "#server/files.ts"
import { listedPictures } from "#server/pictures/bundled/listed/all.gen.ts"
import { programFolder } from "#server/program.ts"

export const bundledPictures: Readonly<Record<string, BundledPicture>> = listedPictures

export const BUNDLED_NAMES = Object.keys(bundledPictures)

export function isBundled(name: string): boolean {
  return Object.hasOwn(bundledPictures, name)
}

/** One of these folders contains the files; a built site needs only the second one. */
const FOLDERS = ["client/public", "dist/client"].map((folder) => join(programFolder, folder))

/** Lists the files of a picture that ships with the site, narrowest first. */
export async function listBundledVariants(picture: BundledPicture): Promise<PictureVariant[]> {
  const variants = await Promise.all(
    listBundledUrls(picture).map(async (url): Promise<PictureVariant> => {
      const [, width, extension] = /-(\d+)\.(\w+)$/.exec(basename(url)) ?? []
      return { width: Number(width), format: extension === "avif" ? "avif" : "jpg", bytes: await sizeOf(url) }
    }),
  )
  return variants.filter(({ bytes }) => bytes > 0)
}

/** Returns the size of the JPEG, which any browser can show. */
export function bundledBytes(picture: BundledPicture): Promise<number> {
  return sizeOf(bundledUrl(picture, picture.fallback, "jpg"))
}

/** Returns 0 if no folder has the file. */
async function sizeOf(url: string): Promise<number> {
  for (const folder of FOLDERS) {
    const found = await stat(join(folder, url)).catch(ignoreMissing)
    if (found) return found.size
  }
  return 0
}
