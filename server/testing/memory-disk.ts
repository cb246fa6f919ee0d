import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Mounts a disk in memory; returns undefined if this user may not do so. */
export function mountMemoryDisk(bytes: number): ({ path: string } & Disposable) | undefined {
  const path = mkdtempSync(join(tmpdir(), "lisanga-disk-"))
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${bytes}`, "none", path], { stdio: "ignore" })
  } catch {
    rmSync(path, { recursive: true })
    return undefined
  }
  return {
    path,
    [Symbol.dispose]() {
      execFileSync("umount", [path])
      rmSync(path, { recursive: true })
    },
  }
}
