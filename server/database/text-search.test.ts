// @module-tag engines
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { COUNT_MAX } from "#server/contract/paging.ts"
import type { Database } from "#server/database/core/database.ts"
import { orderBy, type SearchedTable, type TextSearch } from "#server/database/core/searched-table.ts"
import { searchPostgres } from "#server/database/postgres/text-search.ts"
import { searchSqlite } from "#server/database/sqlite/text-search.ts"
import { scanRows, searchRows } from "#server/database/text-search.ts"
import { engine, openTestDatabase } from "#server/testing/open-test-database.ts"
import { seed } from "#server/tools/seed.ts"

const projects: SearchedTable<"projects"> = {
  table: "projects",
  index: "projectSearch",
  columns: ["projects.nameFolded", "projects.statusFolded", "projects.sectorFolded"],
  sector: "projects.sectorFolded",
  deletedAt: "projects.deletedAt",
}

const byStatus: TextSearch["order"] = [
  ["projects.statusFolded", "asc nulls first"],
  ["projects.id", "desc"],
]

const byAge: TextSearch["order"] = [
  ["projects.createdAt", "desc"],
  ["projects.id", "desc"],
]

const byName: TextSearch["order"] = [
  ["projects.nameFolded", "asc"],
  ["projects.id", "desc"],
]

const names: Record<number, string> = {
  100: "жук",
  101: 'l\'oeil \\ 100 %_ "😀" ...',
  102: "ferme ж",
  103: "y.",
}

/** Creates more rows than a limited search reads along the order, and more matches than it counts. */
async function startWithProjects() {
  const db = await openTestDatabase()
  await seed(db, { projects: 4500, messages: 0 }, new Date(Date.UTC(2025, 0, 1)))
  await sql`update projects set name_folded = 'wx ' || name_folded where id % 500 = 0`.execute(db)
  await sql`update projects set name_folded = 'zw' || name_folded where id < 20`.execute(db)
  await sql`update projects set name_folded = substr(name_folded, 3) where id < 8`.execute(db)
  await sql`update projects set name_folded = 'zy ' || name_folded where id % 3 = 0`.execute(db)
  for (const [id, name] of Object.entries(names)) {
    await db.updateTable("projects").set({ nameFolded: name }).where("id", "=", Number(id)).execute()
  }
  await sql`update projects set deleted_at = created_at where id in (10, 11)`.execute(db)
  await sql`delete from projects where id in (12, 13)`.execute(db)
  return db
}

/** Returns all rows in order with their searched texts. */
async function readRows(db: Database, order: TextSearch["order"]) {
  const { rows } = await sql<{ id: number; nameFolded: string; statusFolded: string | null; sectorFolded: string }>`
    select id, name_folded, status_folded, sector_folded from projects where deleted_at is null order by ${orderBy(order)}
  `.execute(db)
  return rows.map(({ id, nameFolded, statusFolded, sectorFolded }) => ({
    id,
    texts: [nameFolded, statusFolded ?? "", sectorFolded],
  }))
}

async function countLive(db: Database): Promise<number> {
  const live = db.selectFrom("projects").where("deletedAt", "is", null)
  return (await live.select((row) => row.fn.countAll<number>().as("count")).executeTakeFirstOrThrow()).count
}

const readIds = async (ids: number[]) => ids

const words = ["mai", "villa", "termine", "gombe 44", "construction", "zy v", "..."]
const pairs = ["wx", "zw", "qx", "ma", "44", "zy", "жу", "y.", "..", "%_", '😀"']
const letters = ["w", "q", "z", "y", "4", "e", "ж", "😀", "'", '"', "\\", "%", "_", " "]

const searchWith = engine === "postgres" ? searchPostgres : searchSqlite

