// @module-tag engines
import { join } from "node:path"
import { sql } from "kysely"
import { expect, test } from "vitest"
import { expireEntries } from "#server/audit/entries/expire-entries.ts"
import { connectFile } from "#server/database/connect.ts"
import type { Database } from "#server/database/core/database.ts"
import { copyToFile } from "#server/database/snapshot.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { engine, openInstances, openTestDatabase } from "#server/testing/open-test-database.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { type AuditEntry, hashEntry, recordAudit, recordAudits, SYSTEM } from "./audit-log.ts"
import { type ChainFault, verifyChain } from "./verify-chain.ts"

const NOW = new Date("2026-06-15T10:00:00.000Z")

const entry: AuditEntry = { ...SYSTEM, ip: "192.0.2.7", action: "update", subject: "project", subjectId: 1 }

/** Records entries of consecutive days, the last one at NOW. */
async function record(db: Database, count: number) {
  for (let index = 0; index < count; index += 1) {
    const at = new Date(NOW.getTime() - (count - 1 - index) * 86_400_000)
    const details = { before: { name: `École ${index}` }, after: { name: `École ${index + 1}` } }
    await inTransaction(db, (trx) => recordAudit(trx, { ...entry, subjectName: `École ${index}`, details }, at))
  }
}

async function openLog(count = 5) {
  const db = await openTestDatabase()
  await record(db, count)
  return db
}

/** Removes the trigger that protects entries, as somebody with full access to the database can. */
async function allowUpdates(db: Database) {
  const on = engine === "postgres" ? " on audit" : ""
  await sql.raw(`drop trigger audit_is_final${on}`).execute(db)
}

const hashes = async (db: Database) =>
  (await db.selectFrom("audit").select("hash").orderBy("id").execute()).map(({ hash }) => hash)

test("a log that nobody has touched is in order, and so is an empty one", async () => {
  await using db = await openLog(0)
  expect(await verifyChain(db)).toEqual({ entries: 0, hash: "" })
  await record(db, 3)
  expect(await verifyChain(db)).toEqual({ entries: 3, hash: (await hashes(db)).at(-1) })
})

test("entries of one command are chained in their order", async () => {
  await using db = await openTestDatabase()
  const many = Array.from({ length: 120 }, (_, index) => ({ ...entry, subjectId: index + 1 }))
  await inTransaction(db, (trx) => recordAudits(trx, many, NOW))
  expect(await verifyChain(db)).toMatchObject({ entries: 120 })
  const rows = await db.selectFrom("audit").select("subjectId").orderBy("id").execute()
  expect(rows.map(({ subjectId }) => subjectId)).toEqual(many.map(({ subjectId }) => subjectId))
})

