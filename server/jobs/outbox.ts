import type { AccountMailKind } from "#server/contract/account-links.ts"
import { MINUTE_MS } from "#server/contract/durations.ts"
import type { MailKind } from "#server/contract/messages.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import type { Log } from "#server/log.ts"

export interface QueuedMail {
  /** One row is one mail, however often it is attempted. */
  id: number
  messageId: number | null
  kind: MailKind | AccountMailKind
  /** The answer that it sends. */
  entryId: number | null
  /** The e-mail address of a mail that belongs to no message. */
  recipient: string | null
  /** Where its link leads. */
  origin: string | null
  accountLinkId: number | null
  /** Includes the one under way. */
  attempts: number
  /** When the one under way was due. */
  nextAt: string
}

/** Thrown by a delivery that postpones a mail: it is neither sent nor failed. */
export class MailDeferred extends Error {
  /** When to try again, ISO 8601. */
  readonly until: string

  constructor(until: string) {
    super("mail deferred")
    this.until = until
  }
}

/** Thrown by a delivery of a mail that is no longer to be sent. */
export class MailDropped extends Error {
  constructor() {
    super("mail dropped")
  }
}

export interface MailDelivery {
  /** Must reject when the signal aborts. */
  deliver(mail: QueuedMail, signal: AbortSignal): Promise<void>
  /** Returns a text that is stored and logged, so that it must contain no personal data. */
  describeFailure(error: unknown): string
}

interface OutboxParts {
  db: Database
  log: Log
  now: () => Date
  delivery: MailDelivery
  deliveryTimeoutMs?: number
}

interface Outcome {
  nextAt?: string
  sentAt?: string
  lastError: string | null
}

/** Failed mails are never given up, since a mail server may be repaired after weeks. */
const RETRY_MINUTES = [1, 5, 15, 60, 360]
const LAST_RETRY_MINUTES = 720

const DELIVERY_TIMEOUT_MS = 30_000

/** Longer than a delivery with its writes: a lease expires only if the process that claimed the row is dead. */
const LEASE_MS = 2 * MINUTE_MS

/** How long a stop waits for the delivery under way before it aborts it. */
const STOP_TIMEOUT_MS = 5_000

/** Must be called in the transaction that stores what the mail tells of. */
export async function enqueueMail(
  trx: Transaction,
  mail: Pick<QueuedMail, "kind"> & Partial<Omit<QueuedMail, "id" | "attempts" | "nextAt">>,
  now: Date,
): Promise<void> {
  await trx
    .insertInto("outbox")
    .values({ ...mail, nextAt: now.toISOString() })
    .execute()
}

/** Delivers the rows of the outbox one after the other when they are due; several processes may share a database. */
export function startOutbox({ db, log, now, delivery, deliveryTimeoutMs = DELIVERY_TIMEOUT_MS }: OutboxParts) {
  const aborted = new AbortController()
  /** Mails that were delivered, but whose outcome could not be stored: they must not be delivered again. */
  const unrecorded = new Set<number>()
  let run: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let pending = false
  let stopping = false

  function wake() {
    pending = true
    if (stopping || run) return
    clearTimeout(timer)
    run = runUntilIdle()
  }

  async function runUntilIdle() {
    let pauseMs = 0
    while (pending && !stopping) {
      pending = false
      pauseMs = await deliverDue()
    }
    run = undefined
    // Poll as well: a row whose process died is due when its lease expires.
    if (!stopping) timer = setTimeout(wake, Math.min(pauseMs, MINUTE_MS)).unref()
  }

  /** Returns the milliseconds until the next row is due. */
  async function deliverDue(): Promise<number> {
    try {
      while (!stopping) {
        const claim = await claimMail(db, now())
        if (!claim) return await findPauseMs()
        await attempt(claim)
      }
    } catch (error) {
      log.warn({ err: error }, "outbox failed")
    }
    return MINUTE_MS
  }

  async function findPauseMs(): Promise<number> {
    const next = await findNextDue(db)
    return next ? Math.max(next.getTime() - now().getTime(), 0) : MINUTE_MS
  }

  async function attempt(mail: QueuedMail) {
    const { id, attempts } = mail
    try {
      const signal = AbortSignal.any([aborted.signal, AbortSignal.timeout(deliveryTimeoutMs)])
      if (!unrecorded.has(id)) await delivery.deliver(mail, signal)
    } catch (error) {
      if (error instanceof MailDropped) return drop(mail)
      if (error instanceof MailDeferred) return defer(mail, error)
      const failure = delivery.describeFailure(error)
      const nextAt = new Date(now().getTime() + retryMinutes(attempts) * MINUTE_MS).toISOString()
      log.warn({ outboxId: id, attempts, failure, nextAt }, "mail failed")
      await recordOutcome(db, id, { nextAt, lastError: failure })
      return
    }
    unrecorded.add(id)
    await recordOutcome(db, id, { sentAt: now().toISOString(), lastError: null })
    unrecorded.delete(id)
    log.info({ outboxId: id, attempts }, "mail sent")
  }

  async function drop({ id, attempts }: QueuedMail) {
    await deleteMail(db, id)
    log.info({ outboxId: id, attempts }, "mail dropped")
  }

  async function defer({ id, attempts }: QueuedMail, { until }: MailDeferred) {
    await recordOutcome(db, id, { nextAt: until, lastError: null })
    log.info({ outboxId: id, attempts, nextAt: until }, "mail deferred")
  }

  /** Waits for the delivery under way up to a limit; queued mails are delivered after the next start. */
  async function stop() {
    stopping = true
    clearTimeout(timer)
    const overdue = setTimeout(() => aborted.abort(), STOP_TIMEOUT_MS)
    await run
    clearTimeout(overdue)
  }

  wake()
  return { wake, stop }
}

function retryMinutes(attempts: number): number {
  return RETRY_MINUTES[attempts - 1] ?? LAST_RETRY_MINUTES
}

/** Claims the oldest due row for the length of the lease: until then no other process delivers it. */
function claimMail(db: Database, now: Date) {
  const at = now.toISOString()
  const claimedUntil = new Date(now.getTime() + LEASE_MS).toISOString()
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
    return trx
      .updateTable("outbox")
      .set((row) => ({ attempts: row("attempts", "+", 1), claimedUntil }))
      .where("id", "=", due)
      .returning(["id", "attempts", "nextAt", "messageId", "kind", "entryId", "recipient", "origin", "accountLinkId"])
      .executeTakeFirst()
  })
}

/** Stores how an attempt ended, and releases the row. */
async function recordOutcome(db: Database, id: number, outcome: Outcome): Promise<void> {
  await inTransaction(db, (trx) =>
    trx
      .updateTable("outbox")
      .set({ ...outcome, claimedUntil: null })
      .where("id", "=", id)
      .where("sentAt", "is", null)
      .execute(),
  )
}

async function deleteMail(db: Database, id: number): Promise<void> {
  await inTransaction(db, (trx) => trx.deleteFrom("outbox").where("id", "=", id).where("sentAt", "is", null).execute())
}

/** Returns when the next row is due that no process has claimed. */
async function findNextDue(db: Database): Promise<Date | undefined> {
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
