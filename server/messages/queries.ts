import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from "kysely"
import { DAY_MS } from "#server/contract/durations.ts"
import { cleanEmail } from "#server/contract/email-address.ts"
import { endOfKinshasaDay, kinshasaDay, startOfKinshasaDay } from "#server/contract/kinshasa-time.ts"
import { spellReference } from "#server/contract/message-references.ts"
import { isPending, type MessageState } from "#server/contract/message-states.ts"
import {
  CONTACT_FIELDS,
  type InboxMessage,
  type MailKind,
  type Message,
  type MessageCriteria,
  type MessageFilter,
  type MessageSearch,
  type MessageSearchResult,
  type WaitingCount,
} from "#server/contract/messages.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { ROWS_PER_PAGE } from "#server/contract/paging.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { CONTACT_SECTOR_LABELS, CONTACT_SECTORS, type ContactSector } from "#server/contract/sectors.ts"
import type { Database } from "#server/database/core/database.ts"
import { column, table } from "#server/database/core/names.ts"
import type { Schema } from "#server/database/core/schema.ts"
import {
  type FoundIds,
  inOrderOf,
  type Order,
  orderBy,
  type Page,
  readIds,
  type SearchedTable,
  type SearchedText,
} from "#server/database/core/searched-table.ts"
import { shownName } from "#server/database/core/shown-name.ts"
import { wasIssued } from "#server/database/issued-ids.ts"
import { listRows, matchesTexts, scanRows, searchRows, WORDS_MAX } from "#server/database/text-search.ts"
import { AppError } from "#server/errors.ts"
import { formatPhoneNumber, searchedDigits } from "#server/phone-number.ts"
import { readMessageCounts, sumCounts, sumFolders } from "./counts.ts"
import { type FollowUpRow, followUpColumns, isAnswer, withFollowUp } from "./stored-messages.ts"

/** The filters of a list, with the day in Kinshasa on which it is read. */
type Criteria = MessageCriteria & { today: string }

const searched: SearchedTable<"messages"> = {
  table: "messages",
  index: "messageSearch",
  columns: [
    "messages.fullNameFolded",
    "messages.email",
    "messages.messageFolded",
    "messages.sector",
    "messages.phone",
    "messages.reference",
  ],
  sector: "messages.sector",
  added: {
    table: "messageEntries",
    index: "messageEntrySearch",
    column: "messageEntries.textFolded",
    reference: "messageEntries.messageId",
  },
}

const newestFirst: Order = [
  ["messages.createdAt", "desc"],
  ["messages.id", "desc"],
]

const orders: Record<MessageCriteria["sort"], Order> = {
  newest: newestFirst,
  oldest: [
    ["messages.createdAt", "asc"],
    ["messages.id", "asc"],
  ],
  waiting: [
    ["messages.waitingSince", "asc"],
    ["messages.id", "asc"],
  ],
}

export async function searchMessages(
  db: Database,
  { page, ...search }: MessageSearch,
  now: Date,
): Promise<MessageSearchResult> {
  const criteria = { ...search, today: kinshasaDay(now) }
  const counts = await readMessageCounts(db)
  const range = { offset: (page - 1) * ROWS_PER_PAGE, limit: ROWS_PER_PAGE }
  const [recent, { ids, ...count }] = await Promise.all([
    countRecent(db, now),
    find(db, criteria, range, sumCounts(counts, criteria)),
  ])
  return {
    messages: await listInboxMessages(db, ids),
    ...count,
    counts: { total: sumCounts(counts), ...recent },
    folders: sumFolders(counts),
  }
}

async function find(db: Database, criteria: Criteria, range: Omit<Page, "order">, total: number): Promise<FoundIds> {
  const { folder, sort, assignee, from, until, photos, undelivered, followUp, outcome } = criteria
  const page = { order: orderOf(criteria), ...range }
  const searches = searchedTexts(criteria.search)
  // The text index does not contain the trash.
  if (searches.length > 0 && folder !== "trashed")
    return searchRows(db, searched, searches, sql`${filterOf(criteria)}`, page)
  const rows = rowsOf(db, criteria)
  const isFiltered = assignee || from || until || photos || undelivered || followUp || outcome
  const isCounted = searches.length === 0 && sort !== "waiting" && !isFiltered
  return isCounted ? listRows(db, rows, page, total) : scanRows(db, rows, page)
}

