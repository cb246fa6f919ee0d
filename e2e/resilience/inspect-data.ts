import { existsSync } from "node:fs"
import { readdir, utimes } from "node:fs/promises"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { runCommand } from "#server/testing/run-command.ts"

/** A row of a stopped or running site, read beside it. */
export function readRows<Row>(dataDir: string, query: string): Row[] {
  const database = new Sqlite(join(dataDir, "site.db"), { timeout: 5000 })
  try {
    return database.prepare(query).all() as Row[]
  } finally {
    database.close()
  }
}

/** What SQLite itself finds wrong: "ok". */
export function checkIntegrity(dataDir: string): string {
  return readRows<{ integrity_check: string }>(dataDir, "pragma integrity_check")
    .map((row) => row.integrity_check)
    .join(", ")
}

export function countRows(dataDir: string, table: string): number {
  return readRows<{ count: number }>(dataDir, `select count(*) as count from ${table}`)[0]?.count ?? Number.NaN
}

/** What work that was broken off has left in the folders of pictures. */
export async function listUnfinished(dataDir: string): Promise<string[]> {
  const files = await Promise.all(["uploads", "variants"].map((folder) => readdir(join(dataDir, folder))))
  return files.flat().filter((name) => name.startsWith(".tmp-"))
}

/** `npm run images -- check`, line by line; its last line sums up. */
export async function checkPictures(dataDir: string): Promise<{ status: number; lines: string[] }> {
  const { status, stdout } = await runCommand("images", ["check"], { environment: { DATA_DIR: dataDir } })
  return { status, lines: stdout.trim().split("\n") }
}

/** Pictures that have a row, or are shown, and no file. */
export function listLost(dataDir: string): string[] {
  const rows = readRows<{ name: string }>(dataDir, "select name from images union select image from project_images")
  return rows.map(({ name }) => name).filter((name) => !existsSync(join(dataDir, "uploads", name)))
}

/** Lets two hours pass for the files there: what is young may have a row on its way. */
export async function ageFiles(dataDir: string): Promise<void> {
  const then = new Date(Date.now() - 2 * 3_600_000)
  for (const name of await readdir(join(dataDir, "uploads"))) await utimes(join(dataDir, "uploads", name), then, then)
}
