import { randomUUID } from "node:crypto"
import type { Account, Credentials } from "#server/contract/accounts.ts"
import { words } from "#server/contract/words.ts"
import { write } from "#server/database/write.ts"
import { AppError } from "#server/errors.ts"
import { countEvent, type Limit, takeBack } from "#server/limits.ts"
import type { AccountContext, Context } from "#server/trpc.ts"
import { KNOWN_SECONDS, readKnown, signKnown } from "./known-browser.ts"
import { isPassword } from "./passwords.ts"
import { emailKey, findSecrets } from "./queries.ts"
import { closeSession, closeSessions, openSession, SESSION_SECONDS } from "./sessions.ts"

function failures(of: string): Limit {
  return { action: `sign-in ${of}`, most: 10, seconds: 900 }
}

export interface SignedIn {
  account: Account
  /** Tells the client that it is logged in; it proves nothing (contract §2). */
  token: string
}

/** Always makes a new session, and ends the one that was presented. */
export async function signIn(ctx: Context, { email, password }: Credentials): Promise<SignedIn> {
  const secrets = await findSecrets(ctx.db, email)
  const knownCookie = ctx.cookies.read("known")
  const browser = secrets && knownCookie ? await readKnown(ctx.db, secrets, knownCookie, ctx.now()) : undefined
  const attempts = await countAttempt(ctx, email, browser)
  if (!(await isRightPassword(ctx, password, secrets?.passwordHash, attempts)) || !secrets) {
    throw new AppError("unauthorized", words.wrongCredentials)
  }
  const session = await replaceSession(ctx, secrets.id, attempts)
  ctx.cookies.write("session", session, SESSION_SECONDS)
  if (!browser) ctx.cookies.write("known", await signKnown(ctx.db, secrets, ctx.now()), KNOWN_SECONDS)
  const { id, username, email: address, role } = secrets
  return { account: { id, username, email: address, role }, token: randomUUID() }
}

function replaceSession(ctx: Context, accountId: number, attempts: number[]): Promise<string> {
  const presented = ctx.cookies.read("session")
  return write(ctx.db, async (trx) => {
    await takeBack(trx, attempts)
    if (presented) await closeSession(trx, presented)
    return openSession(trx, accountId, ctx.userAgent)
  })
}

/** A password that the server was too busy to look at is no failure of whoever gave it. */
async function isRightPassword(ctx: Context, password: string, passwordHash: string | undefined, attempts: number[]) {
  try {
    return await isPassword(password, passwordHash)
  } catch (error) {
    await write(ctx.db, (trx) => takeBack(trx, attempts))
    throw error
  }
}

/** Counts before the hash is computed, so that attempts sent at once are counted too; given back on success. */
function countAttempt(ctx: Context, email: string, browser: string | undefined): Promise<number[]> {
  if (!ctx.rateLimits) return Promise.resolve([])
  const counted = browser
    ? [[failures("of a known browser"), browser] as const]
    : [[failures("from an address"), ctx.address] as const, [failures("to an e-mail"), emailKey(email)] as const]
  return write(ctx.db, async (trx) => {
    const ids: number[] = []
    for (const [limit, subject] of counted) ids.push(await countEvent(trx, limit, subject, ctx.now()))
    return ids
  })
}

export async function signOut(ctx: Context): Promise<void> {
  const presented = ctx.cookies.read("session")
  if (presented) await write(ctx.db, (trx) => closeSession(trx, presented))
  ctx.cookies.write("session", "", 0)
}

export async function endOtherSessions({ db, cookies, signedIn }: AccountContext): Promise<void> {
  await write(db, (trx) => closeSessions(trx, signedIn.id, cookies.read("session")))
}