/** A domain, as in « société.cd ». */
const DOMAIN = /^[\p{L}\p{M}\p{N}-]+(?:\.[\p{L}\p{M}\p{N}-]+)*\.\p{L}{2,}$/u

/** The groups of digits of a number, or else a word. */
const SEARCHED_PART = /[+(]*\d[\d\s().\p{Pd}/]*\d(?!\S)|\S+/gu

/** Takes hyphens within words for spaces, so that « Jean Pierre » finds « Jean-Pierre ». */
function searchedTexts(search: string): SearchedText[] {
  const reference = spellReference(normalizeForSearch(search))
  const parts = reference ? [reference] : (search.match(SEARCHED_PART) ?? [])
  return parts
    .flatMap(searchedPart)
    .filter(({ text }) => text !== "")
    .slice(0, WORDS_MAX)
    .map(withSectors)
}

/** Finds a reference, a telephone number and an address with accents in its domain however they are typed. */
function searchedPart(part: string): Omit<SearchedText, "sectors">[] {
  const text = normalizeForSearch(part)
  if (DOMAIN.test(part)) return [{ text: normalizeForSearch(cleanEmail(`@${part}`)).slice(1), other: text }]
  if (part.includes("@")) return [{ text: normalizeForSearch(cleanEmail(part)), other: text }]
  const stored = spellReference(text) ?? searchedDigits(part)
  if (stored) return [{ text: stored, other: text }]
  return text.split(/(?<=\p{L})-(?=\p{L})| /u).map((word) => ({ text: word }))
}

function withSectors(search: Omit<SearchedText, "sectors">): SearchedText {
  const hasLabel = (sector: ContactSector) => normalizeForSearch(CONTACT_SECTOR_LABELS[sector]).includes(search.text)
  return { ...search, sectors: CONTACT_SECTORS.filter(hasLabel) }
}

export function listMessageIds(db: Database, criteria: MessageCriteria, now: Date): Promise<number[]> {
  const rows = rowsOf(db, { ...criteria, today: kinshasaDay(now) })
  return readIds(db, sql`${rows} order by ${orderBy(orderOf(criteria))}`)
}

const is = expressionBuilder<Schema, "messages">()

const isAwaited = is("messages.waitingSince", "is not", null)

/** Finds few messages by their pictures, mails or follow-ups first, as SQLite never reorders a cross join. */
function rowsOf(db: Database, { photos, undelivered, followUp, ...others }: Criteria): RawBuilder<unknown> {
  if (undelivered) return rowsAmong(db, selectUndelivered(), { photos, followUp, ...others })
  if (followUp) return rowsAmong(db, selectFollowUps(followUp, others.today), { photos, ...others })
  if (photos) return rowsAmong(db, is.selectFrom("messagePhotos").select("messageId as few_id").distinct(), others)
  return sql`${table("messages")} where ${matches(db, others)}`
}

function rowsAmong(db: Database, ids: Expression<unknown>, criteria: Criteria): RawBuilder<unknown> {
  return sql`${ids} as few cross join ${table("messages")}
    where ${column("messages.id")} = few_id and ${matches(db, criteria)}`
}

/** Selects the messages whose last answer is a mail that has failed. */
function selectUndelivered() {
  return fromUndelivered().select("outbox.messageId as few_id").distinct()
}

function fromUndelivered() {
  return is
    .selectFrom("outbox")
    .where("outbox.kind", "=", sql.lit<MailKind>("answer"))
    .where("sentAt", "is", null)
    .where("lastError", "is not", null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("messageEntries")
            .select("messageEntries.id")
            .whereRef("messageEntries.messageId", "=", "outbox.messageId")
            .whereRef("messageEntries.id", ">", "outbox.entryId")
            .where(isAnswer),
        ),
      ),
    )
}

function selectFollowUps(followUp: NonNullable<MessageCriteria["followUp"]>, today: string) {
  return is
    .selectFrom("messages")
    .select("messages.id as few_id")
    .where("messages.followUpOn", "is not", null)
    .where("messages.deletedAt", "is", null)
    .$if(followUp === "due", (query) => query.where("messages.followUpOn", "<=", today))
}

const anyMessage = { search: "", sort: "newest", today: "" } as const satisfies Criteria

export async function countUndelivered(db: Database): Promise<number> {
  const rows = rowsOf(db, { ...anyMessage, undelivered: true })
  const counted = await sql<{ count: number }>`select count(*) as count from ${rows}`.execute(db)
  return Number(counted.rows[0]?.count)
}

