import { type Expression, expressionBuilder, sql } from "kysely"
import { endOfKinshasaDay, startOfKinshasaDay } from "#server/contract/kinshasa-time.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { ROWS_PER_PAGE } from "#server/contract/paging.ts"
import type { ProjectSort } from "#server/contract/project-sorts.ts"
import { PROJECT_STATES } from "#server/contract/project-states.ts"
import type { ProjectCriteria, ProjectSearch, ProjectSearchResult } from "#server/contract/projects.ts"
import { searchSectors } from "#server/contract/sectors.ts"
import { STATUSES } from "#server/contract/statuses.ts"
import type { Database } from "#server/database/core/database.ts"
import { type Column, column, table } from "#server/database/core/names.ts"
import type { Schema } from "#server/database/core/schema.ts"
import {
  type FoundIds,
  type Order,
  orderBy,
  type Page,
  readIds,
  type SearchedTable,
  type SearchedText,
} from "#server/database/core/searched-table.ts"
import { listRows, matchesTexts, scanRows, searchRows, unindexed, WORDS_MAX } from "#server/database/text-search.ts"
import { listManagedProjectsConcurrently } from "./queries.ts"
import { published } from "./states.ts"
import { startOfYear } from "./years.ts"

const searched: SearchedTable<"projects"> = {
  table: "projects",
  index: "projectSearch",
  columns: ["projects.nameFolded", "projects.statusFolded", "projects.sectorFolded"],
  sector: "projects.sectorFolded",
}

/** Each order has an index, so that a page is read without sorting. */
const orders: Record<ProjectSort, Order> = {
  newest: [
    ["projects.listedAt", "desc"],
    ["projects.id", "desc"],
  ],
  oldest: [
    ["projects.listedAt", "asc"],
    ["projects.id", "asc"],
  ],
  name: [
    ["projects.nameFolded", "asc"],
    ["projects.id", "desc"],
  ],
  sector: [
    ["projects.sectorFolded", "asc"],
    ["projects.id", "desc"],
  ],
  status: [
    ["projects.statusFolded", "asc nulls first"],
    ["projects.id", "desc"],
  ],
}

export async function searchProjects(db: Database, { page, ...criteria }: ProjectSearch): Promise<ProjectSearchResult> {
  const counts = await db.selectFrom("projectCounts").selectAll().where("count", ">", 0).execute()
  const total = sum(counts.filter((row) => isCounted(row, criteria)))
  const range = { offset: (page - 1) * ROWS_PER_PAGE, limit: ROWS_PER_PAGE }
  const { ids, ...count } = await find(db, criteria, range, total)
  const live = counts.filter(({ state }) => state !== "trashed")
  const of = (status: string) => sum(live.filter((row) => row.status === status))
  const years = new Set(counts.map(({ year }) => Number(year)))
  return {
    projects: await listManagedProjectsConcurrently(db, ids),
    ...count,
    counts: { total: sum(live), done: of("Terminé"), ongoing: of("En cours"), waiting: of("En attente") },
    states: Object.fromEntries(
      PROJECT_STATES.map((state) => [state, sum(counts.filter((row) => row.state === state))]),
    ) as ProjectSearchResult["states"],
    years: [...years].filter((year) => year > 0).toSorted((one, other) => other - one),
  }
}

interface Count {
  sector: string
  status: string
  state: string
  year: string
  count: number
}

function sum(counts: readonly Count[]): number {
  return counts.reduce((total, { count }) => total + count, 0)
}

/** Whether the criteria include these projects; the counts do not depend on the searched text or on pictures. */
function isCounted(count: Count, { sector, status, state, year }: ProjectCriteria): boolean {
  return (
    (state ? count.state === state : count.state !== "trashed") &&
    (!sector || normalizeForSearch(count.sector) === normalizeForSearch(sector)) &&
    (!status || matchesStatus(normalizeForSearch(count.status), status)) &&
    (!year || count.year === String(year))
  )
}

function matchesStatus(folded: string, status: NonNullable<ProjectCriteria["status"]>): boolean {
  return status === "none" ? !foldedStatuses.includes(folded) : folded === normalizeForSearch(status)
}

