import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { COUNT_MAX, ROWS_PER_PAGE } from "#server/contract/paging.ts"
import type { UserState } from "#server/contract/user-search-params.ts"
import type { User, UserSearch, UserSearchResult } from "#server/contract/users.ts"
import type { Database } from "#server/database/core/database.ts"
import { hasOneTimeCode, lacksFactor } from "#server/database/core/factor-conditions.ts"
import { column } from "#server/database/core/names.ts"
import { cappedCount, containsText } from "#server/database/core/searched-table.ts"
import { PENDING_STATES } from "#server/messages/assignees/hand-over.ts"
import { ACCOUNT_COLUMNS } from "./queries.ts"

export async function searchUsers(db: Database, search: UserSearch, now: Date): Promise<UserSearchResult> {
  const offset = (search.page - 1) * ROWS_PER_PAGE
  const rows = await selectUsers(db, search, now)
    .orderBy("usernameFolded")
    .orderBy("accounts.id")
    .limit(ROWS_PER_PAGE)
    .offset(offset)
    .execute()
  return {
    users: rows.map(toUser),
    ...(await countFound(db, search, offset + rows.length)),
    counts: await countFolders(db, now),
  }
}

function selectUsers(db: Database, search: UserSearch, now: Date) {
  return filterUsers(db, search)
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

/** Includes deleted accounts only while they can be restored. */
function filterUsers(db: Database, { search, role, state }: UserSearch) {
  let users = db.selectFrom("accounts")
  if (state === "deleted") users = users.where("deletedUsername", "is not", null)
  else users = users.where("deletedAt", "is", null)
  if (state === "active") users = users.where("disabledAt", "is", null)
  if (state === "disabled") users = users.where("disabledAt", "is not", null)
  if (role) users = users.where("role", "=", role)
  const text = normalizeForSearch(search)
  return users.where(
    containsText(text, [
      column("accounts.usernameFolded"),
      column("accounts.fullNameFolded"),
      column("accounts.emailFolded"),
    ]),
  )
}

async function countFound(db: Database, search: UserSearch, rows: number) {
  const some = filterUsers(db, search)
    .select("accounts.id")
    .limit(COUNT_MAX + 1)
    .as("some")
  const { found } = await db
    .selectFrom(some)
    .select((row) => row.fn.countAll<number>().as("found"))
    .executeTakeFirstOrThrow()
  return found > COUNT_MAX ? cappedCount(rows + 1) : { found, foundIsCapped: false }
}

async function countFolders(db: Database, now: Date): Promise<UserSearchResult["counts"]> {
  const count = (state: UserState) =>
    filterUsers(db, { search: "", state, page: 1 })
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
