import ipaddr from "ipaddr.js"
import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely"
import {
  type AuditCriteria,
  type AuditedAction,
  type AuditSearch,
  type AuditSearchResult,
  FROM_COMMAND_LINE,
  type NetworkKind,
} from "#server/contract/audit.ts"
import { actionsOfKinds } from "#server/contract/audit-kinds.ts"
import { CONTENT_SLUGS } from "#server/contract/content/pages.ts"
import type { AuditSubject } from "#server/contract/domains/domains.ts"
import { endOfKinshasaDay, startOfKinshasaDay } from "#server/contract/kinshasa-time.ts"
import type { Colleague } from "#server/contract/messages.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { ROWS_PER_PAGE } from "#server/contract/paging.ts"
import { rolesWith } from "#server/contract/rights.ts"
import type { Database } from "#server/database/core/database.ts"
import { table } from "#server/database/core/names.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { inOrderOf, type Order, orderBy, readIds, type SearchedTable } from "#server/database/core/searched-table.ts"
import { shownName } from "#server/database/core/shown-name.ts"
import { matchesTexts, scanRows, searchRows } from "#server/database/text-search.ts"

const searched: SearchedTable<"audit"> = {
  table: "audit",
  index: "auditSearch",
  columns: ["audit.subjectFolded"],
}

const newestFirst: Order = [
  ["audit.at", "desc"],
  ["audit.id", "desc"],
]

export async function searchEntries(
  db: Database,
  { page: number, ...criteria }: AuditSearch,
): Promise<AuditSearchResult> {
  const page = { order: newestFirst, offset: (number - 1) * ROWS_PER_PAGE, limit: ROWS_PER_PAGE }
  const searches = searchedTexts(criteria)
  const filter = sql`${filterOf(criteria)}`
  const { ids, ...count } =
    searches.length === 0
      ? await scanRows(db, sql`${table("audit")} where ${filter}`, page)
      : await searchRows(db, searched, searches, filter, page)
  return { entries: await listEntries(db, ids), ...count }
}

function searchedTexts({ search }: AuditCriteria) {
  const text = normalizeForSearch(search)
  return text === "" ? [] : [{ text, sectors: [] }]
}

const is = expressionBuilder<Schema, "audit">()

function filterOf({ person, kind, subject, subjectId, from, until }: AuditCriteria): Expression<SqlBool> {
  return is.and([
    ...(person === undefined ? [] : isBy(person)),
    ...(kind ? [is("audit.action", "in", actionsOfKinds[kind])] : []),
    ...(subject ? [is("audit.subject", "=", subject)] : []),
    ...(subjectId ? [is("audit.subjectId", "=", subjectId)] : []),
    ...(from ? [is("audit.at", ">=", startOfKinshasaDay(from).toISOString())] : []),
    ...(until ? [is("audit.at", "<", endOfKinshasaDay(until).toISOString())] : []),
  ])
}

function isBy(person: NonNullable<AuditCriteria["person"]>): Expression<SqlBool>[] {
  if (typeof person === "number") return [is("audit.accountId", "=", person)]
  const ip = person === "site" ? null : FROM_COMMAND_LINE
  return [is("audit.accountId", "is", null), ip === null ? is("audit.ip", "is", null) : is("audit.ip", "=", ip)]
}

/** Lists the accounts that may be in the log, by name. */
export async function listActors(db: Database): Promise<Colleague[]> {
  return db
    .selectFrom("accounts")
    .select(["id", shownName().as("name")])
    .where((is) =>
      is.or([
        is("role", "in", rolesWith("office.open")),
        is.exists(is.selectFrom("audit").select("audit.id").whereRef("audit.accountId", "=", "accounts.id")),
      ]),
    )
    .orderBy("usernameFolded")
    .orderBy("id")
    .execute()
}

