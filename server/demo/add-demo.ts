import { createHash } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { photos } from "#client/photos/photos.gen.ts"
import type { WriteTransaction } from "#server/database/write.ts"
import { insertProject } from "#server/projects/insert.ts"
import { demoProjects } from "./projects.ts"

const photoFolder = new URL("../../client/public/photos/", import.meta.url)

interface StoredPhoto {
  name: string
  width: number
  height: number
  bytes: number
  colour: string
}

/** Puts the demonstration pictures into the store; the same content has the same name, so once is enough. */
export async function storeDemoPhotos(uploads: string): Promise<Map<string, StoredPhoto>> {
  const stored = new Map<string, StoredPhoto>()
  for (const photo of new Set(demoProjects.flatMap((project) => project.photos.map(({ photo }) => photo)))) {
    const source = photos[photo]
    const content = await readFile(new URL(`${source.path}-${source.fallback}.jpg`, photoFolder))
    const name = `${createHash("sha256").update(content).digest("hex").slice(0, 32)}.jpg`
    await writeFile(join(uploads, name), content)
    const height = Math.round((source.fallback * source.height) / source.width)
    stored.set(photo, { name, width: source.fallback, height, bytes: content.length, colour: source.colour })
  }
  return stored
}

export async function addDemoProjects(
  trx: WriteTransaction,
  stored: Map<string, StoredPhoto>,
  now: Date,
): Promise<void> {
  const images = [...stored.values()].map((photo) => ({ ...photo, type: "image/jpeg", createdAt: now.toISOString() }))
  await trx.insertInto("images").values(images).execute()
  for (const { photos, createdAt, ...project } of demoProjects) {
    const shown = photos.flatMap(({ photo, alt }) => ({ name: stored.get(photo)?.name ?? "", alt }))
    await insertProject(trx, { ...project, images: shown }, { at: createdAt, accountId: null })
  }
}
