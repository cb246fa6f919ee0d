import { createHash } from "node:crypto"
import { DEVICES_MAX, type NewPushDevice, type PushDevices } from "#server/contract/push.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { countFound } from "#server/database/core/count-found.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { isPushEndpoint } from "#server/jobs/push/post-push.ts"
import { getVapidKeys } from "#server/jobs/push/vapid-keys.ts"
import { describeDevice } from "#server/trpc/client-labels.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { sessionKey } from "./sessions.ts"

export async function listDevices({ db, account, now }: AccountContext): Promise<PushDevices> {
  const rows = await db
    .selectFrom("pushDevices")
    .select(["id", "name", "createdAt", "reachedAt", "endpoint"])
    .where("accountId", "=", account.id)
    .orderBy("id")
    .execute()
  const { publicKey } = await getVapidKeys(db, now())
  const devices = rows.map(({ endpoint, ...device }) => ({
    ...device,
    endpointHash: createHash("sha256").update(endpoint).digest("hex"),
  }))
  return { publicKey, devices }
}

/** Adds the browser that calls, or takes it over from the account that used it before. */
export async function addDevice(
  { db, account, now, userAgent, cookies }: AccountContext,
  { endpoint, publicKey, authSecret }: NewPushDevice,
): Promise<void> {
  if (!isPushEndpoint(endpoint)) throw new AppError("invalid", responseTexts.pushEndpointInvalid)
  const sessionHash = sessionKey({ cookies })
  const device = { accountId: account.id, publicKey, authSecret, name: describeDevice(userAgent), sessionHash }
  await inTransaction(db, async (trx) => {
    await requireRoom(trx, account.id, endpoint)
    await trx
      .insertInto("pushDevices")
      .values({ ...device, endpoint, createdAt: now().toISOString() })
      .onConflict((conflict) => conflict.column("endpoint").doUpdateSet(device))
      .execute()
  })
}

async function requireRoom(trx: Transaction, accountId: number, endpoint: string): Promise<void> {
  const others = trx.selectFrom("pushDevices").where("accountId", "=", accountId).where("endpoint", "!=", endpoint)
  if ((await countFound(trx, others)) >= DEVICES_MAX) throw new AppError("conflict", responseTexts.tooManyDevices)
}

export async function removeDevice({ db, account }: AccountContext, id: number): Promise<void> {
  const { numDeletedRows } = await inTransaction(db, (trx) =>
    trx.deleteFrom("pushDevices").where("id", "=", id).where("accountId", "=", account.id).executeTakeFirstOrThrow(),
  )
  if (numDeletedRows === 0n) throw new AppError("not_found", responseTexts.deviceNotFound)
}

/** Ends what an account is told, as when it is disabled. */
export async function deleteDevices(trx: Transaction, accountId: number): Promise<void> {
  await trx.deleteFrom("pushDevices").where("accountId", "=", accountId).execute()
}
