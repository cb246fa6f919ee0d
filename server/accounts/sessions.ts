import { createHash } from "node:crypto"
import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from "lucia"
import type { Account, Role } from "#server/contract/accounts.ts"
import { databaseFailure } from "#server/database/failure.ts"
import { type Database, inTransaction, type Transaction } from "#server/database/transaction.ts"
import type { Context } from "#server/trpc/context.ts"
import { findAccount } from "./queries.ts"

/** No other file uses lucia, which is no longer developed. */
declare module "lucia" {
  interface Register {
    Lucia: Lucia
    UserId: number
    DatabaseSessionAttributes: { userAgent: string | null }
  }
}

const DAY_MS = 86_400_000

/** Each use extends a session to 30 days from then, up to 90 days in all. */
export const SESSION_SECONDS = (30 * DAY_MS) / 1000
const LONGEST_MS = 90 * DAY_MS

/** Returns the session's id, which only the browser stores. */
export async function createSession(trx: Transaction, accountId: number, userAgent: string | null): Promise<string> {
  const { id } = await lucia(trx).createSession(accountId, { userAgent })
  return id
}

/** The account of the request's session; the cookie of an extended session is sent again. */
export async function readAccount({ db, cookies }: Pick<Context, "db" | "cookies">): Promise<Account | undefined> {
  const id = cookies.read("session")
  if (!id) return undefined
  const { session } = await lucia(db).validateSession(id)
  const account = session && (await findAccount(db, session.userId))
  if (account && session.fresh) cookies.write("session", id, SESSION_SECONDS)
  return account ?? undefined
}

/** What is stored of the request's session. */
export function sessionKey({ cookies }: Pick<Context, "cookies">): string {
  return hashId(cookies.read("session") ?? "")
}

const KEYS_AT_ONCE = 500

/** Those of the sessions that still belong to an account with that role. */
export async function listCurrentSessions(db: Database, keys: readonly string[], role: Role, now: Date) {
  const current = new Set<string>()
  for (let start = 0; start < keys.length; start += KEYS_AT_ONCE) {
    const rows = await db
      .selectFrom("sessions")
      .innerJoin("accounts", "accounts.id", "sessions.accountId")
      .select("idHash")
      .where("idHash", "in", keys.slice(start, start + KEYS_AT_ONCE))
      .where("expiresAt", ">", now.toISOString())
      .where("disabledAt", "is", null)
      .where("role", "=", role)
      .execute()
    for (const { idHash } of rows) current.add(idHash)
  }
  return current
}

export async function deleteSession(trx: Transaction, id: string): Promise<void> {
  await lucia(trx).invalidateSession(id)
}

/** Deletes an account's sessions except the one with that id. */
export async function deleteSessions(trx: Transaction, accountId: number, except?: string): Promise<void> {
  const sessions = trx.deleteFrom("sessions").where("accountId", "=", accountId)
  await (except ? sessions.where("idHash", "!=", hashId(except)) : sessions).execute()
}

export async function deleteExpiredSessions(db: Database): Promise<void> {
  await inTransaction(db, (trx) => lucia(trx).deleteExpiredSessions())
}

function lucia(db: Database): Lucia {
  return new Lucia(adapter(db), { sessionExpiresIn: new TimeSpan(SESSION_SECONDS, "s") })
}

/** Only hashes are stored, so that a stolen copy of the database contains no valid session. */
function hashId(id: string): string {
  return createHash("sha256").update(id).digest("hex")
}

/** Writes use the given transaction; only the extension of a session that is read opens its own. */
function adapter(db: Database): Adapter {
  return {
    async getSessionAndUser(id): Promise<[DatabaseSession | null, DatabaseUser | null]> {
      const row = await db
        .selectFrom("sessions")
        .innerJoin("accounts", "accounts.id", "sessions.accountId")
        .select(["accountId", "expiresAt", "userAgent"])
        .where("idHash", "=", hashId(id))
        // Lucia would delete an expired session while reading it; the schedule deletes those.
        .where("expiresAt", ">", new Date().toISOString())
        .where("disabledAt", "is", null)
        .executeTakeFirst()
      if (!row) return [null, null]
      const { accountId: userId, expiresAt, userAgent } = row
      return [
        { id, userId, expiresAt: new Date(expiresAt), attributes: { userAgent } },
        { id: userId, attributes: {} },
      ]
    },
    getUserSessions: () => Promise.resolve([]), // only the ids' hashes are stored
    async setSession({ id, userId, expiresAt, attributes: { userAgent } }) {
      const createdAt = new Date().toISOString()
      const row = { idHash: hashId(id), accountId: userId, createdAt, expiresAt: expiresAt.toISOString(), userAgent }
      await db.insertInto("sessions").values(row).execute()
    },
    async updateSessionExpiration(id, expiresAt) {
      const row = await db
        .selectFrom("sessions")
        .select(["createdAt", "expiresAt"])
        .where("idHash", "=", hashId(id))
        .executeTakeFirst()
      if (!row) return
      const latest = Date.parse(row.createdAt) + LONGEST_MS
      const capped = new Date(Math.min(expiresAt.getTime(), latest)).toISOString()
      if (capped === row.expiresAt) return
      const extension = inTransaction(db, (trx) =>
        trx.updateTable("sessions").set({ expiresAt: capped }).where("idHash", "=", hashId(id)).execute(),
      )
      // A full disk or a long write must not fail a read; the session is extended another time.
      await extension.catch((error) => {
        if (!databaseFailure(error)) throw error
      })
    },
    async deleteSession(id) {
      await db.deleteFrom("sessions").where("idHash", "=", hashId(id)).execute()
    },
    async deleteUserSessions(accountId) {
      await db.deleteFrom("sessions").where("accountId", "=", accountId).execute()
    },
    async deleteExpiredSessions() {
      await db.deleteFrom("sessions").where("expiresAt", "<=", new Date().toISOString()).execute()
    },
  }
}
