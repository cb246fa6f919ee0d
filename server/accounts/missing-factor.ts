import { expressionBuilder } from "kysely"
import { hasOneTimeCode, hasPasskey, needsFactor } from "#server/database/core/factor-conditions.ts"
import type { Schema } from "#server/database/core/schema.ts"

/** Returns the SQL for what a session lacks, which is null where it lacks nothing. */
export function missingFactor(now: Date) {
  const { eb, and, or } = expressionBuilder<Schema, "sessions" | "accounts">()
  return (
    eb
      .case()
      .when("strongAt", "is not", null)
      .then(null)
      // An account with one-time codes gives one at each sign-in, whether required or not.
      .when(or([hasOneTimeCode(), and([needsFactor(), hasPasskey()])]))
      .then("code" as const)
      // Whoever knows only the password must not choose the first factor.
      .when(and([needsFactor(), eb("enrolmentUntil", ">", now.toISOString())]))
      .then("enrolment" as const)
      .when(needsFactor())
      .then("link" as const)
      .end()
  )
}
