import type { Person } from "#server/contract/messages.ts"
import { rolesWith } from "#server/contract/rights.ts"
import type { Database } from "#server/database/transaction.ts"

/** Who may be in charge of a message, by name. */
export function listPeople(db: Database): Promise<Person[]> {
  return selectPeople(db).orderBy("usernameFolded").execute()
}

export function findPerson(db: Database, id: number): Promise<Person | undefined> {
  return selectPeople(db).where("id", "=", id).executeTakeFirst()
}

function selectPeople(db: Database) {
  return db
    .selectFrom("accounts")
    .select(["id", "username as name"])
    .where("role", "in", rolesWith("messages.write"))
    .where("disabledAt", "is", null)
}
