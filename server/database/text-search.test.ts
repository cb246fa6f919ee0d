// @module-tag engines
import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { COUNT_MAX } from "#server/contract/paging.ts"
import type { Database } from "#server/database/core/database.ts"
import { type Order, orderBy, type SearchedTable } from "#server/database/core/searched-table.ts"
import { listRows, matchesTexts, scanRows, searchRows } from "#server/database/text-search.ts"
import { openTestDatabase } from "#server/testing/open-test-database.ts"
import { seed } from "#server/tools/seed.ts"

const projects: SearchedTable<"projects"> = {
  table: "projects",
  index: "projectSearch",
  columns: ["projects.nameFolded", "projects.statusFolded", "projects.sectorFolded"],
  sector: "projects.sectorFolded",
}

const live = sql`projects.deleted_at is null`

const byAge: Order = [
  ["projects.createdAt", "desc"],
  ["projects.id", "desc"],
]

const byStatus: Order = [
  ["projects.statusFolded", "asc nulls first"],
  ["projects.id", "desc"],
]

const byName: Order = [
  ["projects.nameFolded", "asc"],
  ["projects.id", "desc"],
]

const names: Record<number, string> = {
  100: "жук",
  101: 'l\'oeil \\ 100 %_ "😀" ...',
  102: "ferme ж",
  103: "y.",
}

/** Creates more rows than a search reads along the order, and more matches than it counts. */
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
async function readRows(db: Database, order: Order) {
  const { rows } = await sql<{ id: number; nameFolded: string; statusFolded: string | null; sectorFolded: string }>`
    select id, name_folded, status_folded, sector_folded from projects where ${live} order by ${orderBy(order)}
  `.execute(db)
  return rows.map(({ id, nameFolded, statusFolded, sectorFolded }) => ({
    id,
    texts: [nameFolded, statusFolded ?? "", sectorFolded],
  }))
}

const page = { order: byAge, offset: 0, limit: 50 }

const words = ["mai", "villa", "termine", "gombe 44", "construction", "zy v", "...", "жук", "кж"]
const pairs = ["wx", "zw", "qx", "ma", "44", "zy", "жу", "y.", "..", "%_", '😀"']
const letters = ["w", "q", "z", "y", "4", "e", "ж", "😀", "'", '"', "\\", "%", "_", " "]

