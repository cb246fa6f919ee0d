import { type RawBuilder, sql } from "kysely"
import { column } from "./names.ts"

/** Returns the SQL for the name by which people know an account; that of a deleted one is erased with it. */
export function shownName<Name extends string | null = string>(): RawBuilder<Name> {
  const [fullName, username] = [column("accounts.fullName"), column("accounts.username")]
  return sql<Name>`case when ${column("accounts.deletedAt")} is null then coalesce(${fullName}, ${username}) else ${username} end`
}
