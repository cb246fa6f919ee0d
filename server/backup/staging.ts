import { mkdir, readdir, rm } from "node:fs/promises"
import { join } from "node:path"
import { isProcessRunning, isTemporaryFile, parseTemporaryOwner, temporaryPath } from "#server/files.ts"

/** Creates a folder for a command's unfinished work that only its user can read. Deletes those of killed commands. */
export async function createStagingFolder(parent: string): Promise<{ path: string } & AsyncDisposable> {
  await deleteAbandoned(parent)
  const path = temporaryPath(parent)
  await mkdir(path, { mode: 0o700 })
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

async function deleteAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = isTemporaryFile(name) ? parseTemporaryOwner(name) : undefined
    if (owner === undefined || isProcessRunning(owner)) continue
    // A shared temporary folder may contain those of another account, which cannot be deleted.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined)
  }
}
