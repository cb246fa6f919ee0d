import { hash } from "node:crypto"
import { forEachConcurrently } from "#server/concurrency-limit.ts"
import { checksumImage, matchesName } from "#server/images/store/image-checksum.ts"
import type { ImageStore } from "#server/images/store/image-store.ts"
import { BackupError } from "./backup-error.ts"
import type { ShowProgress } from "./progress.ts"

interface Copy {
  from: ImageStore
  to: ImageStore
  names: ReadonlySet<string>
  progress: ShowProgress
}

export interface CopiedImages {
  /** The number of images that are in both stores. */
  images: number
  /** Images that are missing in the first store. */
  missing: string[]
  /** Images that were damaged in the first store, and were copied as they are. */
  damaged: string[]
}

/** Copies the originals that the other store lacks, and compares all of them in both. */
export async function copyImages({ from, to, names, progress }: Copy): Promise<CopiedImages> {
  const { advance } = progress("Images", names.size)
  const stored = new Set(await to.originals.list())
  const [missing, damaged]: [string[], string[]] = [[], []]
  await forEachConcurrently(names, async (name) => {
    const content = await from.originals.read(name)
    if (content && !stored.has(name)) await to.originals.put(name, content)
    const original = content && hash("sha256", content)
    if ((await checksumImage(to, name)) !== original) {
      throw new BackupError(`L’image ${name} diffère après la copie : effacez-la dans la destination et relancez`)
    }
    if (!original) missing.push(name)
    else if (!matchesName(name, original)) damaged.push(name)
    advance(1)
  })
  return { images: names.size - missing.length, missing: missing.sort(), damaged: damaged.sort() }
}
