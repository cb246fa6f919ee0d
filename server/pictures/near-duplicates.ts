import type { Database } from "#server/database/core/database.ts"
import { hashDistance } from "#server/images/perceptual-hash.ts"
import { hashes } from "#server/pictures/bundled/listed/hashes.gen.ts"
import { bundledPictures } from "./bundled-pictures.ts"
import { isInLibraryOrUsed } from "./queries.ts"

/** So many of 64 bits may differ: the nearest two bundled pictures differ in 15, one and its copies in 10 at most. */
const DISTANCE_MAX = 10

/** Each channel of the average colour may differ by so much of 255; all pictures of one colour have the same hash. */
const COLOUR_DISTANCE_MAX = 40

const NEAR_DUPLICATES_MAX = 4

interface ImageFingerprint {
  name: string
  hash: string | null
  colour: string
}

/** Returns the names of pictures of the library that look like this one, most similar first. */
export async function findNearDuplicates(db: Database, image: ImageFingerprint): Promise<string[]> {
  const { name, hash } = image
  if (!hash) return []
  const stored = await db
    .selectFrom("images")
    .select(["name", "hash", "colour"])
    .where("hash", "is not", null)
    .where("hash", "<>", "")
    .where("name", "<>", name)
    .where("deletedAt", "is", null)
    .where(isInLibraryOrUsed)
    .execute()
  const near = [...stored, ...bundled].flatMap((other) => {
    const distance = hashDistance(hash, other.hash ?? "")
    return distance <= DISTANCE_MAX && isColourNear(image, other) ? [{ name: other.name, distance }] : []
  })
  near.sort((one, other) => one.distance - other.distance)
  return near.slice(0, NEAR_DUPLICATES_MAX).map((one) => one.name)
}

const bundled: ImageFingerprint[] = Object.entries(hashes).map(([name, hash]) => ({
  name,
  hash,
  colour: bundledPictures[name]?.colour ?? "#000000",
}))

function isColourNear(one: ImageFingerprint, other: ImageFingerprint): boolean {
  const [a, b] = [channels(one.colour), channels(other.colour)]
  return a.every((value, index) => Math.abs(value - (b[index] ?? 0)) <= COLOUR_DISTANCE_MAX)
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16))
}
