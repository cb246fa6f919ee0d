import { chmodSync, closeSync, existsSync, openSync } from "node:fs"

const PRIVATE = 0o600

/** Only the site's own user may read the file, even in a folder that others can; SQLite gives its logs the same mode. */
export function makePrivate(file: string): void {
  try {
    if (!existsSync(file)) closeSync(openSync(file, "a", PRIVATE))
    for (const path of [file, `${file}-wal`, `${file}-shm`]) if (existsSync(path)) chmodSync(path, PRIVATE)
  } catch {} // Some volumes have no modes, and SQLite itself reports a file that cannot be opened
}
