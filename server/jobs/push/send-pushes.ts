import { HOUR_MS, MINUTE_MS } from "#server/contract/durations.ts"
import { PENDING_STATES } from "#server/contract/message-states.ts"
import type { PushKind } from "#server/contract/push.ts"
import { hasRight } from "#server/contract/rights.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import type { Log } from "#server/log.ts"
import type { PostPush } from "./post-push.ts"
import { composePush } from "./push-texts.ts"
import { getVapidKeys } from "./vapid-keys.ts"

interface Parts {
  db: Database
  log: Log
  now: () => Date
  post: PostPush
  subject: string
}

/** So many are sent at the same time. */
const CLAIMED_MAX = 50

/** Longer than an attempt with its writes, so that a claim expires only if its process is dead. */
const LEASE_MS = 2 * MINUTE_MS

/** A push service that fails is tried again after these times, and then the news are none any more. */
const RETRY_MS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS]

/** Sends what is due; several processes may share a database. */
export async function sendPushes(parts: Parts): Promise<void> {
  for (;;) {
    const claimed = await claim(parts)
    if (claimed.length === 0) return
    // What is handed over together is one message.
    const groups = Map.groupBy(claimed, ({ id, deviceId, kind }) =>
      kind === "assignment" ? `device ${deviceId}` : `${id}`,
    )
    await Promise.all([...groups.values()].map((group) => attempt(parts, group)))
  }
}

interface Claimed {
  id: number
  deviceId: number
  messageId: number
  kind: PushKind
  attempts: number
}

async function claim({ db, now }: Parts): Promise<Claimed[]> {
  const at = now().toISOString()
  const selectDue = (executor: Database) =>
    executor.selectFrom("pushMessages").select("id").where("nextAt", "<=", at).orderBy("nextAt").orderBy("id")
  // Without anything due, which is mostly so, nothing is locked.
  if (!(await selectDue(db).limit(1).executeTakeFirst())) return []
  const nextAt = new Date(now().getTime() + LEASE_MS).toISOString()
  return inTransaction(db, (trx) =>
    trx
      .updateTable("pushMessages")
      .set((row) => ({ attempts: row("attempts", "+", 1), nextAt }))
      .where("id", "in", selectDue(trx).limit(CLAIMED_MAX))
      .returning(["id", "deviceId", "messageId", "kind", "attempts"])
      .execute(),
  )
}

async function attempt(parts: Parts, group: readonly Claimed[]): Promise<void> {
  const { db, log, now, post, subject } = parts
  const [first] = group
  if (!first) return
  const { deviceId, kind, attempts } = first
  const device = await findDevice(db, deviceId)
  const payload = device && composePush(kind, await listNews(db, group, device.accountId))
  if (!device || !payload) return remove(db, group)
  const keys = await getVapidKeys(db, now())
  const status = await post({ target: device, payload: JSON.stringify(payload), keys, subject }).catch((error) => {
    log.warn({ deviceId, attempts, failure: error instanceof Error ? error.message : "unknown" }, "push failed")
    return undefined
  })
  if (status === 404 || status === 410) {
    log.info({ deviceId }, "push device gone")
    return inTransaction(db, async (trx) => {
      await trx.deleteFrom("pushDevices").where("id", "=", deviceId).execute()
    })
  }
  if (status !== undefined && status < 300) {
    await inTransaction(db, (trx) =>
      trx.updateTable("pushDevices").set({ reachedAt: now().toISOString() }).where("id", "=", deviceId).execute(),
    )
    return remove(db, group)
  }
  const delay = isTemporary(status) ? RETRY_MS[attempts - 1] : undefined
  if (status !== undefined) log.warn({ deviceId, attempts, status }, "push failed")
  if (delay === undefined) return remove(db, group)
  const nextAt = new Date(now().getTime() + delay).toISOString()
  await inTransaction(db, (trx) =>
    trx
      .updateTable("pushMessages")
      .set({ nextAt })
      .where(
        "id",
        "in",
        group.map(({ id }) => id),
      )
      .execute(),
  )
}

function isTemporary(status: number | undefined): boolean {
  return status === undefined || status === 429 || status >= 500
}

/** Finds a device whose account may read requests. */
async function findDevice(db: Database, id: number) {
  const device = await db
    .selectFrom("pushDevices")
    .innerJoin("accounts", "accounts.id", "pushDevices.accountId")
    .select(["accountId", "endpoint", "publicKey", "authSecret", "role"])
    .where("pushDevices.id", "=", id)
    .where("disabledAt", "is", null)
    .executeTakeFirst()
  return device && hasRight(device.role, "messages.read") ? device : undefined
}

/** Lists the requests of which there still is something to tell that account. */
function listNews(db: Database, group: readonly Claimed[], accountId: number) {
  const isAssignment = group.some(({ kind }) => kind === "assignment")
  const requests = db
    .selectFrom("messages")
    .select(["id", "reference", "firstName", "lastName", "sector"])
    .where(
      "id",
      "in",
      group.map(({ messageId }) => messageId),
    )
    .where("deletedAt", "is", null)
    .where("erasureBatch", "is", null)
    .where("state", "in", PENDING_STATES)
    .orderBy("id")
  return (isAssignment ? requests.where("assigneeId", "=", accountId) : requests).execute()
}

async function remove(db: Database, group: readonly Claimed[]): Promise<void> {
  await inTransaction(db, (trx) =>
    trx
      .deleteFrom("pushMessages")
      .where(
        "id",
        "in",
        group.map(({ id }) => id),
      )
      .execute(),
  )
}
