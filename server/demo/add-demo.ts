import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Insertable } from "kysely"
import { bundledUrl } from "#server/contract/bundled-picture.ts"
import { variantWidths } from "#server/contract/images.ts"
import type { Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { type ImageStore, nameImage, variantName } from "#server/images/store/image-store.ts"
import { listedPictures } from "#server/pictures/bundled/listed/all.gen.ts"
import { hashes } from "#server/pictures/bundled/listed/hashes.gen.ts"
import { programFolder } from "#server/program.ts"
import { insertProject } from "#server/projects/commands.ts"
import { demoProjects } from "./projects.ts"

const bundled = join(programFolder, "client/public")

/** The rows of the pictures by their names. */
type DemoPictures = ReadonlyMap<string, Omit<Insertable<Schema["images"]>, "createdAt">>

/** Stores the pictures of the demonstration with their variants. A repetition changes nothing. */
export async function storeDemoPictures({ originals, variants }: ImageStore): Promise<DemoPictures> {
  const names = new Set(demoProjects.flatMap((project) => project.pictures.map(({ picture }) => picture)))
  const stored = [...names].map(async (picture) => {
    const source = listedPictures[picture]
    const width = source.fallback
    const content = await readFile(join(bundled, bundledUrl(source, width, "jpg")))
    const name = nameImage(content, "jpg")
    await originals.put(name, content)
    for (const step of variantWidths(width)) {
      const variant = await readFile(join(bundled, bundledUrl(source, step, "avif")))
      await variants.put(variantName(name, step, "avif"), variant)
    }
    const height = Math.round((width * source.height) / source.width)
    const { colour } = source
    // The row has its hash already, so that a new site need not load the image library to compute it.
    const row = {
      name,
      width,
      height,
      type: "image/jpeg",
      bytes: content.length,
      colour,
      hash: hashes[picture] ?? null,
    }
    return [picture, row] as const
  })
  return new Map(await Promise.all(stored))
}

export async function addDemoProjects(trx: Transaction, stored: DemoPictures, now: Date): Promise<void> {
  const images = [...stored.values()].map(
    (picture): Insertable<Schema["images"]> => ({ ...picture, createdAt: now.toISOString() }),
  )
  await trx.insertInto("images").values(images).execute()
  for (const { pictures, createdAt, ...project } of demoProjects) {
    const shown = pictures.flatMap(({ picture, alt }) => ({ name: stored.get(picture)?.name ?? "", alt }))
    await insertProject(trx, { ...project, images: shown }, { at: createdAt, publishedAt: createdAt, accountId: null })
  }
}
