import { type Adapter, Lucia } from "lucia"
import type { SignedInAccount } from "#server/contract/accounts.ts"
import type { Right } from "#server/contract/domains/domains.ts"
import { DAY_MS, MINUTE_MS } from "#server/contract/durations.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { rolesWith } from "#server/contract/rights.ts"
import { writeInBackground } from "#server/database/background-write.ts"
import { countFound } from "#server/database/core/count-found.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { hashSecret } from "#server/secrets.ts"
import type { AccountContext, Context } from "#server/trpc/context.ts"
import { missingFactor } from "./missing-factor.ts"
import { findSignedIn, type SignedIn } from "./queries.ts"

/** Only this file uses lucia, which is no longer developed. */
declare module "lucia" {
  interface Register {
    Lucia: Lucia<Record<never, never>, SignedIn>
    UserId: number
    DatabaseSessionAttributes: Partial<SessionOrigin>
    DatabaseUserAttributes: SignedIn
  }
}

/** Each use extends a session to 30 days from then, but to no more than 90 days after the last authentication. */
const IDLE_MS = 30 * DAY_MS
const LONGEST_MS = 90 * DAY_MS

/** An account has this many sessions at most, so that nobody can fill the database by signing in. */
export const SESSIONS_MAX = 50

/** A session that was replaced still authenticates the calls that are under way. */
export const REPLACED_MS = 10_000

type SessionOrigin = Pick<Schema["sessions"], "userAgent" | "ip" | "strongAt" | "enrolmentUntil">

interface NewSession extends Pick<Context, "userAgent" | "clientIp"> {
  secondFactorAt: string | null
  enrolmentUntil: string | null
}

/** Returns the session's id, which only the browser stores. */
export async function createSession(
  trx: Transaction,
  accountId: number,
  given: Pick<Context, "now"> & Partial<NewSession>,
): Promise<string> {
  const { now, userAgent = null, clientIp = "", secondFactorAt = null, enrolmentUntil = null } = given
  const origin = { userAgent, ip: clientIp || null, strongAt: secondFactorAt, enrolmentUntil }
  const { id } = await lucia(trx, now()).createSession(accountId, origin)
  return id
}

/** Makes the browser store the session's id. */
export function sendSession({ cookies }: Pick<Context, "cookies">, id: string): void {
  cookies.write("session", id, IDLE_MS / 1000)
}

/** Returns the account of the request's session, and records that the session was used. */
export async function readAccount(
  ctx: Pick<Context, "db" | "log" | "cookies" | "now" | "clientIp">,
): Promise<SignedInAccount | undefined> {
  const id = ctx.cookies.read("session")
  if (!id) return undefined
  const { user } = await lucia(ctx.db, ctx.now()).validateSession(id)
  if (!user) return undefined
  recordUse(ctx, id, user)
  return user.account
}

/** The last use of a session is stored only this exactly, since each request would otherwise be a write. */
const SEEN_EVERY_MS = 5 * MINUTE_MS

