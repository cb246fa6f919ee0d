import { expressionBuilder } from "kysely"
import { rolesWith } from "#server/contract/rights.ts"
import type { Schema } from "#server/database/core/schema.ts"

/** This setting exists only while administrators need a passkey or a one-time code. */
export const ADMIN_FACTOR_REQUIRED = "admin factor required"

/** Returns the SQL for what a session lacks, which is null where it lacks nothing. */
export function missingFactor() {
  const { eb, and, or, exists, selectFrom } = expressionBuilder<Schema, "sessions" | "accounts">()
  const requirement = selectFrom("settings").select("name").where("name", "=", ADMIN_FACTOR_REQUIRED)
  const isRequired = and([eb("role", "in", rolesWith("users.manage")), exists(requirement)])
  const passkey = selectFrom("passkeys").select("passkeys.id").whereRef("passkeys.accountId", "=", "accounts.id")
  return (
    eb
      .case()
      .when("strongAt", "is not", null)
      .then(null)
      // An account with one-time codes gives one at each sign-in, whether required or not.
      .when(or([hasOneTimeCode(), and([isRequired, exists(passkey)])]))
      .then("code" as const)
      .when(isRequired)
      .then("enrolment" as const)
      .end()
  )
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
