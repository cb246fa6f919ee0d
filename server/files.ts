import { createHash, randomUUID } from "node:crypto"
import { readFileSync, readlinkSync } from "node:fs"
import { open, rename, rm, statfs } from "node:fs/promises"
import { hostname } from "node:os"
import { join } from "node:path"

const prefix = ".tmp-"

/** Process ids can only be compared within one kernel and one namespace, and so not between two containers. */
const pidNamespace = createHash("sha256").update(readPidNamespace()).digest("hex").slice(0, 8)

function readPidNamespace(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8") + readlinkSync("/proc/self/ns/pid")
  } catch {
    return hostname() // Other systems than Linux have no /proc.
  }
}

/** Returns a path for unfinished work. Its name tells the process, so that what a killed one leaves can be deleted. */
export function temporaryPath(folder: string, pid: number = process.pid): string {
  return join(folder, `${prefix}${pidNamespace}-${pid}-${randomUUID()}`)
}

export function isTemporaryFile(name: string): boolean {
  return name.startsWith(prefix)
}

/** Returns the id of the process that made a temporary file, or undefined where it cannot be known from here. */
export function parseTemporaryOwner(name: string): number | undefined {
  const [namespace, pid] = name.slice(prefix.length).split("-")
  return namespace === pidNamespace ? Number(pid) : undefined
}

export function isProcessRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM"
  }
}

/** Writes a file that has its name only once its content is complete and durable. */
export async function writeFileAtomically(folder: string, name: string, content: Uint8Array): Promise<void> {
  const unfinished = temporaryPath(folder)
  try {
    await using file = await open(unfinished, "wx", 0o600)
    await file.writeFile(content)
    await file.sync()
    await rename(unfinished, join(folder, name))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  await syncFolder(folder)
}

/** Returns undefined for a missing file, and throws any other failure; it is made for a `catch`. */
export function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT" && error.code !== "ENAMETOOLONG") throw error
}

/** Makes the content of a file durable. */
export async function syncFile(path: string): Promise<void> {
  await using file = await open(path)
  await file.sync()
}

/** Makes the names in a folder durable, as syncing a file does that for its content only. */
export async function syncFolder(folder: string): Promise<void> {
  await using entries = await open(folder)
  await entries.sync()
}

/** Returns the free space on the disk of that folder. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
