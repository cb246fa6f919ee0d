import { recordAudit } from "#server/audit/audit-log.ts"
import { MESSAGES_PER_PAGE, type Message, type MessageSearch, type MessageTable } from "#server/contract/messages.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { messages } from "#server/contract/response-messages.ts"
import { CONTACT_SECTOR_LABELS, CONTACT_SECTORS, type ContactSector } from "#server/contract/sectors.ts"
import { type Searched, searchRows } from "#server/database/text-search.ts"
import { type Database, inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import type { AccountContext } from "#server/trpc/context.ts"

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Africa/Kinshasa is an hour before UTC all year round. */
const KINSHASA_MS = HOUR_MS

const searched: Searched = {
  table: "messages",
  index: "messageSearch",
  columns: ["fullNameFolded", "email", "messageFolded", "sector"],
  sector: "sector",
  trash: false,
}

/** One page of what a search finds, newest first, with the counters over all messages. */
export async function searchMessages(db: Database, { search, page }: MessageSearch, now: Date): Promise<MessageTable> {
  const counts = await countMessages(db, now)
  const text = normalizeForSearch(search)
  const { ids, found } = await searchRows(db, searched, {
    text,
    sectors: CONTACT_SECTORS.filter((sector) => normalizeForSearch(CONTACT_SECTOR_LABELS[sector]).includes(text)),
    order: [
      ["createdAt", "desc"],
      ["id", "desc"],
    ],
    offset: (page - 1) * MESSAGES_PER_PAGE,
    limit: MESSAGES_PER_PAGE,
    total: counts.total,
  })
  const messages = ids.length > 0 ? await selectMessages(db).where("id", "in", ids).execute() : []
  return { messages, found, counts }
}

/** Newest first, ties by id. */
export function listMessages(db: Database): Promise<Message[]> {
  return selectMessages(db).execute()
}

function selectMessages(db: Database) {
  return db
    .selectFrom("messages")
    .select(["id", "firstName", "lastName", "email", "message", "createdAt"])
    .select((row) => row.ref("sector").$castTo<ContactSector>().as("sector"))
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
}

async function countMessages(db: Database, now: Date): Promise<MessageTable["counts"]> {
  return {
    total: await countSince(db),
    lastWeek: await countSince(db, new Date(now.getTime() - 7 * DAY_MS)),
    today: await countSince(db, midnightInKinshasa(now)),
  }
}

async function countSince(db: Database, since?: Date): Promise<number> {
  let rows = db.selectFrom("messages").select((row) => row.fn.countAll<number>().as("count"))
  if (since) rows = rows.where("createdAt", ">=", since.toISOString())
  return (await rows.executeTakeFirstOrThrow()).count
}

function midnightInKinshasa(now: Date): Date {
  const local = now.getTime() + KINSHASA_MS
  return new Date(local - (local % DAY_MS) - KINSHASA_MS)
}

/** Removes a message, and with it the mail that may still wait for it. */
export async function deleteMessage(ctx: AccountContext, id: number): Promise<void> {
  const now = ctx.now()
  await inTransaction(ctx.db, async (trx) => {
    const { numDeletedRows } = await trx.deleteFrom("messages").where("id", "=", id).executeTakeFirstOrThrow()
    if (numDeletedRows === 0n) throw new AppError("not_found", messages.messageNotFound)
    await recordAudit(trx, { accountId: ctx.account.id, action: "delete", subject: "message", subjectId: id }, now)
  })
}