async function find(
  db: Database,
  criteria: ProjectCriteria,
  range: Omit<Page, "order">,
  total: number,
): Promise<FoundIds> {
  const { sort, state, pictures, scheduledOn } = criteria
  const page = { order: orders[sort], ...range }
  const searches = searchedTexts(criteria)
  // The text index has no trash, drafts and scheduled projects are few, and the counts depend neither on pictures nor on days.
  const isScanned = state !== undefined && state !== "published"
  if (searches.length > 0 && !isScanned) return searchRows(db, searched, searches, filterOf(db, criteria), page)
  const rows = sql`${table("projects")} where ${matches(db, criteria)}`
  return isScanned || pictures || scheduledOn ? scanRows(db, rows, page) : listRows(db, rows, page, total)
}

/** More projects than these no visitor looks through. */
const PUBLISHED_MAX = 1000

/** Returns the newest published projects that contain all words of the text. */
export async function findPublishedIds(db: Database, search: string): Promise<number[]> {
  const words = normalizeForSearch(search).split(" ").filter(Boolean).slice(0, WORDS_MAX)
  if (words.length === 0) return []
  const condition = sql`${is("projects.state", "=", published)} and ${is("projects.deletedAt", "is", null)}`
  const page = { order: orders.newest, offset: 0, limit: PUBLISHED_MAX }
  return (await searchRows(db, searched, words.map(toSearched), condition, page)).ids
}

export function listProjectIds(db: Database, criteria: ProjectCriteria): Promise<number[]> {
  return readIds(
    db,
    sql`${table("projects")} where ${matches(db, criteria)} order by ${orderBy(orders[criteria.sort])}`,
  )
}

const is = expressionBuilder<Schema, "projects">()

function searchedTexts({ search }: Pick<ProjectCriteria, "search">) {
  const text = normalizeForSearch(search)
  return text === "" ? [] : [toSearched(text)]
}

function toSearched(text: string): SearchedText {
  return { text, sectors: searchSectors(text).map(normalizeForSearch) }
}

function matches(db: Database, criteria: ProjectCriteria) {
  return sql`${filterOf(db, criteria)} and ${matchesTexts(db, searched, searchedTexts(criteria))}`
}

function filterOf(db: Database, criteria: ProjectCriteria) {
  const { sector, status, state, year, pictures, scheduledOn, sort } = criteria
  // Sorting all rows of a sector or a status would take longer than reading the index of the order.
  const filtered = (name: Column<"projects">) =>
    sort === "newest" || sort === "oldest" ? column(name) : unindexed(db, name)
  const conditions: Expression<unknown>[] = [is("projects.deletedAt", state === "trashed" ? "is not" : "is", null)]
  if (sector) conditions.push(is(filtered("projects.sectorFolded"), "=", normalizeForSearch(sector)))
  if (status === "none")
    conditions.push(is(is.fn.coalesce("projects.statusFolded", sql.lit("")), "not in", foldedStatuses))
  else if (status) conditions.push(is(filtered("projects.statusFolded"), "=", normalizeForSearch(status)))
  if (state) conditions.push(is("projects.state", "=", sql.lit(state)))
  if (year) {
    conditions.push(is(filtered("projects.listedAt"), ">=", startOfYear(year)))
    conditions.push(is(filtered("projects.listedAt"), "<", startOfYear(year + 1)))
  }
  if (scheduledOn) {
    conditions.push(is("projects.publishAt", ">=", startOfKinshasaDay(scheduledOn).toISOString()))
    conditions.push(is("projects.publishAt", "<", endOfKinshasaDay(scheduledOn).toISOString()))
  }
  if (pictures) {
    const isIllustrated = is.exists(
      is.selectFrom("projectImages").select(sql.lit(1).as("one")).whereRef("projectId", "=", "projects.id"),
    )
    conditions.push(pictures === "with" ? isIllustrated : is.not(isIllustrated))
  }
  return sql.join(conditions, sql` and `)
}

const foldedStatuses = STATUSES.map(normalizeForSearch)