/** Counts what waits for an answer by the person in charge; late is what has done so for longer than a day. */
export function countWaiting(db: Database, now: Date): Promise<WaitingCount[]> {
  const criteria = { ...anyMessage, sort: "waiting" } as const
  return countByAssignee(db, criteria, is("waitingSince", "<", new Date(now.getTime() - DAY_MS).toISOString()))
}

/** Counts what is to be followed up by the person in charge; late is what was so before today. */
export function countFollowUps(db: Database, now: Date): Promise<WaitingCount[]> {
  const today = kinshasaDay(now)
  return countByAssignee(db, { ...anyMessage, followUp: "due", today }, is("followUpOn", "<", today))
}

function countByAssignee(db: Database, criteria: Criteria, isLate: Expression<SqlBool>): Promise<WaitingCount[]> {
  return db
    .selectFrom("messages")
    .select(({ fn }) => ["assigneeId as assignee", fn.countAll<number>().as("count")])
    .select(({ fn, eb, lit }) => fn.sum<number>(eb.case().when(isLate).then(lit(1)).else(lit(0)).end()).as("late"))
    .where(filterOf(criteria))
    .groupBy("assigneeId")
    .execute()
}

/** Orders the trash by the date of deletion, along its index. */
function orderOf({ folder, sort }: MessageCriteria): Order {
  if (folder !== "trashed" || sort === "waiting") return orders[sort]
  const direction = sort === "newest" ? "desc" : "asc"
  return [
    ["messages.deletedAt", direction],
    ["messages.id", direction],
  ]
}

function matches(db: Database, criteria: Criteria): Expression<SqlBool> {
  return is.and([filterOf(criteria), matchesTexts(db, searched, searchedTexts(criteria.search))])
}

function filterOf(criteria: Criteria): Expression<SqlBool> {
  const { folder, sort, sector, assignee, from, until, photos: pictures, undelivered, followUp, outcome } = criteria
  const ofMessage = is.selectFrom("messagePhotos").select("messageId").whereRef("messageId", "=", "messages.id")
  return is.and([
    is("messages.deletedAt", folder === "trashed" ? "is not" : "is", null),
    ...(folder === "trashed" ? [is("messages.erasureBatch", "is", null)] : []),
    ...(sort === "waiting" ? [isAwaited] : []),
    ...(folder === undefined ? [is("messages.state", "!=", sql.lit<MessageState>("spam"))] : []),
    ...(folder !== undefined && folder !== "trashed" ? [is("messages.state", "=", sql.lit(folder))] : []),
    ...(sector ? [is("messages.sector", "=", sector)] : []),
    ...(assignee === "none" ? [is("messages.assigneeId", "is", null)] : []),
    ...(typeof assignee === "number" ? [is("messages.assigneeId", "=", assignee)] : []),
    ...(from ? [is("messages.createdAt", ">=", startOfKinshasaDay(from).toISOString())] : []),
    ...(until ? [is("messages.createdAt", "<", endOfKinshasaDay(until).toISOString())] : []),
    ...(pictures ? [is.exists(ofMessage)] : []),
    ...(undelivered ? [is("messages.id", "in", selectUndelivered())] : []),
    ...(followUp ? [is("messages.followUpOn", "is not", null)] : []),
    ...(followUp === "due" ? [is("messages.followUpOn", "<=", criteria.today)] : []),
    ...(outcome === "none" ? [is("messages.outcome", "is", null)] : []),
    ...(outcome && outcome !== "none" ? [is("messages.outcome", "=", outcome)] : []),
  ])
}

/** Returns the messages in the order of the ids. */
export async function listInboxMessages(db: Database, ids: readonly number[]): Promise<InboxMessage[]> {
  if (ids.length === 0) return []
  return inOrderOf(ids, await selectInboxMessages(db).where("messages.id", "in", ids).execute()).map(toInboxMessage)
}

export async function findInboxMessage(db: Database, id: number): Promise<InboxMessage | undefined> {
  const row = await selectInboxMessages(db).where("messages.id", "=", id).executeTakeFirst()
  return row && toInboxMessage(row)
}

type InboxRow = Omit<InboxMessage, "assignee" | "doubts" | "shownPhone" | "followUp" | "outcome"> &
  FollowUpRow & {
    assigneeId: number | null
    assigneeName: string | null
    suspicions: string | null
    isTrusted: boolean | number
  }

