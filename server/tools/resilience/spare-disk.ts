import { execFileSync } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { appendFile } from "node:fs/promises"
import { join } from "node:path"
import { mountMemoryDisk } from "#server/testing/memory-disk.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"

/** This is enough for a small site. */
const BYTES = 24 * 1024 * 1024

export interface SpareDisk extends Disposable {
  path: string
  /** Says what imitates a full disk here. */
  means: string
  fill(pid: number | undefined): Promise<void>
  free(pid: number | undefined): void
}

/** Makes a disk that can be filled: a tmpfs, or else a limit on the size of the server's files. */
export function makeSpareDisk(): SpareDisk {
  const disk = mountMemoryDisk(BYTES)
  return disk ? smallDisk(disk) : limitedFolder()
}

function smallDisk(disk: { path: string } & Disposable): SpareDisk {
  const ballast = join(disk.path, "ballast")
  return {
    path: disk.path,
    means: "a tmpfs of 24 MB, filled to the last byte",
    fill: () => fillDisk(ballast),
    free: () => rmSync(ballast),
    [Symbol.dispose]: () => disk[Symbol.dispose](),
  }
}

/** Writes that file until not a byte is left on its disk. */
export async function fillDisk(file: string): Promise<void> {
  writeFileSync(file, "")
  for (const size of [1_048_576, 4096, 1]) await appendWhilePossible(file, size)
}

async function appendWhilePossible(file: string, size: number) {
  for (;;) {
    try {
      await appendFile(file, Buffer.alloc(size))
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOSPC") return
      throw error
    }
  }
}

function limitedFolder(): SpareDisk {
  const folder = createTemporaryFolder()
  return {
    path: folder.path,
    means: "a limit of 0 bytes on every file (RLIMIT_FSIZE)",
    fill: async (pid) => limitFiles(pid, "0"),
    free: (pid) => limitFiles(pid, "unlimited"),
    [Symbol.dispose]: () => folder[Symbol.dispose](),
  }
}

/** Limits the size of the files that a process writes; at 0 every write fails, as on a read-only disk. */
export function limitFiles(pid: number | undefined, bytes: "0" | "unlimited") {
  execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`])
}
