import { expressionBuilder } from "kysely"
import type { Schema } from "./schema.ts"

/** Returns the SQL for whether the account's role needs a second factor. */
export function needsFactor() {
  const { exists, selectFrom } = expressionBuilder<Schema, "accounts">()
  return exists(
    selectFrom("factorRequirements")
      .select("factorRequirements.role")
      .whereRef("factorRequirements.role", "=", "accounts.role"),
  )
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
