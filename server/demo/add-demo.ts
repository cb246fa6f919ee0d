import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Insertable } from "kysely"
import { photos } from "#server/bundled-photos/listed/all.gen.ts"
import { hashes } from "#server/bundled-photos/listed/hashes.gen.ts"
import { photoUrl } from "#server/contract/bundled-photo.ts"
import { variantWidths } from "#server/contract/images.ts"
import type { Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { programFolder } from "#server/program-folder.ts"
import { insertProject } from "#server/projects/commands.ts"
import { type ImageStore, nameImage, variantName } from "#server/storage/image-store.ts"
import { demoProjects } from "./projects.ts"

const bundled = join(programFolder, "client/public")

/** The rows of the photos by their names. */
type DemoPhotos = ReadonlyMap<string, Omit<Insertable<Schema["images"]>, "createdAt">>

/** Stores the photos of the demonstration with their variants. A repetition changes nothing. */
export async function storeDemoPhotos({ originals, variants }: ImageStore): Promise<DemoPhotos> {
  const names = new Set(demoProjects.flatMap((project) => project.photos.map(({ photo }) => photo)))
  const stored = [...names].map(async (photo) => {
    const source = photos[photo]
    const width = source.fallback
    const content = await readFile(join(bundled, photoUrl(source, width, "jpg")))
    const name = nameImage(content, "jpg")
    await originals.put(name, content)
    for (const step of variantWidths(width)) {
      const variant = await readFile(join(bundled, photoUrl(source, step, "avif")))
      await variants.put(variantName(name, step, "avif"), variant)
    }
    const height = Math.round((width * source.height) / source.width)
    const { colour } = source
    // The row has its hash already, so that a new site need not load the image library to compute it.
    const row = { name, width, height, type: "image/jpeg", bytes: content.length, colour, hash: hashes[photo] ?? null }
    return [photo, row] as const
  })
  return new Map(await Promise.all(stored))
}

export async function addDemoProjects(trx: Transaction, stored: DemoPhotos, now: Date): Promise<void> {
  const images = [...stored.values()].map(
    (photo): Insertable<Schema["images"]> => ({ ...photo, createdAt: now.toISOString() }),
  )
  await trx.insertInto("images").values(images).execute()
  for (const { photos, createdAt, ...project } of demoProjects) {
    const shown = photos.flatMap(({ photo, alt }) => ({ name: stored.get(photo)?.name ?? "", alt }))
    await insertProject(trx, { ...project, images: shown }, { at: createdAt, accountId: null })
  }
}
