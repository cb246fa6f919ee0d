import { type Expression, expressionBuilder, type SqlBool, sql } from "kysely"
import { PENDING_STATES } from "#server/contract/message-states.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { ROWS_PER_PAGE } from "#server/contract/paging.ts"
import type { UserState } from "#server/contract/user-search-params.ts"
import type { User, UserSearch, UserSearchResult } from "#server/contract/users.ts"
import type { Database } from "#server/database/core/database.ts"
import { hasOneTimeCode, lacksFactor } from "#server/database/core/factor-conditions.ts"
import { column, table } from "#server/database/core/names.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { containsText, inOrderOf, type Order } from "#server/database/core/searched-table.ts"
import { scanRows } from "#server/database/text-search.ts"
import { ACCOUNT_COLUMNS } from "./queries.ts"

const byName: Order = [
  ["accounts.usernameFolded", "asc"],
  ["accounts.id", "asc"],
]

export async function searchUsers(db: Database, search: UserSearch, now: Date): Promise<UserSearchResult> {
  const page = { order: byName, offset: (search.page - 1) * ROWS_PER_PAGE, limit: ROWS_PER_PAGE }
  const { ids, ...count } = await scanRows(db, sql`${table("accounts")} where ${filterOf(search)}`, page)
  return { users: await listUsers(db, ids, now), ...count, counts: await countFolders(db, now) }
}

async function listUsers(db: Database, ids: readonly number[], now: Date): Promise<User[]> {
  if (ids.length === 0) return []
  return inOrderOf(ids, await selectUsers(db, now).where("accounts.id", "in", ids).execute()).map(toUser)
}

function selectUsers(db: Database, now: Date) {
  return db
    .selectFrom("accounts")
    .select([...ACCOUNT_COLUMNS, "createdAt", "lastSeenAt", "disabledAt", "deletedAt"])
    .select(["deletedUsername", "addressConfirmedAt", "fullName"])
    .select(({ selectFrom, fn }) => [
      selectFrom("passkeys")
        .select(fn.countAll<number>().as("count"))
        .whereRef("passkeys.accountId", "=", "accounts.id")
        .$asScalar()
        .$notNull()
        .as("passkeys"),
      selectFrom("sessions")
        .select(fn.countAll<number>().as("count"))
        .whereRef("sessions.accountId", "=", "accounts.id")
        .where("expiresAt", ">", now.toISOString())
        .$asScalar()
        .$notNull()
        .as("sessions"),
      selectFrom("messages")
        .select(fn.countAll<number>().as("count"))
        .whereRef("assigneeId", "=", "accounts.id")
        .where("messages.deletedAt", "is", null)
        .where("state", "in", PENDING_STATES)
        .$asScalar()
        .$notNull()
        .as("requests"),
      hasOneTimeCode().as("hasOneTimeCode"),
      lacksFactor().as("lacksFactor"),
    ])
}

interface UserRow extends Omit<User, "state" | "isConfirmed" | "hasOneTimeCode" | "lacksFactor"> {
  addressConfirmedAt: string | null
  disabledAt: string | null
  deletedUsername: string | null
  hasOneTimeCode: unknown
  lacksFactor: unknown
}

function toUser({
  disabledAt,
  deletedUsername,
  addressConfirmedAt,
  hasOneTimeCode,
  lacksFactor,
  ...row
}: UserRow): User {
  const state: UserState = row.deletedAt ? "deleted" : disabledAt ? "disabled" : "active"
  const username = deletedUsername ?? row.username
  const isConfirmed = addressConfirmedAt !== null
  const factors = { hasOneTimeCode: Boolean(hasOneTimeCode), lacksFactor: Boolean(lacksFactor) }
  return { ...row, ...factors, username, state, isConfirmed }
}

const is = expressionBuilder<Schema, "accounts">()

const searchedColumns = (["accounts.usernameFolded", "accounts.fullNameFolded", "accounts.emailFolded"] as const).map(
  column,
)

/** Includes deleted accounts only while they can be restored. */
function filterOf({ search, role, state }: Pick<UserSearch, "search" | "role" | "state">): Expression<SqlBool> {
  return is.and([
    state === "deleted" ? is("accounts.deletedUsername", "is not", null) : is("accounts.deletedAt", "is", null),
    ...(state === "active" ? [is("accounts.disabledAt", "is", null)] : []),
    ...(state === "disabled" ? [is("accounts.disabledAt", "is not", null)] : []),
    ...(role ? [is("accounts.role", "=", role)] : []),
    containsText(normalizeForSearch(search), searchedColumns),
  ])
}

async function countFolders(db: Database, now: Date): Promise<UserSearchResult["counts"]> {
  const count = (state: UserState) =>
    db
      .selectFrom("accounts")
      .where(filterOf({ search: "", state }))
      .select((row) => row.fn.countAll<number>().as("count"))
      .$asScalar()
      .$notNull()
  const invited = db
    .selectFrom("accountLinks")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("kind", "=", "invitation")
    .where("expiresAt", ">", now.toISOString())
    .$asScalar()
    .$notNull()
  return db
    .selectNoFrom([
      count("active").as("active"),
      count("disabled").as("disabled"),
      count("deleted").as("deleted"),
      invited.as("invited"),
    ])
    .executeTakeFirstOrThrow()
}
