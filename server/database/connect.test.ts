import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import Sqlite from "better-sqlite3"
import { sql } from "kysely"
import { expect, test } from "vitest"
import { UnusableDatabase } from "#server/database/core/unusable-database.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { mountMemoryDisk } from "#server/testing/memory-disk.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { connect, connectFile } from "./connect.ts"

const run = promisify(execFile)

/** Creates a data folder whose database has rows and is closed. */
async function makeDataFolder() {
  const folder = makeFolder()
  const db = await connect(folder.path)
  for (let count = 0; count < 50; count += 1) await createTestProject(db, { description: "Un projet. ".repeat(400) })
  await db.destroy()
  return folder
}

function makeFolder() {
  const path = mkdtempSync(join(tmpdir(), "lisanga-data-"))
  return { path, file: join(path, "site.db"), [Symbol.dispose]: () => rmSync(path, { recursive: true }) }
}

/** Returns every file of a data folder with its size and hash, except lock files. */
function contents(path: string) {
  const entries = readdirSync(path, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/-shm$|\.lock$/.test(entry.name),
  )
  return entries.map(({ name, parentPath }) => {
    const content = readFileSync(join(parentPath, name))
    return `${name}: ${content.length} bytes, ${createHash("sha256").update(content).digest("hex")}`
  })
}

/** Expects an error of one line, and an unchanged folder. */
async function expectRejection(path: string, message: RegExp) {
  const before = contents(path)
  const error: unknown = await connect(path).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(UnusableDatabase)
  expect((error as UnusableDatabase).message).toMatch(message)
  expect((error as UnusableDatabase).message).not.toContain("\n")
  expect(contents(path)).toEqual(before)
}

test("a missing data folder is created for its user alone, with its database and its uploads folder", async () => {
  using folder = makeFolder()
  const db = await connect(join(folder.path, "new/data"))
  await db.destroy()
  expect(readdirSync(join(folder.path, "new/data")).sort()).toEqual(["site.db", "site.lock", "uploads"])
  expect(statSync(join(folder.path, "new/data")).mode & 0o777).toBe(0o700)
})

test("the database is durable (WAL, synchronous FULL), and foreign keys are enforced", async () => {
  using folder = makeFolder()
  const db = await connect(folder.path)
  const pragma = async (name: string) => Object.values((await sql.raw(`pragma ${name}`).execute(db)).rows[0] ?? {})[0]
  expect(await pragma("journal_mode")).toBe("wal")
  expect(await pragma("synchronous")).toBe(2)
  expect(await pragma("foreign_keys")).toBe(1)
  // SQLite's own wait would block the event loop.
  expect(await pragma("busy_timeout")).toBeLessThanOrEqual(50)
  await expect(db.insertInto("outbox").values({ messageId: 999, nextAt: "" }).execute()).rejects.toThrow(/FOREIGN KEY/)
  await db.destroy()
})

test("a project's id is never reused", async () => {
  const db = await connectFile(":memory:")
  const first = await createTestProject(db)
  await db.deleteFrom("projects").execute()
  expect(await createTestProject(db)).toBeGreaterThan(first)
  await db.destroy()
})

test("a database opened again has its rows", async () => {
  using folder = await makeDataFolder()
  const db = await connect(folder.path)
  expect(await db.selectFrom("projects").select("id").execute()).toHaveLength(50)
  await db.destroy()
})

test("a text file in place of the database is rejected and left as it is", async () => {
  using folder = makeFolder()
  mkdirSync(join(folder.path, "uploads"))
  writeFileSync(folder.file, "Ceci n’est pas une base de données.\n".repeat(100))
  await expectRejection(folder.path, /site\.db est endommagé ou n’est pas une base de données de ce site/)
})

test("a database with a damaged page is rejected and left as it is", async () => {
  using folder = await makeDataFolder()
  const file = openSync(folder.file, "r+")
  writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, 4 * 4096)
  closeSync(file)
  await expectRejection(folder.path, /endommagé .* \(SQLite ne peut pas la lire en entier\)$/)
})

test("a truncated database is rejected and left as it is", async () => {
  using folder = await makeDataFolder()
  writeFileSync(folder.file, readFileSync(folder.file).subarray(0, 100_000))
  await expectRejection(folder.path, /endommagé/)
})

test.each(["", "x"])("a database of %o beside images is rejected and left as it is", async (content) => {
  using folder = makeFolder()
  writeFileSync(folder.file, content)
  mkdirSync(join(folder.path, "uploads"))
  writeFileSync(join(folder.path, "uploads", "a.jpg"), "")
  await expectRejection(folder.path, /site\.db est vide/)
})

test("an empty database without images is filled", async () => {
  using folder = makeFolder()
  writeFileSync(folder.file, "")
  const db = await connect(folder.path)
  expect(await db.selectFrom("projects").select("id").execute()).toEqual([])
  await db.destroy()
})

test("another program's database is rejected and left as it is", async () => {
  using folder = makeFolder()
  mkdirSync(join(folder.path, "uploads"))
  const other = new Sqlite(folder.file)
  other.exec("create table recipes (name text); insert into recipes values ('pondu')")
  other.close()
  await expectRejection(folder.path, /n’est pas une base de données de ce site/)
})