/** Extends the session once that gains a day, and sends its cookie again; one that was replaced ends soon. */
function recordUse(
  ctx: Pick<Context, "db" | "log" | "cookies" | "now" | "clientIp">,
  id: string,
  { account, createdAt, expiresAt, lastSeenAt }: SignedIn,
): void {
  const isReplaced = account.authenticatedAt === null
  if (isReplaced) return
  const at = ctx.now().getTime()
  const extended = Math.min(at + IDLE_MS, Date.parse(createdAt) + LONGEST_MS)
  const isExtended = extended - Date.parse(expiresAt) >= DAY_MS
  if (isExtended) sendSession(ctx, id)
  else if (lastSeenAt && at - Date.parse(lastSeenAt) < SEEN_EVERY_MS) return
  const key = hashSecret(id)
  const seenAt = toText(at)
  writeInBackground(ctx, key, async (trx) => {
    await trx
      .updateTable("sessions")
      .set({ lastSeenAt: seenAt, ip: ctx.clientIp || null, expiresAt: isExtended ? toText(extended) : undefined })
      .where("idHash", "=", key)
      // The session may have been replaced meanwhile.
      .where("expiresAt", "=", expiresAt)
      .execute()
    await trx.updateTable("accounts").set({ lastSeenAt: seenAt }).where("id", "=", account.id).execute()
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
      .where(missingFactor(now), "is", null)
      .execute()
    for (const { key } of rows) current.add(key)
  }
  return current
}

/**
 * Runs `verify`, and if it accepts what the session's holder has given, replaces the session by one that counts as
 * reauthenticated, in the same transaction. So a copy of the former cookie gains nothing, and is soon worthless.
 */
export async function renewSession(
  ctx: AccountContext,
  verify: (trx: Transaction) => Promise<boolean>,
  secondFactorAt: string | null = null,
): Promise<boolean> {
  const session = await inTransaction(ctx.db, async (trx) =>
    (await verify(trx)) ? replaceSession(trx, ctx, secondFactorAt) : undefined,
  )
  if (session) sendSession(ctx, session)
  return session !== undefined
}

async function replaceSession(trx: Transaction, ctx: AccountContext, secondFactorAt: string | null): Promise<string> {
  const endsAt = ctx.now().getTime() + REPLACED_MS
  const replaced = await trx
    .updateTable("sessions")
    .set({ confirmedAt: null, expiresAt: toText(endsAt) })
    .where("idHash", "=", sessionKey(ctx))
    .returning(["accountId", "strongAt", "enrolmentUntil"])
    .executeTakeFirst()
  // The session has ended meanwhile.
  if (!replaced) throw new AppError("unauthorized", responseTexts.signInRequired)
  const { accountId, strongAt, enrolmentUntil } = replaced
  const factors = { secondFactorAt: strongAt ?? secondFactorAt, enrolmentUntil }
  const id = await createSession(trx, accountId, { ...ctx, ...factors })
  await trx
    .updateTable("pushDevices")
    .set({ sessionHash: hashSecret(id) })
    .where("sessionHash", "=", sessionKey(ctx))
    .execute()
  return id
}

/** Lets the request's session add the account's first factor. */
export async function openEnrolment(trx: Transaction, ctx: AccountContext, until: Date): Promise<void> {
  await trx
    .updateTable("sessions")
    .set({ enrolmentUntil: until.toISOString() })
    .where("idHash", "=", sessionKey(ctx))
    .execute()
}

/** Ends the request's session, if it has one. */
export async function endCurrentSession(
  trx: Transaction,
  { cookies, now }: Pick<Context, "cookies" | "now">,
): Promise<void> {
  const id = cookies.read("session")
  if (id) await lucia(trx, now()).invalidateSession(id)
}

/** Deletes an account's sessions except the one with that id. */
export async function deleteSessions(trx: Transaction, accountId: number, except?: string): Promise<void> {
  const sessions = trx.deleteFrom("sessions").where("accountId", "=", accountId).returning("idHash")
  const ended = await (except ? sessions.where("idHash", "!=", hashSecret(except)) : sessions).execute()
  for (const { idHash } of ended) await deleteDeviceOf(trx, idHash)
}

/** Ends the push messages to the browser of a session that somebody ends, as it may be that of a lost telephone. */
export async function deleteDeviceOf(db: Database, key: string): Promise<void> {
  await db.deleteFrom("pushDevices").where("sessionHash", "=", key).execute()
}

export async function deleteExpiredSessions(db: Database, now: Date): Promise<void> {
  await inTransaction(db, (trx) => lucia(trx, now).deleteExpiredSessions())
}

function lucia(db: Database, now: Date): Lucia<Record<never, never>, SignedIn> {
  return new Lucia(adapter(db, now), { getUserAttributes: (signedIn) => signedIn })
}

/** Lucia's own clock is the machine's, and it extends a session only after half of its time, so it does neither. */
const NEVER = new Date(8.64e15)

function adapter(db: Database, now: Date): Adapter {
  const at = now.toISOString()
  return {
    async getSessionAndUser(id) {
      const signedIn = await findSignedIn(db, hashSecret(id), now)
      if (!signedIn) return [null, null]
      const userId = signedIn.account.id
      return [
        { id, userId, expiresAt: NEVER, attributes: {} },
        { id: userId, attributes: signedIn },
      ]
    },
    async setSession({ id, userId: accountId, attributes }) {
      const others = db
        .selectFrom("sessions")
        .select("idHash")
        .where("accountId", "=", accountId)
        .orderBy("createdAt", "desc")
        .limit(SESSIONS_MAX - 1)
      await db.deleteFrom("sessions").where("accountId", "=", accountId).where("idHash", "not in", others).execute()
      const expiresAt = toText(now.getTime() + IDLE_MS)
      await db
        .insertInto("sessions")
        .values({
          ...attributes,
          idHash: hashSecret(id),
          accountId,
          createdAt: at,
          confirmedAt: at,
          lastSeenAt: at,
          expiresAt,
        })
        .execute()
      await db.updateTable("accounts").set({ lastSeenAt: at }).where("id", "=", accountId).execute()
    },
    async deleteSession(id) {
      await db.deleteFrom("sessions").where("idHash", "=", hashSecret(id)).execute()
      await deleteDeviceOf(db, hashSecret(id))
    },
    async deleteExpiredSessions() {
      await db.deleteFrom("sessions").where("expiresAt", "<=", at).execute()
    },
    // These are not used.
    getUserSessions: () => Promise.resolve([]),
    updateSessionExpiration: () => Promise.resolve(),
    deleteUserSessions: () => Promise.resolve(),
  }
}

function toText(time: number): string {
  return new Date(time).toISOString()
}

/** Counts the sessions that have not expired. */
export function countSessions(db: Database, now: Date): Promise<number> {
  return countFound(db, db.selectFrom("sessions").where("expiresAt", ">", now.toISOString()))
}
