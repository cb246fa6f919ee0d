import { existsSync, mkdirSync, rmSync } from "node:fs"
import { access, open, readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { Readable } from "node:stream"
import { HOUR_MS } from "#server/contract/durations.ts"
import {
  ignoreMissing,
  isProcessRunning,
  isTemporaryFile,
  parseTemporaryOwner,
  writeFileAtomically,
} from "#server/files.ts"
import { type ImageStore, type ObjectStore, rejectMissingFolder } from "./image-store.ts"

/** Stores images in folders of the data folder. */
export function createDiskImageStore(dataDir: string): ImageStore {
  const uploads = join(dataDir, "uploads")
  const variants = join(dataDir, "variants")
  const parts = join(dataDir, "parts")
  const builds = join(dataDir, "builds")
  return {
    originals: createFolderStore(uploads),
    variants: createFolderStore(variants),
    parts: createFolderStore(parts),
    builds: createFolderStore(builds),
    check: () => access(uploads),
    temporaryFolder: uploads,
    async listAbandonedFiles(now) {
      const lists = await Promise.all(
        [uploads, variants, parts, builds].map((folder) => listAbandonedFiles(folder, now)),
      )
      return lists.flat()
    },
  }
}

function createFolderStore(folder: string): ObjectStore {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const pathOf = (name: string) => join(folder, name)
  return {
    put: (name, content) => writeFileAtomically(folder, name, content).catch(rejectMissingFolder),
    async open(name) {
      const file = await open(pathOf(name)).catch(ignoreMissing)
      if (!file) return undefined
      const found = await file.stat()
      if (found.isFile()) {
        return { bytes: found.size, body: Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array> }
      }
      await file.close()
      return undefined
    },
    read: (name) => readFile(pathOf(name)).catch(ignoreMissing),
    exists: async (name) => existsSync(pathOf(name)),
    modifiedAt: async (name) => (await stat(pathOf(name)).catch(ignoreMissing))?.mtime,
    // The deletion is synchronous, as uploads wait for its lock and pictures may occupy the thread pool for seconds.
    delete: async (name) => rmSync(pathOf(name), { force: true }),
    async list() {
      return (await readdir(folder)).filter((name) => !isTemporaryFile(name))
    },
  }
}

/** Lists files whose process has ended, or that are older than any work may last. */
export async function listAbandonedFiles(folder: string, now: Date): Promise<string[]> {
  const abandoned: string[] = []
  for (const name of await readdir(folder)) {
    if (!isTemporaryFile(name)) continue
    const owner = parseTemporaryOwner(name)
    const path = join(folder, name)
    const modifiedAt = await lastWriteTo(path)
    // In a container each start may have the same process id, so files from before this start are not its own.
    const hasOwnerEnded =
      owner === process.pid ? modifiedAt < performance.timeOrigin : owner !== undefined && !isProcessRunning(owner)
    if (hasOwnerEnded || now.getTime() - modifiedAt > HOUR_MS) abandoned.push(path)
  }
  return abandoned
}

/** In milliseconds; a form's folder is as old as its newest file, since files may take hours to arrive. */
async function lastWriteTo(path: string): Promise<number> {
  const found = await stat(path).catch(ignoreMissing)
  if (!found) return Number.POSITIVE_INFINITY
  if (!found.isDirectory()) return found.mtimeMs
  const names = (await readdir(path).catch(ignoreMissing)) ?? []
  return Math.max(found.mtimeMs, ...(await Promise.all(names.map((name) => lastWriteTo(join(path, name))))))
}
