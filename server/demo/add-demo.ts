import { createHash } from "node:crypto"
import { copyFile, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { photos } from "#client/photos/listed/all.gen.ts"
import { photoUrl } from "#client/photos/photo.ts"
import { variantWidths } from "#server/contract/images.ts"
import type { Transaction } from "#server/database/transaction.ts"
import { variantFileName } from "#server/images/variants.ts"
import { programFolder } from "#server/program-folder.ts"
import { insertProject } from "#server/projects/commands.ts"
import { demoProjects } from "./projects.ts"

const bundled = join(programFolder, "client/public")

interface StoredPhoto {
  name: string
  width: number
  height: number
  bytes: number
  colour: string
}

interface Folders {
  uploads: string
  variants: string
}

/**
 * Puts the demonstration pictures into the store, with the variants that stand ready; the same content has the same
 * name, so once is enough.
 */
export async function storeDemoPhotos({ uploads, variants }: Folders): Promise<Map<string, StoredPhoto>> {
  const stored = new Map<string, StoredPhoto>()
  for (const photo of new Set(demoProjects.flatMap((project) => project.photos.map(({ photo }) => photo)))) {
    const source = photos[photo]
    const width = source.fallback
    const content = await readFile(join(bundled, photoUrl(source, width, "jpg")))
    const name = `${createHash("sha256").update(content).digest("hex").slice(0, 32)}.jpg`
    await writeFile(join(uploads, name), content)
    for (const step of variantWidths(width)) {
      await copyFile(join(bundled, photoUrl(source, step, "avif")), join(variants, variantFileName(name, step, "avif")))
    }
    const height = Math.round((width * source.height) / source.width)
    stored.set(photo, { name, width, height, bytes: content.length, colour: source.colour })
  }
  return stored
}

export async function addDemoProjects(trx: Transaction, stored: Map<string, StoredPhoto>, now: Date): Promise<void> {
  const images = [...stored.values()].map((photo) => ({ ...photo, type: "image/jpeg", createdAt: now.toISOString() }))
  await trx.insertInto("images").values(images).execute()
  for (const { photos, createdAt, ...project } of demoProjects) {
    const shown = photos.flatMap(({ photo, alt }) => ({ name: stored.get(photo)?.name ?? "", alt }))
    await insertProject(trx, { ...project, images: shown }, { at: createdAt, accountId: null })
  }
}