function toInboxMessage(row: InboxRow): InboxMessage {
  const { assigneeId, assigneeName, suspicions, isTrusted, ...message } = withFollowUp(row)
  const isDoubtful = suspicions !== null && !isTrusted && isPending(message.state)
  return {
    ...message,
    shownPhone: message.phone && formatPhoneNumber(message.phone),
    assignee: assigneeId === null ? null : { id: assigneeId, name: assigneeName ?? "" },
    doubts: isDoubtful ? JSON.parse(suspicions) : [],
  }
}

function selectInboxMessages(db: Database) {
  return db
    .selectFrom("messages")
    .select([...messageColumns, "readAt", "answeredAt", "waitingSince", "deletedAt", "assigneeId", "suspicions"])
    .select(followUpColumns)
    .select(({ exists, selectFrom }) => [
      exists(
        selectFrom("senders")
          .select("sender")
          .where("verdict", "=", "trusted")
          .where((row) =>
            row("sender", "in", [row.fn<string>("lower", ["messages.email"]), row.ref("messages.phone")]),
          ),
      ).as("isTrusted"),
      selectFrom("accounts")
        .select(shownName().as("name"))
        .whereRef("accounts.id", "=", "messages.assigneeId")
        .as("assigneeName"),
      selectFrom("messagePhotos")
        .select((picture) => picture.fn.countAll<number>().as("count"))
        .whereRef("messageId", "=", "messages.id")
        .$asScalar()
        .$notNull()
        .as("pictures"),
      fromUndelivered()
        .select("lastError")
        .whereRef("outbox.messageId", "=", "messages.id")
        .orderBy("outbox.id", "desc")
        .limit(1)
        .as("undelivered"),
    ])
    .where("erasureBatch", "is", null)
}

/** Lists the newest first, and orders equal dates by id. */
export async function listMessages(db: Database, { limit, after, at, state }: MessageFilter): Promise<Message[]> {
  let rows = selectMessages(db).where("deletedAt", state === "trashed" ? "is not" : "is", null)
  if (state === undefined) rows = rows.where("state", "!=", "spam")
  else if (state !== "trashed") rows = rows.where("state", "=", state)
  if (after) {
    const last = at === undefined ? await findPosition(db, after) : { createdAt: at, id: after }
    rows = rows.where((is) =>
      is(is.refTuple("messages.createdAt", "messages.id"), "<", is.tuple(last.createdAt, last.id)),
    )
  }
  return rows.limit(limit).execute()
}

/** Finds the place of a message, or that of one that has been erased: just before what came before it. */
async function findPosition(db: Database, id: number): Promise<Pick<Message, "id" | "createdAt">> {
  const select = db.selectFrom("messages").select(["id", "createdAt"])
  const found = await select.where("id", "=", id).where("erasureBatch", "is", null).executeTakeFirst()
  if (found) return found
  const later = await select.where("id", ">", id).orderBy("id").limit(1).executeTakeFirst()
  if (!later && !(await wasIssued(db, "messages", id))) throw new AppError("not_found", responseTexts.messageNotFound)
  const earlier = await select.where("id", "<", id).orderBy("id", "desc").limit(1).executeTakeFirst()
  return { id, createdAt: earlier?.createdAt ?? "" }
}

const messageColumns = [
  "messages.id",
  "messages.reference",
  "messages.state",
  "messages.createdAt",
  ...CONTACT_FIELDS.map((field) => `messages.${field}` as const),
] as const

export function selectMessages(db: Database) {
  return db
    .selectFrom("messages")
    .select(messageColumns)
    .where("erasureBatch", "is", null)
    .orderBy("messages.createdAt", "desc")
    .orderBy("messages.id", "desc")
}

/** Counts messages without spam and the trash. */
async function countRecent(db: Database, now: Date): Promise<{ lastWeek: number; today: number }> {
  const countSince = (since: Date) =>
    db
      .selectFrom("messages")
      .select((row) => row.fn.countAll<number>().as("count"))
      .where("createdAt", ">=", since.toISOString())
      .where("deletedAt", "is", null)
      .where("state", "!=", "spam")
  return db
    .selectNoFrom([
      countSince(new Date(now.getTime() - 7 * DAY_MS))
        .$asScalar()
        .$notNull()
        .as("lastWeek"),
      countSince(startOfKinshasaDay(kinshasaDay(now)))
        .$asScalar()
        .$notNull()
        .as("today"),
    ])
    .executeTakeFirstOrThrow()
}
