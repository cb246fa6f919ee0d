import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from "lucia"
import type { SignedInAccount } from "#server/contract/accounts.ts"
import { DAY_MS, MINUTE_MS } from "#server/contract/durations.ts"
import { messages } from "#server/contract/response-messages.ts"
import { type Right, rolesWith } from "#server/contract/rights.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { databaseFailure } from "#server/database/failure.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { hashSecret } from "#server/hash-secret.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import { missingFactor } from "./missing-factor.ts"
import { findSignedIn } from "./queries.ts"

/** Only this file uses lucia, which is no longer developed. */
declare module "lucia" {
  interface Register {
    Lucia: Lucia
    UserId: number
    DatabaseSessionAttributes: SessionOrigin
  }
}

/** Each use extends a session to 30 days from then, but to no more than 90 days in all. */
const SESSION_SECONDS = (30 * DAY_MS) / 1000
const LONGEST_MS = 90 * DAY_MS

interface SessionOrigin {
  userAgent: string | null
  ip: string | null
  /** The moment at which a passkey or a one-time code was given, or null with a password alone. */
  strongAt: string | null
}

interface NewSession extends Pick<Context, "userAgent" | "clientIp"> {
  secondFactorAt: string | null
}

/** Returns the session's id, which only the browser stores. */
export async function createSession(
  trx: Transaction,
  accountId: number,
  { userAgent = null, clientIp = "", secondFactorAt = null }: Partial<NewSession> = {},
): Promise<string> {
  const origin = { userAgent, ip: clientIp || null, strongAt: secondFactorAt }
  const { id } = await lucia(trx).createSession(accountId, origin)
  return id
}

/** Makes the browser store the session's id. */
export function sendSession({ cookies }: Pick<Context, "cookies">, id: string): void {
  cookies.write("session", id, SESSION_SECONDS)
}

/** Returns the account of the request's session, and sends the cookie of an extended session again. */
export async function readAccount(
  ctx: Pick<Context, "db" | "cookies" | "now" | "clientIp">,
): Promise<SignedInAccount | undefined> {
  const { db, cookies } = ctx
  const id = cookies.read("session")
  if (!id) return undefined
  const key = sessionKey(ctx)
  const [{ session }, found] = await Promise.all([lucia(db).validateSession(id), findSignedIn(db, key)])
  if (!session || !found) return undefined
  if (session.fresh) sendSession(ctx, id)
  await touchSession(ctx, key, found)
  return found.account
}

/** The last use of a session is stored only this exactly, since each request would otherwise be a write. */
const SEEN_EVERY_MS = 5 * MINUTE_MS

async function touchSession(
  { db, now, clientIp }: Pick<Context, "db" | "now" | "clientIp">,
  key: string,
  { account, lastSeenAt }: { account: SignedInAccount; lastSeenAt: string | null },
): Promise<void> {
  const at = now().getTime()
  if (lastSeenAt && at - Date.parse(lastSeenAt) < SEEN_EVERY_MS) return
  const seen = { lastSeenAt: new Date(at).toISOString() }
  const update = inTransaction(db, async (trx) => {
    await trx
      .updateTable("sessions")
      .set({ ...seen, ip: clientIp || null })
      .where("idHash", "=", key)
      .execute()
    await trx.updateTable("accounts").set(seen).where("id", "=", account.id).execute()
  })
  // A full disk or a long write must not fail a read.
  await update.catch((error) => {
    if (!databaseFailure(error)) throw error
  })
}

/** Returns the hash under which the request's session is stored. */
export function sessionKey({ cookies }: Pick<Context, "cookies">): string {
  return hashSecret(cookies.read("session") ?? "")
}

const KEYS_AT_ONCE = 500

/** Returns the session keys whose account still has that right. */
export async function listCurrentSessions(db: Database, keys: readonly string[], right: Right, now: Date) {
  const current = new Set<string>()
  for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
    const rows = await db
      .selectFrom("sessions")
      .innerJoin("accounts", "accounts.id", "sessions.accountId")
      .select("idHash as key")
      .where("idHash", "in", keys.slice(start, start + KEYS_AT_ONCE))
      .where("expiresAt", ">", now.toISOString())
      .where("disabledAt", "is", null)
      .where("role", "in", rolesWith(right))
      .where(missingFactor(), "is", null)
      .execute()
    for (const { key } of rows) current.add(key)
  }
  return current
}

/** Must be called when the session's holder has given the password or a passkey again. */
export async function markReauthenticated(trx: Transaction, ctx: Pick<Context, "cookies" | "now">): Promise<void> {
  const confirmedAt = ctx.now().toISOString()
  await trx.updateTable("sessions").set({ confirmedAt }).where("idHash", "=", sessionKey(ctx)).execute()
}

