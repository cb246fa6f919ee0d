import { randomUUID } from "node:crypto"
import { open, rename, rm } from "node:fs/promises"
import { join } from "node:path"

const prefix = ".tmp-"

/** A new path for unfinished work. Its name holds the process id, so that what a killed process leaves can be deleted. */
export function temporaryPath(folder: string): string {
  return join(folder, `${prefix}${process.pid}-${randomUUID()}`)
}

/** The id of the process that made a temporary file; undefined for any other file. */
export function parseTemporaryOwner(name: string): number | undefined {
  return name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) || 0 : undefined
}

export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/** The file has its name only once its content is complete and durable. */
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

/** Makes the names in a folder durable; syncing a file does that for its content alone. */
export async function syncFolder(folder: string): Promise<void> {
  await using entries = await open(folder)
  await entries.sync()
}