test("entries of two instances that write at once are one chain", async () => {
  using folder = createTemporaryFolder()
  const instances = await openInstances(join(folder.path, "site.db"))
  await using db = instances.db
  await using other = instances.other
  const write = (one: Database) => inTransaction(one, (trx) => recordAudit(trx, entry, NOW))
  await Promise.all(Array.from({ length: 20 }, (_, index) => write(index % 2 === 0 ? db : other)))
  expect(await verifyChain(db)).toEqual({ entries: 20, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

test("texts that an engine would change, and very long ones, do not break the chain", async () => {
  await using db = await openTestDatabase()
  const hostile = { subjectName: "a\0b\ud800c", details: { text: "\0\ud800", long: "é".repeat(5000) } }
  await inTransaction(db, (trx) => recordAudit(trx, { ...entry, ...hostile }, NOW))
  expect(await verifyChain(db)).toEqual({ entries: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  const { details } = await db.selectFrom("audit").select("details").executeTakeFirstOrThrow()
  expect(JSON.parse(details).long).toBe(`${"é".repeat(200)}…`)
})

test("the database rejects every update of an entry", async () => {
  await using db = await openLog()
  await expect(db.updateTable("audit").set({ action: "export" }).execute()).rejects.toThrow("audit: rows are final")
})

const columns = {
  at: "2020-01-01T00:00:00.000Z",
  accountId: null,
  ip: "203.0.113.1",
  tokenId: 7,
  action: "delete",
  subject: "message",
  subjectId: 9,
  subjectName: "Pont",
  subjectFolded: "pont",
  details: "{}",
  previousHash: "0".repeat(64),
  hash: "0".repeat(64),
}

test.each(Object.entries(columns))("a changed %s is found", async (column, value) => {
  await using db = await openLog()
  await allowUpdates(db)
  // A foreign key requires that the account exists.
  if (column === "accountId") {
    const { id } = await db
      .insertInto("accounts")
      .values({
        ...{ username: "a", usernameFolded: "a", email: "a", emailFolded: "a", passwordHash: "", role: "admin" },
        ...{ createdAt: "", passwordChangedAt: "" },
      })
      .returning("id")
      .executeTakeFirstOrThrow()
    await db.updateTable("audit").set({ accountId: id }).where("id", "=", 3).execute()
  } else {
    await db
      .updateTable("audit")
      .set({ [column]: value })
      .where("id", "=", 3)
      .execute()
  }
  expect((await verifyChain(db)).fault).toMatchObject({ kind: "changed", entry: { id: 3 } })
})

const remove = (id: number) => (db: Database) => db.deleteFrom("audit").where("id", "=", id).execute()

/** Inserts an entry with valid hashes, as an attacker would who knows how the chain is built. */
async function insert(db: Database, id: number, previous: number) {
  const row = await db.selectFrom("audit").selectAll().where("id", "=", previous).executeTakeFirstOrThrow()
  const { search: _, ...copied } = row as typeof row & { search?: unknown }
  const added = { ...copied, id, previousHash: row.hash }
  await db
    .insertInto("audit")
    .values({ ...added, hash: hashEntry(added) })
    .execute()
}

async function swap(db: Database, one: number, other: number) {
  await allowUpdates(db)
  for (const [from, to] of [
    [one, 1000],
    [other, one],
    [1000, other],
  ] as const) {
    await db.updateTable("audit").set({ id: to }).where("id", "=", from).execute()
  }
}

const tampering: [string, (db: Database) => Promise<unknown>, { kind: ChainFault; id?: number }][] = [
  ["the first entry is taken out", remove(1), { kind: "beginning", id: 2 }],
  ["one in the middle is taken out", remove(3), { kind: "unlinked", id: 4 }],
  ["the last one is taken out", remove(5), { kind: "end", id: 4 }],
  ["all are taken out", (db) => db.deleteFrom("audit").execute(), { kind: "end" }],
  ["two change places", (db) => swap(db, 2, 4), { kind: "unlinked", id: 2 }],
  ["the first two change places", (db) => swap(db, 1, 2), { kind: "beginning", id: 1 }],
  ["one is added at the end", (db) => insert(db, 6, 5), { kind: "end", id: 6 }],
  ["one is added before the first", (db) => insert(db, 0, 1), { kind: "beginning", id: 0 }],
  [
    "one is added in the middle",
    async (db) => {
      await allowUpdates(db)
      await db.updateTable("audit").set({ id: 50 }).where("id", "=", 5).execute()
      await insert(db, 6, 4)
    },
    { kind: "unlinked", id: 50 },
  ],
  ["the newest hash is forgotten", (db) => db.deleteFrom("auditHead").execute(), { kind: "end", id: 5 }],
]

test.each(tampering)("it is found when %s", async (_, tamper, { kind, id }) => {
  await using db = await openLog()
  await tamper(db)
  const { fault } = await verifyChain(db)
  expect({ kind: fault?.kind, id: fault?.entry?.id }).toEqual({ kind, id })
})

test("a hash that was noted proves that the log was not made anew", async () => {
  await using db = await openLog()
  const [first = "", , third = ""] = await hashes(db)
  for (const noted of [first, third]) expect((await verifyChain(db, { noted })).fault).toBeUndefined()
  // Whoever can write to the database can build another log whose chain is valid.
  await db.deleteFrom("audit").execute()
  await db.deleteFrom("auditHead").execute()
  await record(db, 2)
  expect((await verifyChain(db)).fault).toBeUndefined()
  expect((await verifyChain(db, { noted: third })).fault).toEqual({ kind: "unknown", entry: undefined })
})

/** Records entries that are the given numbers of days older than the retention of 24 months. */
async function recordOld(db: Database, days: number[]) {
  for (const day of days) {
    const at = new Date(new Date("2024-06-15T10:00:00.000Z").getTime() - day * 86_400_000)
    await inTransaction(db, (trx) => recordAudit(trx, entry, at))
  }
}

test("entries older than 24 months are deleted, which is an entry, and the chain begins where it says", async () => {
  await using db = await openTestDatabase()
  await recordOld(db, [40, 2, 1])
  const [, , lastHash] = await hashes(db)
  await record(db, 2)
  await expireEntries(db, () => NOW)
  const rows = await db.selectFrom("audit").select(["action", "subject", "details"]).orderBy("id").execute()
  expect(rows.map(({ action }) => action)).toEqual(["update", "update", "expire"])
  expect(JSON.parse(rows[2]?.details ?? "")).toEqual({
    ...{ count: 3, lastId: 3, lastHash },
    before: "2024-06-14T23:00:00.000Z",
  })
  expect(await verifyChain(db)).toEqual({ entries: 3, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect((await verifyChain(db, { noted: lastHash })).fault).toBeUndefined()
  await remove(4)(db)
  expect((await verifyChain(db)).fault).toMatchObject({ kind: "beginning", entry: { id: 5 } })
})

test("what is 24 months old today stays, and nothing is recorded where nothing is deleted", async () => {
  await using db = await openTestDatabase()
  await recordOld(db, [0])
  await expireEntries(db, () => NOW)
  expect(await hashes(db)).toHaveLength(1)
})

test("a log of which all is old keeps the entry that says so; the next deletion begins after it", async () => {
  await using db = await openTestDatabase()
  await recordOld(db, [3, 2])
  await expireEntries(db, () => NOW)
  expect(await verifyChain(db)).toEqual({ entries: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  await expireEntries(db, () => new Date("2028-07-01T10:00:00.000Z"))
  expect(await verifyChain(db)).toEqual({ entries: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

test("more than one chunk is deleted, each with an entry, while two instances do it", async () => {
  using folder = createTemporaryFolder()
  const instances = await openInstances(join(folder.path, "site.db"))
  await using db = instances.db
  await using other = instances.other
  const many = Array.from({ length: 4500 }, () => entry)
  await inTransaction(db, (trx) => recordAudits(trx, many, new Date("2020-01-01T00:00:00.000Z")))
  await record(db, 1)
  await Promise.all([expireEntries(db, () => NOW), expireEntries(other, () => NOW)])
  const rows = await db.selectFrom("audit").select("details").where("action", "=", "expire").execute()
  const counts = rows.map(({ details }) => JSON.parse(details).count)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(4500)
  expect((await verifyChain(db)).fault).toBeUndefined()
})

test("a forged entry about old ones does not hide that others were taken out", async () => {
  await using db = await openLog()
  const [first] = await hashes(db)
  await remove(1)(db)
  await db
    .insertInto("audit")
    .values({
      ...{ accountId: null, ip: null, tokenId: null, at: NOW.toISOString() },
      ...{ action: "expire", subject: "audit", subjectId: null, subjectName: null, subjectFolded: "" },
      ...{ details: JSON.stringify({ lastHash: first }), previousHash: "", hash: "" },
    })
    .execute()
  expect((await verifyChain(db)).fault).toMatchObject({ kind: "changed" })
})

test("the chain holds in a copy of the database, in a file and in the other engine", async () => {
  using folder = createTemporaryFolder()
  await using db = await openLog(600)
  const file = join(folder.path, "copy.db")
  await copyToFile(db, file)
  await using copy = await connectFile(file)
  expect(await verifyChain(copy)).toEqual(await verifyChain(db))
  await record(copy, 1)
  expect(await verifyChain(copy)).toEqual({ entries: 601, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
})