test("a database newer than the program is rejected and left as it is", async () => {
  using folder = await makeDataFolder()
  const newer = new Sqlite(folder.file)
  newer.exec("insert into kysely_migration (name, timestamp) values ('9999-future', '2099-01-01T00:00:00.000Z')")
  newer.exec("insert into oldest_programs values ('99.0.0')")
  newer.pragma("wal_checkpoint(TRUNCATE)")
  newer.close()
  await expectRejection(folder.path, /version plus récente du programme, il faut au moins la version 99\.0\.0/)
})

test("after an update gone wrong the release before starts on what the later one has migrated", async () => {
  using folder = await makeDataFolder()
  const newer = new Sqlite(folder.file)
  newer.exec("insert into kysely_migration (name, timestamp) values ('9999-future', '2099-01-01T00:00:00.000Z')")
  newer.exec("alter table projects add column future text")
  newer.close()
  const db = await connect(folder.path)
  await createTestProject(db)
  await db.destroy()
})

test("a database of before the first release is rejected with the commit to upgrade it by", async () => {
  using folder = await makeDataFolder()
  const former = new Sqlite(folder.file)
  former.exec("update kysely_migration set name = '0001-tables' where name = '0001-baseline'")
  former.close()
  await expectRejection(folder.path, /d’avant la première publication .*git checkout [0-9a-f]{12}/)
})

test("a newer database whose process was killed keeps its write-ahead log", async () => {
  using folder = await makeDataFolder()
  using killed = makeFolder()
  const newer = new Sqlite(folder.file)
  newer.exec("insert into kysely_migration (name, timestamp) values ('9999-future', '2099-01-01T00:00:00.000Z')")
  newer.exec("insert into oldest_programs values ('99.0.0')")
  for (const end of ["", "-wal", "-shm"]) copyFileSync(`${folder.file}${end}`, `${killed.file}${end}`)
  newer.close()
  mkdirSync(join(killed.path, "uploads"))
  await expectRejection(killed.path, /il faut au moins la version 99\.0\.0/)
})

test("a folder in place of the database is rejected", async () => {
  using folder = makeFolder()
  mkdirSync(folder.file)
  mkdirSync(join(folder.path, "uploads"))
  await expectRejection(folder.path, /n’est pas un fichier/)
})

test.each(["file", "file/data", "/sys/lisanga"])(
  "a data folder that cannot be created, as %s, is rejected by the name of its setting",
  async (path) => {
    using folder = makeFolder()
    writeFileSync(join(folder.path, "file"), "à garder")
    await expect(connect(resolve(folder.path, path))).rejects.toThrow(/^DATA_DIR : on ne peut pas écrire/)
    expect(readFileSync(join(folder.path, "file"), "utf8")).toBe("à garder")
  },
)

test("the message names what cannot be written, which may be within the data folder", async () => {
  using folder = makeFolder()
  writeFileSync(join(folder.path, "uploads"), "à garder")
  await expect(connect(folder.path)).rejects.toThrow(
    `DATA_DIR : on ne peut pas écrire dans ${join(folder.path, "uploads")}`,
  )
})

test("a database that stays locked by another process is rejected in one line", async () => {
  using folder = await makeDataFolder()
  const other = new Sqlite(folder.file)
  other.exec("begin immediate")
  await expect(connect(folder.path)).rejects.toThrow(/^.+site\.db ne peut pas être ouvert \(.+\)$/)
  other.exec("rollback")
  other.close()
})

test("an intact database on a full disk is not reported as damaged", async (context) => {
  using disk = mountMemoryDisk(4_000_000)
  if (!disk) return context.skip("this machine lets nobody mount a disk")
  await (await connect(disk.path)).destroy()
  const filling = join(disk.path, "filling")
  expect(() => writeFileSync(filling, Buffer.alloc(4_000_000))).toThrow("ENOSPC")
  await expect(connect(disk.path)).rejects.toThrow(/^.+site\.db ne peut pas être ouvert \(.+\)$/)
  rmSync(filling)
  await (await connect(disk.path)).destroy()
})

test("an empty file, as after an interrupted start, becomes the database", async () => {
  using folder = makeFolder()
  writeFileSync(folder.file, "")
  const db = await connect(folder.path)
  expect(await db.selectFrom("projects").select("id").execute()).toEqual([])
  await db.destroy()
})

test("processes that start on one new data folder at once share one complete database", async () => {
  for (let round = 0; round < 2; round += 1) {
    using folder = makeFolder()
    const program = `
      const { connect } = await import("#server/database/connect.ts")
      const { initializeDatabase } = await import("#server/start/first-start.ts")
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

test.each(["missing", "present"])(
  "a database that is %s in a folder of everybody's can be read by its user alone",
  async (was) => {
    using folder = createTemporaryFolder()
    chmodSync(folder.path, 0o755)
    const file = join(folder.path, "site.db")
    if (was === "present") writeFileSync(file, "", { mode: 0o644 })
    await using db = await connect(folder.path)
    await db.selectFrom("contentVersion").selectAll().execute()
    const modes = readdirSync(folder.path).map((name) => [
      name,
      (statSync(join(folder.path, name)).mode & 0o077).toString(8),
    ])
    expect(Object.fromEntries(modes)).toEqual({
      "site.db": "0",
      "site.db-wal": "0",
      "site.db-shm": "0",
      uploads: "0",
      "site.lock": "0",
    })
  },
)
