import { type Database, inTransaction } from "#server/database/transaction.ts"
import type { Notice } from "./notify.ts"

export interface Claim {
  notice: Notice
  /** Tries so far, this one included. */
  attempts: number
}

interface Outcome {
  nextAt?: string
  sentAt?: string
  lastError: string | null
}

/** Takes the oldest due row in hand for so many milliseconds: until then no other process touches it. */
export function claimRow(db: Database, now: Date, leaseMs: number): Promise<Claim | undefined> {
  const at = now.toISOString()
  const claimedUntil = new Date(now.getTime() + leaseMs).toISOString()
  return inTransaction(db, async (trx) => {
    const due = trx
      .selectFrom("outbox")
      .select("id")
      .where("sentAt", "is", null)
      .where("nextAt", "<=", at)
      .where((is) => is.or([is("claimedUntil", "is", null), is("claimedUntil", "<=", at)]))
      .orderBy("nextAt")
      .orderBy("id")
      .limit(1)
    const row = await trx
      .updateTable("outbox")
      .set((row) => ({ attempts: row("attempts", "+", 1), claimedUntil }))
      .where("id", "=", due)
      .returning(["id", "attempts", "messageId"])
      .executeTakeFirst()
    if (!row) return
    const message = await trx
      .selectFrom("messages")
      .select(["firstName", "lastName", "email", "sector", "message", "createdAt"])
      .where("id", "=", row.messageId)
      .executeTakeFirstOrThrow()
    return { notice: { outboxId: row.id, ...message }, attempts: row.attempts }
  })
}

/** Writes down how a try went, and lets go of the row. */
export async function recordOutcome(db: Database, id: number, outcome: Outcome): Promise<void> {
  await inTransaction(db, (trx) =>
    trx
      .updateTable("outbox")
      .set({ ...outcome, claimedUntil: null })
      .where("id", "=", id)
      .where("sentAt", "is", null)
      .execute(),
  )
}

/** When the next row is due that nobody has in hand. */
export async function findNextTime(db: Database): Promise<Date | undefined> {
  const next = await db
    .selectFrom("outbox")
    .select("nextAt")
    .where("sentAt", "is", null)
    .where("claimedUntil", "is", null)
    .orderBy("nextAt")
    .limit(1)
    .executeTakeFirst()
  return next && new Date(next.nextAt)
}
