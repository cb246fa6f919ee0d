import type { ExpressionBuilder, Insertable } from "kysely"
import type { AccountMailKind, OfficeMailKind } from "#server/contract/account-links.ts"
import { DAY_MS, MINUTE_MS, NEVER } from "#server/contract/durations.ts"
import type { MailKind } from "#server/contract/messages.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { inTransaction } from "#server/database/transaction.ts"
import type { Log } from "#server/log.ts"

export interface QueuedMail {
  /** The id of a row, which is one mail, however often it is attempted. */
  id: number
  messageId: number | null
  kind: MailKind | AccountMailKind | OfficeMailKind
  entryId: number | null
  /** The only recipient; it is null for the addresses that the kind of the mail goes to. */
  recipient: string | null
  origin: string | null
  accountLinkId: number | null
  detail: string | null
  /** The number of attempts, including the present one. */
  attempts: number
  /** The moment at which the present attempt was due. */
  nextAt: string
}

/** A delivery throws it to postpone a mail, which then is neither sent nor failed. */
export class MailDeferred extends Error {
  /** The moment of the next attempt, ISO 8601. */
  readonly until: string

  constructor(until: string) {
    super("mail deferred")
    this.until = until
  }
}

/** A delivery throws it for a mail that must no longer be sent. */
export class MailDropped extends Error {
  constructor() {
    super("mail dropped")
  }
}

export interface MailDelivery {
  /** Must reject when the signal aborts. */
  deliver(mail: QueuedMail, signal: AbortSignal): Promise<void>
  /** Returns a text that is stored and logged, and so must contain no personal data. */
  describeFailure(error: unknown): string
  /** Whether attempts must end one day, since the mail was rejected for good or may have arrived each time. */
  isBounded(error: unknown): boolean
  /** It is called in the transaction that stores that the mail was sent. */
  recordSent(trx: Transaction, mail: QueuedMail, now: Date): Promise<void>
  /** It is called in the transaction that stores a failed attempt. */
  recordFailed(trx: Transaction, mail: QueuedMail, now: Date): Promise<void>
}

interface OutboxParts {
  db: Database
  log: Log
  now: () => Date
  delivery: MailDelivery
  deliveryTimeoutMs?: number
}

interface Outcome {
  nextAt: string
  lastError: string | null
}

/** A server that cannot be reached, or asks to wait, may be repaired after weeks. */
const RETRY_MINUTES = [1, 5, 15, 60, 360]
const LAST_RETRY_MINUTES = 720

/** Other failures end the attempts with this one, after three days. */
const BOUNDED_ATTEMPTS = 12

/** A delivery is aborted after this time even if the server sends something now and then. */
const DELIVERY_TIMEOUT_MS = 12 * MINUTE_MS

/** This is longer than a delivery with its writes, so that a claim expires only if its process is dead. */
const LEASE_MS = 15 * MINUTE_MS

/** No time is set further ahead than this, unless the clock was wrong. */
const FARTHEST_MS = DAY_MS

/** A stop waits this long for the delivery under way before it aborts it. */
const STOP_TIMEOUT_MS = 5_000

/** Must be called in the transaction that stores the subject of the mail. */
export async function enqueueMail(
  trx: Transaction,
  mail: Omit<Insertable<Schema["outbox"]>, "id" | "attempts" | "nextAt">,
  now: Date,
): Promise<void> {
  await trx
    .insertInto("outbox")
    .values({ ...mail, nextAt: now.toISOString() })
    .execute()
}

