import { randomUUID } from "node:crypto"
import type { Account, Credentials } from "#server/contract/accounts.ts"
import { words } from "#server/contract/words.ts"
import { write } from "#server/database/write.ts"
import { AppError } from "#server/errors.ts"
import type { Limit } from "#server/limits.ts"
import type { AccountContext, Context } from "#server/trpc.ts"
import { judgeAttempt } from "./attempts.ts"
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
  const right = await judgeAttempt(ctx, countedBy(ctx, email, browser), () =>
    isPassword(password, secrets?.passwordHash),
  )
  if (!right || !secrets) throw new AppError("unauthorized", words.wrongCredentials)
  ctx.cookies.write("session", await replaceSession(ctx, secrets.id), SESSION_SECONDS)
  if (!browser) ctx.cookies.write("known", await signKnown(ctx.db, secrets, ctx.now()), KNOWN_SECONDS)
  const { id, username, email: address, role } = secrets
  return { account: { id, username, email: address, role }, token: randomUUID() }
}

function countedBy({ address }: Context, email: string, browser: string | undefined) {
  if (browser) return [{ limit: failures("of a known browser"), subject: browser }]
  return [
    { limit: failures("from an address"), subject: address },
    { limit: failures("to an e-mail"), subject: emailKey(email) },
  ]
}

function replaceSession(ctx: Context, accountId: number): Promise<string> {
  const presented = ctx.cookies.read("session")
  return write(ctx.db, async (trx) => {
    if (presented) await closeSession(trx, presented)
    return openSession(trx, accountId, ctx.userAgent)
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
