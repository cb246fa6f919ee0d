import { forEachConcurrently } from "#server/concurrency-limit.ts"
import { checksumImage, matchesName } from "./image-checksum.ts"
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
    const [one, other] = [await checksumImage(from, name), await checksumImage(to, name)]
    if (one !== other) comparison.different.push(name)
    else if (one && !matchesName(name, one)) comparison.damaged.push(name)
    advance(1)
  })
  return comparison
}