describe("of thousands of projects", () => {
  let db: Awaited<ReturnType<typeof startWithProjects>>
  let total = 0

  beforeAll(async () => {
    db = await startWithProjects()
    total = await countLive(db)
  })

  afterAll(() => db.destroy())

  test("every way of searching finds what reading every row finds", { timeout: 60_000 }, async () => {
    for (const order of [byAge, byStatus, byName]) {
      const rows = await readRows(db, order)
      for (const text of [...words, ...pairs, ...letters, "жук", "кж"]) {
        const expected = rows.filter(({ texts }) => texts.some((one) => one.includes(text))).map(({ id }) => id)
        for (const scanRows of [1, undefined]) {
          for (const offset of [0, 50, 950]) {
            const search = { text, sectors: [], order, offset, limit: 50, total }
            const { rows: ids, found, foundIsCapped } = await searchWith(db, projects, search, readIds, scanRows)
            expect(ids, `${text} from ${offset}, ${scanRows} rows scanned`).toEqual(expected.slice(offset, offset + 50))
            if (foundIsCapped) expect(found).toBeLessThanOrEqual(expected.length)
            else expect(found).toBe(expected.length)
            expect(foundIsCapped).toBe(expected.length > COUNT_MAX)
          }
        }
      }
    }
  })

  test("a filter that names its table leaves and counts the same rows whichever way the text is found", async () => {
    const filter = sql`exists (select 1 from project_slugs where project_id = projects.id and project_id % 2 = 0)`
    const rows = await readRows(db, byAge)
    for (const text of [...words, ...pairs, ...letters]) {
      const search = { text, sectors: [], order: byAge, offset: 0, limit: 50, total }
      const expected = rows.filter(({ id, texts }) => id % 2 === 0 && texts.some((one) => one.includes(text)))
      for (const scanRows of [1, undefined]) {
        const result = await searchWith(db, projects, { ...search, filter }, readIds, scanRows)
        const foundIsCapped = expected.length > COUNT_MAX
        expect(result, `${text}, ${scanRows} rows scanned`).toEqual({
          rows: expected.slice(0, 50).map(({ id }) => id),
          found: foundIsCapped ? COUNT_MAX : expected.length,
          foundIsCapped,
        })
      }
    }
  })

  test("a page of all rows is the same from either end", async () => {
    for (const order of [byAge, byStatus, byName]) {
      const expected = (await readRows(db, order)).map(({ id }) => id)
      for (const offset of [0, 50, 2200, 2250, 4450, 4500, 4550]) {
        const search = { text: "", sectors: [], order, offset, limit: 50, total }
        const { rows: ids } = await searchRows(db, projects, search, readIds)
        expect(ids, `from ${offset}`).toEqual(expected.slice(offset, offset + 50))
      }
    }
  })

  test("the pages beyond the counted matches can be reached, and the last one tells how many there are", async () => {
    const search = async (offset: number) =>
      searchRows(db, projects, { text: "termine", sectors: [], order: byAge, offset, limit: 50, total }, readIds)
    const rows = await readRows(db, byAge)
    const all = rows.filter(({ texts }) => texts.includes("termine")).map(({ id }) => id)
    expect(all.length).toBeGreaterThan(COUNT_MAX)
    expect(await search(0)).toMatchObject({ found: COUNT_MAX, foundIsCapped: true })
    const pages = Math.ceil(all.length / 50)
    const ids: number[] = []
    for (let page = 0; page < pages; page += 1) {
      const result = await search(page * 50)
      ids.push(...result.rows)
      const hasNext = result.found > (page + 1) * 50
      expect(hasNext).toBe(page < pages - 1)
    }
    expect(ids).toEqual(all)
    expect(await search((pages - 1) * 50)).toMatchObject({ found: all.length, foundIsCapped: false })
  })

  test("the last page of rows that no index finds has no next one, even if it is full", async () => {
    const source = sql`projects where deleted_at is null`
    const found = async (offset: number) =>
      (await scanRows(db, source, { order: byAge, offset, limit: 50 }, readIds)).found
    expect(await found(total - 51)).toBe(total)
    expect(await found(total - 50)).toBe(total)
    expect(await found(total - 100)).toBe(total - 49)
  })
})

test("a sector is found by its other spellings, whatever its accents", async () => {
  await using db = await openTestDatabase()
  const row = { description: "", address: null, status: null, statusFolded: null, createdAt: "", updatedAt: "" }
  await db
    .insertInto("projects")
    .values([
      { ...row, name: "A", nameFolded: "a", sector: "Transport", sectorFolded: "peche cotiere", slug: "a" },
      { ...row, name: "B", nameFolded: "b", sector: "Élevage", sectorFolded: "elevage", slug: "b" },
    ])
    .execute()
  const search = { sectors: ["peche cotiere"], order: byAge, offset: 0, limit: 50, total: 2 }
  for (const scanRows of [1, undefined]) {
    for (const text of ["poisson", "cote", "n-", "k"]) {
      expect((await searchWith(db, projects, { ...search, text }, readIds, scanRows)).rows, text).toEqual([1])
    }
    for (const text of ["peche", "cotiere", "co", "h"]) {
      expect((await searchWith(db, projects, { ...search, sectors: [], text }, readIds, scanRows)).rows, text).toEqual([
        1,
      ])
    }
  }
})

test("no index finds a text across two columns, or by the case of its letters", async () => {
  await using db = await openTestDatabase()
  const row = { firstName: "", lastName: "", message: "", createdAt: "" }
  await db
    .insertInto("messages")
    .values([
      { ...row, fullNameFolded: "jan q", email: "ZW@Exemple.cd", sector: "elevage", messageFolded: "un puits" },
      { ...row, fullNameFolded: "jan", email: "a@b.cd", sector: "transport", messageFolded: "un toit" },
    ])
    .execute()
  const messages: SearchedTable<"messages"> = {
    table: "messages",
    index: "messageSearch",
    columns: ["messages.fullNameFolded", "messages.email", "messages.messageFolded", "messages.sector"],
    sector: "messages.sector",
  }
  const order: TextSearch["order"] = [["messages.id", "asc"]]
  const search = { sectors: [], order, offset: 0, limit: 50, total: 2 }
  const idsOf = async (text: string) => (await searchWith(db, messages, { ...search, text }, readIds, 1)).rows
  for (const text of ["q", "z", "zw", "zw@", "ev", "puits"]) expect(await idsOf(text), text).toEqual([1])
  for (const text of ["qz", "qa", "du", "suits", "ju"]) expect(await idsOf(text), text).toEqual([])
})

test("neither NUL nor a control character that stands between texts finds anything", async () => {
  await using db = await openTestDatabase()
  await seed(db, { projects: 3, messages: 0 }, new Date(Date.UTC(2025, 0, 1)))
  await sql`update projects set name_folded = ${"a\x1fb"}`.execute(db)
  const search = { sectors: [], order: byAge, offset: 0, limit: 50, total: 3 }
  for (const text of ["\0", "\x1f", "a\x1f"]) {
    expect(await searchRows(db, projects, { ...search, text }, readIds), JSON.stringify(text)).toEqual({
      rows: [],
      found: 0,
      foundIsCapped: false,
    })
  }
})
