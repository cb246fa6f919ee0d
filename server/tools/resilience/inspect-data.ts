import { existsSync } from "node:fs"
import { readdir, utimes } from "node:fs/promises"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { runCommand } from "#server/testing/run-command.ts"

/** Reads rows of a stopped or running site directly from its database file. */
export function readRows<Row>(dataDir: string, query: string): Row[] {
  const database = new Sqlite(join(dataDir, "site.db"), { timeout: 5000 })
  try {
    return database.prepare(query).all() as Row[]
  } finally {
    database.close()
  }
}

/** Returns what SQLite's own integrity check finds, which is "ok" for a sound file. */
export function checkIntegrity(dataDir: string): string {
  return readRows<{ integrity_check: string }>(dataDir, "pragma integrity_check")
    .map((row) => row.integrity_check)
    .join(", ")
}

export function countRows(dataDir: string, table: string): number {
  return readRows<{ count: number }>(dataDir, `select count(*) as count from ${table}`)[0]?.count ?? Number.NaN
}

/** Lists the temporary files that interrupted work has left in the folders of pictures. */
export async function listUnfinished(dataDir: string): Promise<string[]> {
  const files = await Promise.all(["uploads", "variants"].map((folder) => readdir(join(dataDir, folder))))
  return files.flat().filter((name) => name.startsWith(".tmp-"))
}

/** Returns the lines of `npm run images -- check`, of which the last one sums up. */
export async function checkPictures(dataDir: string): Promise<{ status: number; lines: string[] }> {
  const { status, stdout } = await runCommand("images", ["check"], { environment: { DATA_DIR: dataDir } })
  return { status, lines: stdout.trim().split("\n") }
}

/** Lists pictures that have a row, or are shown, but have no file. */
export function listLost(dataDir: string): string[] {
  const rows = readRows<{ name: string }>(dataDir, "select name from images union select image from project_images")
  return rows.map(({ name }) => name).filter((name) => !existsSync(join(dataDir, "uploads", name)))
}

/** Makes the files two hours old, so that the garbage collection deletes those without a row. */
export async function ageFiles(dataDir: string): Promise<void> {
  const then = new Date(Date.now() - 2 * 3_600_000)
  for (const name of await readdir(join(dataDir, "uploads"))) await utimes(join(dataDir, "uploads", name), then, then)
}
