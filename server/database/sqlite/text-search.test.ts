import { sql } from "kysely"
import { expect, test } from "vitest"
import { COUNT_MAX } from "#server/contract/paging.ts"
import type { SearchedTable, TextSearch } from "#server/database/searched-table.ts"
import type { Database } from "#server/database/transaction.ts"
import { openTestDatabase } from "#server/testing/open-test-database.ts"
import { seed } from "#server/tools/seed.ts"
import { searchSqlite } from "./text-search.ts"

const projects: SearchedTable = {
  table: "projects",
  index: "projectSearch",
  columns: ["nameFolded", "statusFolded", "sectorFolded"],
  sector: "sectorFolded",
  softDelete: true,
}

const byStatus: TextSearch["order"] = [
  ["statusFolded", "asc"],
  ["id", "desc"],
]

const byAge: TextSearch["order"] = [
  ["createdAt", "desc"],
  ["id", "desc"],
]

/** More rows than a search reads along the order when it is limited to few, and more matches than it counts. */
async function startWithProjects() {
  const db = await openTestDatabase()
  await seed(db, { projects: 4500, messages: 0 }, new Date(Date.UTC(2025, 0, 1)))
  await sql`update projects set name_folded = 'wx ' || name_folded where id % 500 = 0`.execute(db)
  await sql`update projects set name_folded = 'zw' || name_folded where id < 20`.execute(db)
  await sql`update projects set name_folded = substr(name_folded, 3) where id < 8`.execute(db)
  await sql`update projects set deleted_at = created_at where id in (10, 11)`.execute(db)
  await sql`delete from projects where id in (12, 13)`.execute(db)
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.destroy() })
}

/** What reading every row finds. */
async function readEveryRow(db: Database, text: string, order: TextSearch["order"]): Promise<number[]> {
  const pattern = `%${text}%`
  const sorted = order.map(([column, way]) => sql`${sql.ref(column)} ${sql.raw(way)}`)
  const { rows } = await sql<{ id: number }>`select id from projects where deleted_at is null and
    (name_folded like ${pattern} or status_folded like ${pattern} or sector_folded like ${pattern})
    order by ${sql.join(sorted)}`.execute(db)
  return rows.map(({ id }) => id)
}

async function countLive(db: Database): Promise<number> {
  const live = db.selectFrom("projects").where("deletedAt", "is", null)
  return (await live.select((row) => row.fn.countAll<number>().as("count")).executeTakeFirstOrThrow()).count
}

test("every way of searching finds what reading every row finds", { timeout: 30_000 }, async () => {
  await using db = await startWithProjects()
  const total = await countLive(db)
  for (const scanRows of [1, 10_000]) {
    for (const text of ["w", "wx", "zw", "qx", "ma", "4", "44", "villa", "termine", "gombe 44", "construction"]) {
      for (const order of [byAge, byStatus]) {
        const expected = await readEveryRow(db, text, order)
        for (const offset of [0, 50, 950]) {
          const search = { text, sectors: [], order, offset, limit: 50, total }
          const { ids, found, foundIsCapped } = await searchSqlite(db, projects, search, scanRows)
          expect(ids, `${text} from ${offset}`).toEqual(expected.slice(offset, offset + 50))
          if (foundIsCapped) expect(found).toBeLessThanOrEqual(expected.length)
          else expect(found).toBe(expected.length)
          expect(foundIsCapped).toBe(expected.length > COUNT_MAX)
        }
      }
    }
  }
})

test("the pages beyond the counted matches can be reached, and the last one tells how many there are", async () => {
  await using db = await startWithProjects()
  const total = await countLive(db)
  const search = async (offset: number) =>
    searchSqlite(db, projects, { text: "termine", sectors: [], order: byAge, offset, limit: 50, total })
  const all = await readEveryRow(db, "termine", byAge)
  expect(all.length).toBeGreaterThan(COUNT_MAX)
  expect(await search(0)).toMatchObject({ found: COUNT_MAX, foundIsCapped: true })
  const pages = Math.ceil(all.length / 50)
  const ids: number[] = []
  for (let page = 0; page < pages; page += 1) {
    const result = await search(page * 50)
    ids.push(...result.ids)
    const hasNext = result.found > (page + 1) * 50
    expect(hasNext).toBe(page < pages - 1)
  }
  expect(ids).toEqual(all)
  expect(await search((pages - 1) * 50)).toMatchObject({ found: all.length, foundIsCapped: false })
})

test("a sector is found by its other spellings, whatever its accents", async () => {
  const db = await openTestDatabase()
  const row = { description: "", address: null, status: null, statusFolded: null, createdAt: "", updatedAt: "" }
  await db
    .insertInto("projects")
    .values([
      { ...row, name: "A", nameFolded: "a", sector: "Pêche côtière", sectorFolded: "peche cotiere", slug: "a" },
      { ...row, name: "B", nameFolded: "b", sector: "Élevage", sectorFolded: "elevage", slug: "b" },
    ])
    .execute()
  const search = { sectors: ["peche cotiere"], order: byAge, offset: 0, limit: 50, total: 2 }
  for (const text of ["poisson", "cote"]) {
    expect((await searchSqlite(db, projects, { ...search, text })).ids).toEqual([1])
  }
  for (const text of ["peche", "cotiere", "co"]) {
    expect((await searchSqlite(db, projects, { ...search, sectors: [], text })).ids).toEqual([1])
  }
  await db.destroy()
})
