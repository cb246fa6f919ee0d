import type { ContactFields } from "#server/contract/messages.ts"
import type { Database } from "#server/database/core/database.ts"
import { sendMessage } from "#server/messages/commands.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import type { Context } from "#server/trpc/context.ts"

/** Adds a contact message that came in at `at`; fields that the test does not care about have defaults. */
export function addMessage(db: Database, { at = new Date(), ...given }: Partial<ContactFields> & { at?: Date } = {}) {
  const ctx: Partial<Context> = { db, now: () => at, rateLimitKey: "127.0.0.1", rateLimits: false }
  return sendMessage(ctx as Context, { ...contactFields, ...given })
}
