import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import Sqlite from "better-sqlite3"
import { sql } from "kysely"
import { expect, test } from "vitest"
import { makeProject } from "#server/testing/make.ts"
import { makeDisk } from "#server/testing/make-disk.ts"
import { connect, connectFile, DataDirError } from "./connect.ts"

const run = promisify(execFile)

/** A data folder with a served database in it, closed again. */
async function makeDataFolder() {
  const folder = makeFolder()
  const db = await connect(folder.path)
  for (let count = 0; count < 50; count += 1) await makeProject(db, { description: "Un projet. ".repeat(400) })
  await db.destroy()
  return folder
}

function makeFolder() {
  const path = mkdtempSync(join(tmpdir(), "lisanga-data-"))
  return { path, file: join(path, "site.db"), [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

/** Every file of a data folder with its size and its content's hash, but for what holds locks. */
function contents(path: string) {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/-shm$|\.lock$/.test(entry.name),
  )
  return entries.map(({ name, parentPath }) => {
    const content = readFileSync(join(parentPath, name))
    return `${name}: ${content.length} bytes, ${createHash("sha256").update(content).digest("hex")}`
  })
}

/** Asserts that the folder is refused in one line, and left as it is. */
async function expectRefusal(path: string, words: RegExp) {
  const before = contents(path)
  const refusal: unknown = await connect(path).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(DataDirError)
  expect((refusal as DataDirError).message).toMatch(words)
  expect((refusal as DataDirError).message).not.toContain("\n")
  expect(contents(path)).toEqual(before)
}

test("a missing data folder is made, with its database and its place for pictures", async () => {
  using folder = makeFolder()
  const db = await connect(join(folder.path, "new/data"))
  await db.destroy()
  expect(readdirSync(join(folder.path, "new/data")).sort()).toEqual(["site.db", "site.lock", "uploads"])
})

test("what was acknowledged survives a power cut: WAL with synchronous FULL, and foreign keys hold", async () => {
  using folder = makeFolder()
  const db = await connect(folder.path)
  const pragma = async (name: string) => Object.values((await sql.raw(`pragma ${name}`).execute(db)).rows[0] ?? {})[0]
  expect(await pragma("journal_mode")).toBe("wal")
  expect(await pragma("synchronous")).toBe(2)
  expect(await pragma("foreign_keys")).toBe(1)
  // A wait inside SQLite holds every page up.
  expect(await pragma("busy_timeout")).toBeLessThanOrEqual(50)
  await expect(db.insertInto("outbox").values({ messageId: 999, nextAt: "" }).execute()).rejects.toThrow(/FOREIGN KEY/)
  await db.destroy()
})

test("a project's id is never given out twice", async () => {
  const db = await connectFile(":memory:")
  const first = await makeProject(db)
  await db.deleteFrom("projects").execute()
  expect(await makeProject(db)).toBeGreaterThan(first)
  await db.destroy()
})

test("a database opened again keeps its rows", async () => {
  using folder = await makeDataFolder()
  const db = await connect(folder.path)
  expect(await db.selectFrom("projects").select("id").execute()).toHaveLength(50)
  await db.destroy()
})

test("a text file in the database's place is refused and left as it is", async () => {
  using folder = makeFolder()
  mkdirSync(join(folder.path, "uploads"))
  writeFileSync(folder.file, "Ceci n’est pas une base de données.\n".repeat(100))
  await expectRefusal(folder.path, /site\.db est endommagé ou n’est pas une base de données de ce site/)
})

test("a database with a damaged page is refused and left as it is", async () => {
  using folder = await makeDataFolder()
  const file = openSync(folder.file, "r+")
  for (let page = 3; page < 60; page += 1) writeSync(file, Buffer.alloc(600, 0xa5), 0, 600, page * 4096)
  closeSync(file)
  await expectRefusal(folder.path, /endommagé/)
})

test("a database cut off in the middle is refused and left as it is", async () => {
  using folder = await makeDataFolder()
  writeFileSync(folder.file, readFileSync(folder.file).subarray(0, 100_000))
  await expectRefusal(folder.path, /endommagé/)
})

test("another program's database is refused and left as it is", async () => {
  using folder = makeFolder()
  mkdirSync(join(folder.path, "uploads"))
  const other = new Sqlite(folder.file)
  other.exec("create table recipes (name text); insert into recipes values ('pondu')")
  other.close()
  await expectRefusal(folder.path, /n’est pas une base de données de ce site/)
})

test("a database newer than the program is refused and left as it is", async () => {
  using folder = await makeDataFolder()
  const newer = new Sqlite(folder.file)
  newer.exec("insert into kysely_migration (name, timestamp) values ('9999-future', '2099-01-01T00:00:00.000Z')")
  newer.pragma("wal_checkpoint(TRUNCATE)")
  newer.close()
  await expectRefusal(folder.path, /version plus récente du programme \(migration 9999-future\)/)
})

test("a newer database whose process was killed keeps its write-ahead log", async () => {
  using folder = await makeDataFolder()
  using killed = makeFolder()
  const newer = new Sqlite(folder.file)
  newer.exec("insert into kysely_migration (name, timestamp) values ('9999-future', '2099-01-01T00:00:00.000Z')")
  for (const end of ["", "-wal", "-shm"]) copyFileSync(`${folder.file}${end}`, `${killed.file}${end}`)
  newer.close()
  mkdirSync(join(killed.path, "uploads"))
  await expectRefusal(killed.path, /9999-future/)
})

test("a folder in the database's place is refused", async () => {
  using folder = makeFolder()
  mkdirSync(folder.file)
  mkdirSync(join(folder.path, "uploads"))
  await expectRefusal(folder.path, /n’est pas un fichier/)
})

test("a data folder that cannot be made is refused by the name of its setting", async () => {
  using folder = makeFolder()
  writeFileSync(join(folder.path, "file"), "")
  await expect(connect(join(folder.path, "file/data"))).rejects.toThrow(/^DATA_DIR : on ne peut pas écrire/)
})

test("a database that another process does not let go of is refused in one line, after a while", async () => {
  using folder = await makeDataFolder()
  const other = new Sqlite(folder.file)
  other.exec("begin immediate")
  await expect(connect(folder.path)).rejects.toThrow(/^.+site\.db ne peut pas être ouvert \(.+\)$/)
  other.exec("rollback")
  other.close()
})

test("a sound database on a full disk is not called damaged", async (context) => {
  using disk = makeDisk(4_000_000)
  if (!disk) return context.skip("this machine lets nobody mount a disk")
  await (await connect(disk.path)).destroy()
  const filling = join(disk.path, "filling")
  expect(() => writeFileSync(filling, Buffer.alloc(4_000_000))).toThrow("ENOSPC")
  await expect(connect(disk.path)).rejects.toThrow(/^.+site\.db ne peut pas être ouvert \(.+\)$/)
  rmSync(filling)
  await (await connect(disk.path)).destroy()
})

test("a file that is still empty, as after a start broken off, becomes the database", async () => {
  using folder = makeFolder()
  writeFileSync(folder.file, "")
  const db = await connect(folder.path)
  expect(await db.selectFrom("projects").select("id").execute()).toEqual([])
  await db.destroy()
})

test("processes that start on one new data folder at once all get the same whole database", async () => {
  for (let round = 0; round < 3; round += 1) {
    using folder = makeFolder()
    const program = `
      const { connect } = await import("#server/database/connect.ts")
      const { initializeDatabase } = await import("#server/first-start.ts")
      const db = await connect(${JSON.stringify(folder.path)})
      await initializeDatabase(db, new Date(), async (trx) => {
        await trx.insertInto("audit").values({ at: "", action: "begin", subject: "site", details: "" }).execute()
      })
      await db.destroy()`
    const options = ["--input-type=module", "--eval", program]
    await Promise.all(Array.from({ length: 4 }, () => run(process.execPath, options)))
    const db = await connect(folder.path)
    expect(await db.selectFrom("audit").select("action").execute()).toEqual([{ action: "begin" }])
    expect(await db.selectFrom("contentVersion").select("version").execute()).toEqual([{ version: 1 }])
    await db.destroy()
  }
}, 60_000)