describe("of thousands of projects", () => {
  let db: Awaited<ReturnType<typeof startWithProjects>>

  beforeAll(async () => {
    db = await startWithProjects()
  })

  afterAll(() => db.destroy())

  test("a search finds what reading every row finds, in each order and on each page", { timeout: 60_000 }, async () => {
    for (const order of [byAge, byStatus, byName]) {
      const rows = await readRows(db, order)
      for (const text of [...words, ...pairs, ...letters]) {
        const expected = rows.filter(({ texts }) => texts.some((one) => one.includes(text))).map(({ id }) => id)
        for (const offset of [0, 50, 950]) {
          const of = { order, offset, limit: 50 }
          const result = await searchRows(db, projects, [{ text, sectors: [] }], live, of)
          expect(result.ids, `${text} from ${offset}`).toEqual(expected.slice(offset, offset + 50))
          if (result.foundIsCapped) expect(result.found).toBeLessThanOrEqual(expected.length)
          else expect(result.found).toBe(expected.length)
          expect(result.foundIsCapped).toBe(expected.length > COUNT_MAX)
        }
      }
    }
  })

  test("a condition that names its table leaves and counts the same rows", async () => {
    const isEven = sql`exists (select 1 from project_slugs where project_id = projects.id and project_id % 2 = 0)`
    const rows = await readRows(db, byAge)
    for (const text of [...words, ...pairs, ...letters]) {
      const expected = rows.filter(({ id, texts }) => id % 2 === 0 && texts.some((one) => one.includes(text)))
      const foundIsCapped = expected.length > COUNT_MAX
      const condition = sql`${live} and ${isEven}`
      expect(await searchRows(db, projects, [{ text, sectors: [] }], condition, page), text).toEqual({
        ids: expected.slice(0, 50).map(({ id }) => id),
        found: foundIsCapped ? COUNT_MAX : expected.length,
        foundIsCapped,
      })
    }
  })

  test("a page of all rows is the same from either end", async () => {
    for (const order of [byAge, byStatus, byName]) {
      const expected = (await readRows(db, order)).map(({ id }) => id)
      for (const offset of [0, 50, 2200, 2250, 4450, 4500, 4550]) {
        const source = sql`projects where ${live}`
        const { ids } = await listRows(db, source, { order, offset, limit: 50 }, expected.length)
        expect(ids, `from ${offset}`).toEqual(expected.slice(offset, offset + 50))
      }
    }
  })

  test.each(["index", "scan"])(
    "the pages beyond the counted matches can be reached, and the last one tells how many there are (%s)",
    async (way) => {
      const text = [{ text: "termine", sectors: [] }]
      const search = (offset: number) =>
        way === "index"
          ? searchRows(db, projects, text, live, { ...page, offset })
          : scanRows(db, sql`projects where ${live} and status_folded = 'termine'`, { ...page, offset })
      const all = (await readRows(db, byAge)).filter(({ texts }) => texts.includes("termine")).map(({ id }) => id)
      expect(all.length).toBeGreaterThan(COUNT_MAX)
      expect(await search(0)).toMatchObject({ found: COUNT_MAX, foundIsCapped: true })
      const pages = Math.ceil(all.length / 50)
      const ids: number[] = []
      for (let number = 0; number < pages; number += 1) {
        const result = await search(number * 50)
        ids.push(...result.ids)
        expect(result.found > (number + 1) * 50).toBe(number < pages - 1)
      }
      expect(ids).toEqual(all)
      expect(await search((pages - 1) * 50)).toMatchObject({ found: all.length, foundIsCapped: false })
    },
  )

  test("the last page of rows that no index finds has no next one, even if it is full", async () => {
    const total = (await readRows(db, byAge)).length
    const found = async (offset: number) => (await scanRows(db, sql`projects where ${live}`, { ...page, offset })).found
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
  const find = async (text: string, sectors: string[], limit: number) =>
    (await searchRows(db, projects, [{ text, sectors }], live, { ...page, limit })).ids
  // A page of one row is full, and is read along the order; a longer one is read from the index.
  for (const limit of [1, 50]) {
    for (const text of ["poisson", "cote", "n-", "k"]) expect(await find(text, ["peche cotiere"], limit)).toEqual([1])
    for (const text of ["peche", "cotiere", "co", "h"]) expect(await find(text, [], limit), text).toEqual([1])
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
  const order: Order = [["messages.id", "asc"]]
  const condition = sql`messages.deleted_at is null`
  for (const limit of [1, 50]) {
    const idsOf = async (text: string) =>
      (await searchRows(db, messages, [{ text, sectors: [] }], condition, { order, offset: 0, limit })).ids
    for (const text of ["q", "z", "zw", "zw@", "ev", "puits"]) expect(await idsOf(text), text).toEqual([1])
    for (const text of ["qz", "qa", "du", "suits", "ju"]) expect(await idsOf(text), text).toEqual([])
  }
})

test("neither NUL nor a control character that stands between texts finds anything", async () => {
  await using db = await openTestDatabase()
  await seed(db, { projects: 3, messages: 0 }, new Date(Date.UTC(2025, 0, 1)))
  await sql`update projects set name_folded = ${"a\x1fb"}`.execute(db)
  for (const text of ["\0", "\x1f", "a\x1f"]) {
    const search = [{ text, sectors: [] }]
    const nothing = { ids: [], found: 0, foundIsCapped: false }
    expect(await searchRows(db, projects, search, live, page), JSON.stringify(text)).toEqual(nothing)
    const rows = sql`projects where ${matchesTexts(db, projects, search)}`
    expect(await scanRows(db, rows, page), JSON.stringify(text)).toEqual(nothing)
  }
})
