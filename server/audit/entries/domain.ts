import type { ServerDomain } from "#server/domain.ts"
import { expireEntries } from "./expire-entries.ts"
import { auditRest } from "./rest.ts"
import { auditRouter } from "./router.ts"

export const audit = {
  routers: { audit: auditRouter },
  rest: auditRest,
  tasks: { nightly: [{ name: "delete old audit entries", run: ({ db, now }) => expireEntries(db, now) }] },
} satisfies ServerDomain
