import { type ImageStore, nameImage } from "./image-store.ts"

interface Copy {
  from: ImageStore
  to: ImageStore
  names: readonly string[]
  advance: (images: number) => void
}

/** Stores the originals that the other store lacks; returns the names of those that are missing in the first one. */
export async function copyImages({ from, to, names, advance }: Copy): Promise<string[]> {
  const missing: string[] = []
  for (const name of names) {
    if (!(await to.originals.exists(name))) {
      const content = await from.originals.read(name)
      if (content) await to.originals.put(name, content)
      else missing.push(name)
    }
    advance(1)
  }
  return missing
}

/** The names of images whose content differs in the two stores, or is not the one that their name tells of. */
export async function findDifferentImages({ from, to, names, advance }: Copy): Promise<string[]> {
  const different: string[] = []
  for (const name of names) {
    const [one, other] = [await from.originals.read(name), await to.originals.read(name)]
    const isEqual = one === undefined ? other === undefined : other !== undefined && one.equals(other)
    if (!isEqual || (other && !matchesName(name, other))) different.push(name)
    advance(1)
  }
  return different
}

/** Images that were imported have names of their own. */
function matchesName(name: string, content: Buffer): boolean {
  const [hash = "", extension = ""] = name.split(".")
  return !/^[0-9a-f]{32}$/.test(hash) || nameImage(content, extension) === name
}
