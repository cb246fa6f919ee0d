import type { Suspicion } from "#server/contract/message-states.ts"
import type { Message, MessageDetails } from "#server/contract/messages.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database } from "#server/database/core/database.ts"
import { shownName } from "#server/database/core/shown-name.ts"
import { AppError } from "#server/errors.ts"
import type { Context } from "#server/trpc/context.ts"
import { listEntries } from "./entries.ts"
import { sharesAddress } from "./person.ts"
import { listImages } from "./pictures.ts"
import { findInboxMessage, selectMessages } from "./queries.ts"

const OTHERS_MAX = 20

export async function getMessageDetails(
  { db, outbox, readsMailbox, now }: Context,
  id: number,
): Promise<MessageDetails> {
  const message = await findInboxMessage(db, id)
  if (!message) throw new AppError("not_found", responseTexts.messageNotFound)
  return {
    ...message,
    entries: await nameAssignees(db, await listEntries(db, id, now())),
    images: await listImages(db, id),
    suspicions: message.state === "spam" ? await readSuspicions(db, id) : [],
    others: await listOthers(db, message),
    hasMailServer: outbox !== undefined,
    readsMailbox,
  }
}

async function readSuspicions(db: Database, id: number): Promise<Suspicion[]> {
  const row = await db.selectFrom("messages").select("suspicions").where("id", "=", id).executeTakeFirstOrThrow()
  return row.suspicions ? JSON.parse(row.suspicions) : []
}

async function nameAssignees(db: Database, entries: MessageDetails["entries"]): Promise<MessageDetails["entries"]> {
  if (!entries.some(({ kind }) => kind === "assignee")) return entries
  const accounts = await db
    .selectFrom("accounts")
    .select(["id", shownName().as("name")])
    .execute()
  const nameOf = (id: string | null) => accounts.find((account) => String(account.id) === id)?.name ?? null
  return entries.map((entry) =>
    entry.kind === "assignee" ? { ...entry, before: nameOf(entry.before), after: nameOf(entry.after) } : entry,
  )
}

/** Lists other requests with the same address or number, even later ones. */
function listOthers(db: Database, { id, email, phone }: Message): Promise<Message[]> {
  return selectMessages(db)
    .where("messages.id", "!=", id)
    .where("deletedAt", "is", null)
    .where(sharesAddress({ messageId: id, email, phone }))
    .limit(OTHERS_MAX)
    .execute()
}
