import { SYSTEM } from "#server/audit/audit-log.ts"
import { publishContent } from "#server/content/commands.ts"
import type { ContentSlug } from "#server/contract/content/pages.ts"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { createLog } from "#server/log.ts"

const log = createLog("silent", () => {})

/** Publishes content without checking it. */
export async function publishTestContent(
  db: Database,
  page: ContentSlug,
  content: object,
  now = new Date(),
): Promise<void> {
  await inTransaction(db, (trx) => publishContent({ db: trx, log }, { page, content, actor: SYSTEM, now }))
}
