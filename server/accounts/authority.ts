import type { Account } from "#server/contract/accounts.ts"
import type { Context } from "#server/trpc/context.ts"
import { SESSION_SECONDS, validateSession } from "./sessions.ts"

/** Whoever the session cookie stands for; a session that slid on sends its cookie again. */
export async function readAccount({ db, cookies }: Omit<Context, "currentAccount">): Promise<Account | undefined> {
  const id = cookies.read("session")
  const session = id ? await validateSession(db, id) : undefined
  if (id && session?.extended) cookies.write("session", id, SESSION_SECONDS)
  return session?.account
}
