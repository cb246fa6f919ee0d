import { expressionBuilder, sql } from "kysely"
import type { Role } from "#server/contract/domains/roles.ts"
import { column } from "./names.ts"
import type { Schema } from "./schema.ts"

/** The setting with this name exists only while that role needs a passkey or a one-time code. */
export function factorSettingOf(role: Role): string {
  return `${role} factor required`
}

/** Returns the SQL for whether the account's role needs a second factor. */
export function needsFactor() {
  const { exists, selectFrom } = expressionBuilder<Schema, "accounts">()
  const name = sql<string>`${column("accounts.role")} || ' factor required'`
  return exists(selectFrom("settings").select("settings.name").where("settings.name", "=", name))
}

export function hasPasskey() {
  const { exists, selectFrom } = expressionBuilder<Schema, "accounts">()
  return exists(selectFrom("passkeys").select("passkeys.id").whereRef("passkeys.accountId", "=", "accounts.id"))
}

/** Returns the SQL for whether an account has set up one-time codes, which is 0 or 1 in SQLite. */
export function hasOneTimeCode() {
  const { exists, selectFrom } = expressionBuilder<Schema, "accounts">()
  return exists(
    selectFrom("oneTimeCodes")
      .select("oneTimeCodes.accountId")
      .whereRef("oneTimeCodes.accountId", "=", "accounts.id")
      .where("oneTimeCodes.confirmedAt", "is not", null),
  )
}

/** Returns the SQL for whether an account needs a second factor and has none. */
export function lacksFactor() {
  const { and, not } = expressionBuilder<Schema, "accounts">()
  return and([needsFactor(), not(hasPasskey()), not(hasOneTimeCode())])
}