/**
 * Must be called when the session's holder has given a second factor. Returns a new session id, so that the old one
 * does not get the factor's rights, or undefined where the session had a factor already.
 */
export async function elevateSession(trx: Transaction, ctx: AccountContext): Promise<string | undefined> {
  const key = sessionKey(ctx)
  const current = await trx.selectFrom("sessions").select("strongAt").where("idHash", "=", key).executeTakeFirst()
  if (current?.strongAt) {
    await markReauthenticated(trx, ctx)
    return undefined
  }
  const ended = await trx.deleteFrom("sessions").where("idHash", "=", key).returning("accountId").executeTakeFirst()
  // The session has ended meanwhile.
  if (!ended) throw new AppError("unauthorized", messages.signInRequired)
  return createSession(trx, ended.accountId, { ...ctx, secondFactorAt: ctx.now().toISOString() })
}

/** Ends the request's session, if it has one. */
export async function endCurrentSession(trx: Transaction, { cookies }: Pick<Context, "cookies">): Promise<void> {
  const id = cookies.read("session")
  if (id) await lucia(trx).invalidateSession(id)
}

/** Deletes an account's sessions except the one with that id. */
export async function deleteSessions(trx: Transaction, accountId: number, except?: string): Promise<void> {
  const sessions = trx.deleteFrom("sessions").where("accountId", "=", accountId)
  await (except ? sessions.where("idHash", "!=", hashSecret(except)) : sessions).execute()
}

export async function deleteExpiredSessions(db: Database): Promise<void> {
  await inTransaction(db, (trx) => lucia(trx).deleteExpiredSessions())
}

function lucia(db: Database): Lucia {
  return new Lucia(adapter(db), { sessionExpiresIn: new TimeSpan(SESSION_SECONDS, "s") })
}

/** Its writes use the given transaction; only extending a session that is read opens a new one. */
function adapter(db: Database): Adapter {
  return {
    async getSessionAndUser(id): Promise<[DatabaseSession | null, DatabaseUser | null]> {
      const row = await db
        .selectFrom("sessions")
        .innerJoin("accounts", "accounts.id", "sessions.accountId")
        .select(["accountId", "expiresAt", "userAgent", "sessions.ip", "strongAt"])
        .where("idHash", "=", hashSecret(id))
        // Lucia would delete an expired session while reading it; the schedule does that instead.
        .where("expiresAt", ">", new Date().toISOString())
        .where("disabledAt", "is", null)
        .executeTakeFirst()
      if (!row) return [null, null]
      const { accountId: userId, expiresAt, ...attributes } = row
      return [
        { id, userId, expiresAt: new Date(expiresAt), attributes },
        { id: userId, attributes: {} },
      ]
    },
    getUserSessions: () => Promise.resolve([]), // only the ids' hashes are stored
    async setSession({ id, userId, expiresAt, attributes }) {
      const createdAt = new Date().toISOString()
      const row = { ...attributes, idHash: hashSecret(id), accountId: userId, expiresAt: expiresAt.toISOString() }
      await db
        .insertInto("sessions")
        .values({ ...row, createdAt, confirmedAt: createdAt, lastSeenAt: createdAt })
        .execute()
      await db.updateTable("accounts").set({ lastSeenAt: createdAt }).where("id", "=", userId).execute()
    },
    async updateSessionExpiration(id, expiresAt) {
      const row = await db
        .selectFrom("sessions")
        .select(["createdAt", "expiresAt"])
        .where("idHash", "=", hashSecret(id))
        .executeTakeFirst()
      if (!row) return
      const latest = Date.parse(row.createdAt) + LONGEST_MS
      const capped = new Date(Math.min(expiresAt.getTime(), latest)).toISOString()
      if (capped === row.expiresAt) return
      const extension = inTransaction(db, (trx) =>
        trx.updateTable("sessions").set({ expiresAt: capped }).where("idHash", "=", hashSecret(id)).execute(),
      )
      // A full disk or a long write must not fail a read; the session is extended another time.
      await extension.catch((error) => {
        if (!databaseFailure(error)) throw error
      })
    },
    async deleteSession(id) {
      await db.deleteFrom("sessions").where("idHash", "=", hashSecret(id)).execute()
    },
    async deleteUserSessions(accountId) {
      await db.deleteFrom("sessions").where("accountId", "=", accountId).execute()
    },
    async deleteExpiredSessions() {
      await db.deleteFrom("sessions").where("expiresAt", "<=", new Date().toISOString()).execute()
    },
  }
}
