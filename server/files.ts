import { randomUUID } from "node:crypto"
import { open, rename, rm } from "node:fs/promises"
import { join } from "node:path"

const prefix = ".tmp-"

/** A file or folder that is there while work is under way; its name says whose work, for the sweep. */
export function temporaryPath(folder: string): string {
  return join(folder, `${prefix}${process.pid}-${randomUUID()}`)
}

/** The process that made a temporary file; undefined for any other file. */
export function parseTemporaryOwner(name: string): number | undefined {
  return name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) || 0 : undefined
}

/** Whether a process of that number is there. */
export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/** Under its name only once it is whole and on the disk. */
export async function writeFileAtomically(folder: string, name: string, content: Uint8Array): Promise<void> {
  const unfinished = temporaryPath(folder)
  try {
    await using file = await open(unfinished, "wx")
    await file.writeFile(content)
    await file.sync()
    await rename(unfinished, join(folder, name))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await syncFolder(folder)
}

/** Makes sure of the names in it; a file's own sync makes sure of its content alone. */
export async function syncFolder(folder: string): Promise<void> {
  await using entries = await open(folder)
  await entries.sync()
}
