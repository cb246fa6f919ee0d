import { createHash } from "node:crypto"
import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from "lucia"
import type { Account } from "#server/contract/accounts.ts"
import { isEnvironmentFailure } from "#server/database/sqlite/dialect.ts"
import { type Database, inTransaction, type Transaction } from "#server/database/transaction.ts"
import { findAccount } from "./queries.ts"

/** The one file that knows lucia, which is no longer developed. */
declare module "lucia" {
  interface Register {
    Lucia: Lucia
    UserId: number
    DatabaseSessionAttributes: { userAgent: string | null }
  }
}

const DAY_MS = 86_400_000

/** A session slides by 30 days at each use, up to 90 days in all. */
export const SESSION_SECONDS = (30 * DAY_MS) / 1000
const LONGEST_MS = 90 * DAY_MS

/** Makes a session and answers its id, which only the browser keeps. */
export async function createSession(trx: Transaction, accountId: number, userAgent: string | null): Promise<string> {
  const { id } = await lucia(trx).createSession(accountId, { userAgent })
  return id
}

/** Whose session it is; `extended` when its cookie is to be sent again. */
export async function validateSession(
  db: Database,
  id: string,
): Promise<{ account: Account; extended: boolean } | undefined> {
  const { session } = await lucia(db).validateSession(id)
  const account = session && (await findAccount(db, session.userId))
  return account ? { account, extended: session.fresh } : undefined
}

export async function deleteSession(trx: Transaction, id: string): Promise<void> {
  await lucia(trx).invalidateSession(id)
}

/** Ends an account's sessions, but for the one given. */
export async function deleteSessions(trx: Transaction, accountId: number, kept?: string): Promise<void> {
  const sessions = trx.deleteFrom("sessions").where("accountId", "=", accountId)
  await (kept ? sessions.where("idHash", "!=", hashId(kept)) : sessions).execute()
}

/** Removes the sessions that have expired. */
export async function deleteExpiredSessions(db: Database): Promise<void> {
  await inTransaction(db, (trx) => lucia(trx).deleteExpiredSessions())
}

function lucia(db: Database): Lucia {
  return new Lucia(adapter(db), { sessionExpiresIn: new TimeSpan(SESSION_SECONDS, "s") })
}

/** A stolen copy of the database opens nothing: it holds hashes of ids. */
function hashId(id: string): string {
  return createHash("sha256").update(id).digest("hex")
}

/** Writes go to the transaction that it is given; only a session that slides on while it is read makes its own. */
function adapter(db: Database): Adapter {
  return {
    async getSessionAndUser(id): Promise<[DatabaseSession | null, DatabaseUser | null]> {
      const row = await db
        .selectFrom("sessions")
        .innerJoin("accounts", "accounts.id", "sessions.accountId")
        .select(["accountId", "expiresAt", "userAgent"])
        .where("idHash", "=", hashId(id))
        // Lucia would delete an expired one: reading does not write, the sweep removes it.
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
    getUserSessions: () => Promise.resolve([]), // ids are kept as hashes: there is none to give
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
      // Reading goes on with a full disk or beside a long write; the session is extended another time.
      await extension.catch((error) => {
        if (!isEnvironmentFailure(error)) throw error
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
