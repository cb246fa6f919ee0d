import type { Database } from "#server/database/transaction.ts"
import type { Log } from "#server/log.ts"
import type { Outbox } from "#server/trpc/context.ts"
import { describeMailFailure, openMail } from "./notify.ts"
import { type Claim, claimRow, findNextTime, recordOutcome } from "./outbox-rows.ts"

interface OutboxParts {
  db: Database
  log: Log
  now: () => Date
  smtpUrl: string
  notifyEmail: string
  /** The most that one mail may take in all, in milliseconds. */
  sendWithinMs?: number
}

const MINUTE_MS = 60_000

/** After each failed try; the last one again and again, so that a mail server mended after weeks still gets all. */
const PAUSES_MINUTES = [1, 5, 15, 60, 360]
const LAST_PAUSE_MINUTES = 720

const SEND_WITHIN_MS = 30_000

/** Longer than a mail and the writes around it may take: whoever holds a row past it is gone. */
const LEASE_MS = 2 * MINUTE_MS

/** How long a stop waits for the mail under way before it is cut off. */
const STOP_WITHIN_MS = 5_000

/** Mails the rows of the outbox, one after the other, whenever one is due; several processes may share a database. */
export function startOutbox({ db, log, now, sendWithinMs = SEND_WITHIN_MS, ...mail }: OutboxParts) {
  const send = openMail({ ...mail, sendWithinMs })
  const stopped = new AbortController()
  /** Mailed, though the database would not take it down: not to be mailed again. */
  const unrecorded = new Set<number>()
  let turn: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let woken = false
  let stopping = false

  function wake() {
    woken = true
    if (stopping || turn) return
    clearTimeout(timer)
    turn = takeTurn()
  }

  async function takeTurn() {
    let pauseMs = 0
    while (woken && !stopping) {
      woken = false
      pauseMs = await mailWhatIsDue()
    }
    turn = undefined
    // Also a row that no timer knows of comes up: its process died, and its lease has ended.
    if (!stopping) timer = setTimeout(wake, Math.min(pauseMs, MINUTE_MS)).unref()
  }

  /** Returns the milliseconds until the next row is due. */
  async function mailWhatIsDue(): Promise<number> {
    try {
      while (!stopping) {
        const claim = await claimRow(db, now(), LEASE_MS)
        if (claim) await mailRow(claim)
        else return await untilNextTime()
      }
    } catch (error) {
      log.warn({ err: error }, "outbox failed")
    }
    return MINUTE_MS
  }

  async function untilNextTime(): Promise<number> {
    const next = await findNextTime(db)
    return next ? Math.max(next.getTime() - now().getTime(), 0) : MINUTE_MS
  }

  async function mailRow({ notice, attempts }: Claim) {
    const { outboxId } = notice
    try {
      if (!unrecorded.has(outboxId)) await send(notice, stopped.signal)
    } catch (error) {
      const failure = describeMailFailure(error)
      const nextAt = new Date(now().getTime() + pauseMinutes(attempts) * MINUTE_MS).toISOString()
      log.warn({ outboxId, attempts, failure, nextAt }, "mail failed")
      await recordOutcome(db, outboxId, { nextAt, lastError: failure })
      return
    }
    unrecorded.add(outboxId)
    await recordOutcome(db, outboxId, { sentAt: now().toISOString(), lastError: null })
    unrecorded.delete(outboxId)
    log.info({ outboxId, attempts }, "mail sent")
  }

  /** Lets the mail under way end, within bounds; what still waits is mailed at the next start. */
  async function stop() {
    stopping = true
    clearTimeout(timer)
    const overdue = setTimeout(() => stopped.abort(), STOP_WITHIN_MS)
    await turn
    clearTimeout(overdue)
  }

  wake()
  return { wake, stop } satisfies Outbox & { stop(): Promise<void> }
}

function pauseMinutes(attempts: number): number {
  return PAUSES_MINUTES[attempts - 1] ?? LAST_PAUSE_MINUTES
}
