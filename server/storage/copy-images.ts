import { createHash } from "node:crypto"
import { forEachConcurrently } from "#server/concurrency-limit.ts"
import type { ImageStore } from "./image-store.ts"

interface Copy {
  from: ImageStore
  to: ImageStore
  names: Iterable<string>
  advance: (images: number) => void
}

/** Copies originals into the other store; returns the names of those that are missing in the first one. */
export async function copyImages({ from, to, names, advance }: Copy): Promise<string[]> {
  const missing: string[] = []
  await forEachConcurrently(names, async (name) => {
    const content = await from.originals.read(name)
    if (content) await to.originals.put(name, content)
    else missing.push(name)
    advance(1)
  })
  return missing.sort()
}

interface Comparison {
  /** The names of images whose content differs in the two stores. */
  different: string[]
  /** The names of images whose content is equal in both stores, but does not match the hash in the name. */
  damaged: string[]
}

export async function compareImages({ from, to, names, advance }: Copy): Promise<Comparison> {
  const comparison: Comparison = { different: [], damaged: [] }
  await forEachConcurrently(names, async (name) => {
    const [one, other] = [await checksum(from, name), await checksum(to, name)]
    if (one !== other) comparison.different.push(name)
    else if (one && !matchesName(name, one)) comparison.damaged.push(name)
    advance(1)
  })
  return comparison
}

/** Returns true for other names too, since imported images are not named by a hash. */
function matchesName(name: string, sha256: string): boolean {
  return !/^[0-9a-f]{32}\./.test(name) || name.startsWith(sha256.slice(0, 32))
}

async function checksum({ originals }: ImageStore, name: string): Promise<string | undefined> {
  const image = await originals.open(name)
  if (!image) return undefined
  const hash = createHash("sha256")
  for await (const chunk of image.body) hash.update(chunk)
  return hash.digest("hex")
}
