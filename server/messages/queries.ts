import {
  CONTACT_FIELDS,
  type Message,
  type MessageFilter,
  type MessageSearch,
  type MessageSearchResult,
} from "#server/contract/messages.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { ROWS_PER_PAGE } from "#server/contract/paging.ts"
import { messages } from "#server/contract/response-messages.ts"
import { CONTACT_SECTOR_LABELS, CONTACT_SECTORS } from "#server/contract/sectors.ts"
import type { SearchedTable } from "#server/database/searched-table.ts"
import { searchRows } from "#server/database/text-search.ts"
import type { Database } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Africa/Kinshasa is UTC+1 all year round. */
const KINSHASA_OFFSET_MS = HOUR_MS

const searched: SearchedTable = {
  table: "messages",
  index: "messageSearch",
  columns: ["fullNameFolded", "email", "messageFolded", "sector"],
  sector: "sector",
  softDelete: false,
}

/** Newest first, with the counters over all messages. */
export async function searchMessages(
  db: Database,
  { search, page }: MessageSearch,
  now: Date,
): Promise<MessageSearchResult> {
  const counts = await countMessages(db, now)
  const text = normalizeForSearch(search)
  const { ids, ...count } = await searchRows(db, searched, {
    text,
    sectors: CONTACT_SECTORS.filter((sector) => normalizeForSearch(CONTACT_SECTOR_LABELS[sector]).includes(text)),
    order: [
      ["createdAt", "desc"],
      ["id", "desc"],
    ],
    offset: (page - 1) * ROWS_PER_PAGE,
    limit: ROWS_PER_PAGE,
    total: counts.total,
  })
  const found = ids.length > 0 ? await selectMessages(db).where("id", "in", ids).execute() : []
  return { messages: found, ...count, counts }
}

/** Newest first, ties by id. */
export async function listMessages(db: Database, { limit, after }: MessageFilter): Promise<Message[]> {
  let rows = selectMessages(db)
  if (after) {
    const last = await findMessage(db, after)
    if (!last) throw new AppError("not_found", messages.messageNotFound)
    rows = rows.where((is) => is(is.refTuple("createdAt", "id"), "<", is.tuple(last.createdAt, last.id)))
  }
  return rows.limit(limit).execute()
}

export function findMessage(db: Database, id: number): Promise<Message | undefined> {
  return selectMessages(db).where("id", "=", id).executeTakeFirst()
}

function selectMessages(db: Database) {
  return db
    .selectFrom("messages")
    .select(["id", "createdAt", ...CONTACT_FIELDS])
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .$castTo<Message>()
}

function countMessages(db: Database, now: Date): Promise<MessageSearchResult["counts"]> {
  const countSince = (since: Date) =>
    db
      .selectFrom("messages")
      .select((row) => row.fn.countAll<number>().as("count"))
      .where("createdAt", ">=", since.toISOString())
  return db
    .selectFrom("messageCount")
    .select("count as total")
    .select([
      countSince(new Date(now.getTime() - 7 * DAY_MS))
        .$asScalar()
        .as("lastWeek"),
      countSince(midnightInKinshasa(now)).$asScalar().as("today"),
    ])
    .executeTakeFirstOrThrow()
}

function midnightInKinshasa(now: Date): Date {
  const local = now.getTime() + KINSHASA_OFFSET_MS
  return new Date(local - (local % DAY_MS) - KINSHASA_OFFSET_MS)
}