/** Lists the newest entries that are older than the given one, for an export in chunks. */
export async function listEntriesBefore(
  db: Database,
  criteria: AuditCriteria,
  before: AuditedAction | undefined,
  limit: number,
): Promise<AuditedAction[]> {
  const older = before ? [is(is.refTuple("audit.at", "audit.id"), "<", is.tuple(before.at, before.id))] : []
  const found = matchesTexts(db, searched, searchedTexts(criteria))
  const rows = sql`${table("audit")} where ${is.and([filterOf(criteria), found, ...older])}`
  return listEntries(db, await readIds(db, sql`${rows} order by ${orderBy(newestFirst)} limit ${limit}`))
}

/** Returns the entries in the order of the ids. */
async function listEntries(db: Database, ids: readonly number[]): Promise<AuditedAction[]> {
  if (ids.length === 0) return []
  const rows = await selectEntries(db).where("audit.id", "in", ids).execute()
  const existing = await findExisting(db, rows)
  return inOrderOf(ids, rows).map((row) => toAction(row, existing))
}

function selectEntries(db: Database) {
  return db
    .selectFrom("audit")
    .leftJoin("accounts", "accounts.id", "audit.accountId")
    .leftJoin("apiTokens", "apiTokens.id", "audit.tokenId")
    .select(["audit.id", "at", "audit.accountId", "ip", "apiTokens.name as token", "action", "subject"])
    .select(["subjectId", "subjectName", "details", shownName<string | null>().as("name")])
}

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>["execute"]>>[number]

function toAction(row: EntryRow, existing: ReadonlySet<string>): AuditedAction {
  const { accountId, name, ip, details, ...entry } = row
  return {
    ...entry,
    by: accountId === null ? (ip === FROM_COMMAND_LINE ? "command line" : "site") : { id: accountId, name: name ?? "" },
    from: ip === null || ip === FROM_COMMAND_LINE ? null : { ip, network: networkKindOf(ip) },
    exists: existing.has(keyOf(row)),
    details: JSON.parse(details),
  }
}

function keyOf({ subject, subjectId, details }: Pick<EntryRow, "subject" | "subjectId" | "details">): string {
  return `${subject} ${nameIn({ subject, details }) ?? subjectId ?? ""}`
}

/** Returns the name in the details of pictures and pages, which have no number. */
function nameIn({ subject, details }: Pick<EntryRow, "subject" | "details">): unknown {
  if (subject !== "image" && subject !== "content") return undefined
  const { name, page } = JSON.parse(details) as { name?: unknown; page?: unknown }
  return page ?? name
}

/** Finds the subjects that still exist, and so have a screen. */
async function findExisting(db: Database, rows: readonly EntryRow[]): Promise<Set<string>> {
  const idsOf = (kind: AuditSubject) => rows.flatMap((row) => (row.subject === kind ? (row.subjectId ?? []) : []))
  const found = new Set<string>(CONTENT_SLUGS.map((page) => `content ${page}`))
  for (const [kind, table] of [
    ["project", "projects"],
    ["message", "messages"],
    ["account", "accounts"],
  ] as const) {
    const ids = idsOf(kind)
    if (ids.length === 0) continue
    const stored = await db.selectFrom(table).select("id").where("id", "in", ids).execute()
    for (const { id } of stored) found.add(`${kind} ${id}`)
  }
  const names = rows.flatMap((row) => (row.subject === "image" ? [String(nameIn(row) ?? "")] : []))
  if (names.length === 0) return found
  const stored = await db
    .selectFrom("images")
    .select("name")
    .where("name", "in", names)
    .where("privateAt", "is", null)
    .execute()
  for (const { name } of stored) found.add(`image ${name}`)
  return found
}

const kinds: Record<string, NetworkKind> = {
  loopback: "machine",
  private: "local",
  uniqueLocal: "local",
  linkLocal: "local",
  carrierGradeNat: "carrier",
  unicast: "internet",
}

/** Uses nothing but the IP address itself, and asks no other service about it. */
function networkKindOf(ip: string): NetworkKind {
  return ipaddr.isValid(ip) ? (kinds[ipaddr.process(ip).range()] ?? "unknown") : "unknown"
}
