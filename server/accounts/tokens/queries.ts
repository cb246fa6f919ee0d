import type { TokenRight } from "#server/contract/domains/domains.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import { DAY_MS } from "#server/contract/durations.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { hasRight } from "#server/contract/rights.ts"
import { type ApiToken, TOKEN_RIGHTS, type TokenState } from "#server/contract/tokens.ts"
import type { Database } from "#server/database/core/database.ts"
import { lacksFactor } from "#server/database/core/factor-conditions.ts"
import { AppError } from "#server/errors.ts"

/** The list shows a token that no longer works for this long. */
const LISTED_AFTERWARDS_MS = 30 * DAY_MS

export async function listTokens(db: Database, now: Date): Promise<ApiToken[]> {
  const since = new Date(now.getTime() - LISTED_AFTERWARDS_MS).toISOString()
  const rows = await selectTokens(db)
    .where((is) => is.or([is("expiresAt", "is", null), is("expiresAt", ">", since)]))
    .where((is) => is.or([is("revokedAt", "is", null), is("revokedAt", ">", since)]))
    .orderBy("apiTokens.id", "desc")
    .execute()
  return rows.map((row) => toToken(row, now))
}

export async function getToken(db: Database, id: number, now: Date): Promise<ApiToken> {
  const row = await selectTokens(db).where("apiTokens.id", "=", id).executeTakeFirst()
  if (!row) throw new AppError("not_found", responseTexts.tokenNotFound)
  return toToken(row, now)
}

function selectTokens(db: Database) {
  return db
    .selectFrom("apiTokens")
    .innerJoin("accounts", "accounts.id", "apiTokens.accountId")
    .select(["apiTokens.id", "name", "rights", "apiTokens.createdAt", "expiresAt", "lastUsedAt", "revokedAt"])
    .select(["username", "role", "disabledAt"])
    .select(lacksFactor().as("lacksFactor"))
}

type TokenRow = Awaited<ReturnType<ReturnType<typeof selectTokens>["execute"]>>[number]

function toToken({ username, role, disabledAt, lacksFactor, rights: stored, ...row }: TokenRow, now: Date): ApiToken {
  const rights = rightsOf(stored, role)
  const isSuspended = disabledAt !== null || Boolean(lacksFactor) || rights.length === 0
  return { ...row, rights, by: username, state: stateOf({ ...row, isSuspended }, now) }
}

interface Lifetime {
  expiresAt: string | null
  revokedAt: string | null
  isSuspended: boolean
}

function stateOf({ expiresAt, revokedAt, isSuspended }: Lifetime, now: Date): TokenState {
  if (revokedAt) return "revoked"
  if (expiresAt && expiresAt <= now.toISOString()) return "expired"
  return isSuspended ? "suspended" : "active"
}

/** Returns the token's rights, as far as the role of its creator still has them. */
export function rightsOf(stored: string, role: Role): TokenRight[] {
  const given: unknown[] = JSON.parse(stored)
  return TOKEN_RIGHTS.filter((right) => given.includes(right) && hasRight(role, right))
}
