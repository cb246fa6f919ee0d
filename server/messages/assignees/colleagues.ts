import type { Colleague } from "#server/contract/messages.ts"
import { rolesWith } from "#server/contract/rights.ts"
import type { Database } from "#server/database/core/database.ts"
import { shownName } from "#server/database/core/shown-name.ts"

/** Lists the accounts that may be in charge of a message, by name. */
export function listColleagues(db: Database): Promise<Colleague[]> {
  return selectColleagues(db)
    .orderBy((row) => row.fn.coalesce("fullNameFolded", "usernameFolded"))
    .execute()
}

export function findColleague(db: Database, id: number): Promise<Colleague | undefined> {
  return selectColleagues(db).where("id", "=", id).executeTakeFirst()
}

function selectColleagues(db: Database) {
  return db
    .selectFrom("accounts")
    .select(["id", shownName().as("name")])
    .where("role", "in", rolesWith("messages.write"))
    .where("disabledAt", "is", null)
}
