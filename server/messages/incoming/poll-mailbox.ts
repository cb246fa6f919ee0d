import { createHash } from "node:crypto"
import { DAY_MS, MINUTE_MS } from "#server/contract/durations.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { acquireLease } from "#server/jobs/leases.ts"
import { type RecordTask, startSchedule } from "#server/jobs/schedule.ts"
import { findRequest, type JoinParts, joinMail, recordBounce } from "./join-mail.ts"
import { describeMailboxFailure, MAIL_BYTES_MAX, type Mailbox, type MailboxSettings, openMailbox } from "./mailbox.ts"
import { type MailHead, readBounce, readContent, readHead } from "./read-mail.ts"
import { incomingTexts as texts } from "./texts.ts"

/** A reading is ended after this time; the next one goes on where it was. */
const READING_MS = 4 * MINUTE_MS

/** This is longer than a reading, so that a lease expires only if its process is dead. */
const LEASE_MS = 5 * MINUTE_MS

const RETRY_MINUTES = [1, 5, 15]
const LAST_RETRY_MINUTES = 60

/** Reads the mailbox every minute, on one instance at a time. */
export function startMailbox(parts: JoinParts, settings: MailboxSettings, record?: RecordTask) {
  const reader = createMailboxReader(parts, settings)
  const { run, succeededAt } = reader
  const tasks = [{ name: "read mailbox", run, succeededAt }]
  const schedule = startSchedule({
    log: parts.log,
    now: parts.now,
    everyMs: MINUTE_MS,
    tasks,
    ...(record && { record }),
  })
  return {
    async stop() {
      reader.abort()
      await schedule.stop()
    },
  }
}

/** A mailbox that fails is logged once for each reason, and tried again after growing pauses. */
export function createMailboxReader(parts: JoinParts, settings: MailboxSettings) {
  const { db, log, now } = parts
  const aborted = new AbortController()
  let failures = 0
  let failure: string | undefined
  let retryAt = 0
  let succeededAt: Date | undefined

  async function run() {
    if (aborted.signal.aborted || now().getTime() < retryAt) return
    const lease = await acquireLease(db, "mailbox", now(), LEASE_MS)
    if (!lease) return
    try {
      const signal = AbortSignal.any([aborted.signal, AbortSignal.timeout(READING_MS)])
      await readMailbox(parts, settings, signal)
      if (failure) log.info({}, "mailbox read again")
      succeededAt = now()
      failures = 0
      failure = undefined
    } catch (error) {
      if (!aborted.signal.aborted) recordFailure(describeMailboxFailure(error))
    } finally {
      await lease.release()
    }
  }

  function recordFailure(reason: string) {
    const pauseMs = (RETRY_MINUTES[failures] ?? LAST_RETRY_MINUTES) * MINUTE_MS
    failures += 1
    retryAt = now().getTime() + pauseMs
    if (reason !== failure) log.warn({ failure: reason }, "mailbox not read")
    failure = reason
  }

  return { run, succeededAt: () => succeededAt, abort: () => aborted.abort() }
}

async function readMailbox(parts: JoinParts, settings: MailboxSettings, signal: AbortSignal): Promise<void> {
  const mailbox = await openMailbox(settings)
  signal.addEventListener("abort", mailbox.close)
  try {
    signal.throwIfAborted()
    const place = { nameHash: nameHashOf(settings), uidValidity: mailbox.uidValidity }
    for (const uid of await listUnread(parts, mailbox, place)) {
      if (signal.aborted) return
      await readMail(parts, mailbox, uid, (trx) => moveTo(trx, { ...place, uid }, parts.now()))
    }
  } finally {
    mailbox.close()
  }
}

interface Place {
  nameHash: string
  uidValidity: string
}

function nameHashOf({ url }: MailboxSettings): string {
  const { host, username } = new URL(url)
  return createHash("sha256").update(`${username}@${host}`).digest("hex")
}

/** Lists what came since the last reading; what is in the mailbox before the first one stays unread. */
async function listUnread({ db, now }: JoinParts, mailbox: Mailbox, place: Place): Promise<number[]> {
  const last = await findPlace(db, place.nameHash)
  if (!last) {
    await inTransaction(db, (trx) => moveTo(trx, { ...place, uid: mailbox.uidNext - 1 }, now()))
    return []
  }
  if (last.uidValidity === place.uidValidity) return mailbox.list({ uid: last.uid + 1 })
  // The server has numbered the mails anew. Those that were taken are known by their hashes.
  const uids = await mailbox.list({ since: new Date(Date.parse(last.readAt) - DAY_MS) })
  if (uids.length === 0) await inTransaction(db, (trx) => moveTo(trx, { ...place, uid: mailbox.uidNext - 1 }, now()))
  return uids
}

function findPlace(db: Database, nameHash: string) {
  return db.selectFrom("mailboxes").selectAll().where("nameHash", "=", nameHash).executeTakeFirst()
}

async function moveTo(trx: Transaction, place: Place & { uid: number }, now: Date): Promise<void> {
  const { uidValidity, uid } = place
  const readAt = now.toISOString()
  await trx
    .insertInto("mailboxes")
    .values({ ...place, readAt })
    .onConflict((conflict) => conflict.column("nameHash").doUpdateSet({ uidValidity, uid, readAt }))
    .execute()
}

type Move = (trx: Transaction) => Promise<void>

/** Takes what concerns a request, and moves on in the same transaction; any other mail is left as it is. */
async function readMail(parts: JoinParts, mailbox: Mailbox, uid: number, move: Move): Promise<void> {
  const taken = await prepare(parts, mailbox, uid)
  try {
    await inTransaction(parts.db, async (trx) => {
      await taken?.store(trx)
      await move(trx)
    })
    if (taken) parts.outbox?.wake()
  } catch (error) {
    // The request takes no more additions.
    if (!(error instanceof AppError)) throw error
    parts.log.warn({ failure: error.code }, "incoming mail left")
    await inTransaction(parts.db, move)
  }
}

/** Reads a mail outside of any transaction; undefined for one that concerns no request. */
async function prepare(parts: JoinParts, mailbox: Mailbox, uid: number) {
  const found = await mailbox.readBeginning(uid)
  const head = found && (await readHead(found.beginning).catch(() => undefined))
  if (!head) return undefined
  const isTooLarge = found.size > MAIL_BYTES_MAX
  if (head.isReport) {
    const bounce = isTooLarge ? undefined : await readBounce((await mailbox.read(uid)) ?? Buffer.alloc(0), head)
    return bounce && { store: (trx: Transaction) => recordBounce(trx, parts, head, bounce) }
  }
  const messageId = await findRequest(parts, head)
  if (messageId === undefined || (await isTaken(parts.db, head))) return undefined
  const content = isTooLarge ? tooLarge : await readContent((await mailbox.read(uid)) ?? Buffer.alloc(0))
  return { store: (trx: Transaction) => joinMail(trx, parts, head, messageId, content) }
}

const tooLarge = { text: texts.tooLarge, quoted: "", attachments: [] }

/** Spares the reading of what will not be stored again. */
async function isTaken(db: Database, { hash }: MailHead): Promise<boolean> {
  const row = await db.selectFrom("incomingMails").select("at").where("mailHash", "=", hash).executeTakeFirst()
  return row !== undefined
}