/** Delivers the outbox's rows one after the other when they are due; several processes may share a database. */
export function startOutbox({ db, log, now, delivery, deliveryTimeoutMs = DELIVERY_TIMEOUT_MS }: OutboxParts) {
  const aborted = new AbortController()
  /** Delivered mails whose outcome could not be stored; they must not be delivered again. */
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
    // It polls as well, since a row whose process has died becomes due when its claim expires.
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
      return recordFailure(mail, error)
    }
    unrecorded.add(id)
    await recordDelivery(mail)
    unrecorded.delete(id)
    log.info({ outboxId: id, attempts }, "mail sent")
  }

  async function recordFailure(mail: QueuedMail, error: unknown) {
    const { id, attempts, kind } = mail
    const lastError = delivery.describeFailure(error)
    const isBounded = delivery.isBounded(error) && !aborted.signal.aborted
    if (!isBounded || attempts < BOUNDED_ATTEMPTS) {
      const nextAt = new Date(now().getTime() + retryMinutes(attempts) * MINUTE_MS).toISOString()
      log.warn({ outboxId: id, attempts, failure: lastError, nextAt }, "mail failed")
      return recordAttempt(mail, { nextAt, lastError })
    }
    log.warn({ outboxId: id, attempts, failure: lastError }, "mail given up")
    // The screen of the request shows what became of an answer.
    await (kind === "answer" ? recordAttempt(mail, { nextAt: NEVER, lastError }) : deleteMail(db, mail))
  }

  function recordAttempt(mail: QueuedMail, outcome: Outcome) {
    return inTransaction(db, async (trx) => {
      if (await setOutcome(trx, mail, outcome)) await delivery.recordFailed(trx, mail, now())
    })
  }

  /** Counts even if another process has claimed the mail since, so that none of them delivers it again. */
  function recordDelivery(mail: QueuedMail) {
    return inTransaction(db, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable("outbox")
        .set({ sentAt: now().toISOString(), lastError: null, claimedUntil: null })
        .where("id", "=", mail.id)
        .where("sentAt", "is", null)
        .executeTakeFirst()
      if (numUpdatedRows > 0n) await delivery.recordSent(trx, mail, now())
    })
  }

  async function drop(mail: QueuedMail) {
    await deleteMail(db, mail)
    log.info({ outboxId: mail.id, attempts: mail.attempts }, "mail dropped")
  }

  async function defer(mail: QueuedMail, { until }: MailDeferred) {
    await inTransaction(db, (trx) => setOutcome(trx, mail, { nextAt: until, lastError: null }))
    log.info({ outboxId: mail.id, attempts: mail.attempts, nextAt: until }, "mail deferred")
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

/** Returns when a mail was first due that is due then, after so many failed attempts. */
export function firstDueAt(nextAt: string, failures: number): Date {
  const minutes = Array.from({ length: failures }, (_, index) => retryMinutes(index + 1))
  return new Date(Date.parse(nextAt) - MINUTE_MS * minutes.reduce((sum, pause) => sum + pause, 0))
}

/** Claims the oldest due row; until the claim expires, no other process delivers it. */
function claimMail(db: Database, now: Date) {
  const at = now.toISOString()
  const farthest = new Date(now.getTime() + FARTHEST_MS).toISOString()
  const claimedUntil = new Date(now.getTime() + LEASE_MS).toISOString()
  return inTransaction(db, async (trx) => {
    const due = trx
      .selectFrom("outbox")
      .select("id")
      .where("sentAt", "is", null)
      .where("nextAt", "<", NEVER)
      .where((is) => is.or([is("nextAt", "<=", at), is("nextAt", ">", farthest)]))
      .where((is) =>
        is.or([is("claimedUntil", "is", null), is("claimedUntil", "<=", at), is("claimedUntil", ">", farthest)]),
      )
      .orderBy("nextAt")
      .orderBy("id")
      .limit(1)
    return trx
      .updateTable("outbox")
      .set((row) => ({ attempts: row("attempts", "+", 1), claimedUntil }))
      .where("id", "=", due)
      .returning(["id", "attempts", "nextAt", "messageId", "kind", "entryId", "recipient", "origin"])
      .returning(["accountLinkId", "detail"])
      .executeTakeFirst()
  })
}

type Claim = Pick<QueuedMail, "id" | "attempts">

/**
 * Stores the outcome of an attempt and releases the row, unless another process has claimed it since. Returns whether
 * it is stored.
 */
async function setOutcome(trx: Transaction, claim: Claim, { nextAt, lastError }: Outcome): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("outbox")
    .set({ nextAt, lastError, claimedUntil: null })
    .where(isOwn(claim))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

async function deleteMail(db: Database, claim: Claim): Promise<void> {
  await inTransaction(db, (trx) => trx.deleteFrom("outbox").where(isOwn(claim)).execute())
}

/** Each claim is one more attempt. */
function isOwn({ id, attempts }: Claim) {
  return (is: ExpressionBuilder<Schema, "outbox">) =>
    is.and([is("id", "=", id), is("attempts", "=", attempts), is("sentAt", "is", null)])
}

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
