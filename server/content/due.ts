import { type ContentSlug, contentSchemas } from "#server/contract/content/pages.ts"
import { type Database, inTransaction } from "#server/database/transaction.ts"
import { toAppError } from "#server/errors.ts"
import type { Log } from "#server/log.ts"
import { publishDraft } from "./commands.ts"
import { findDraft } from "./queries.ts"

interface Parts {
  db: Database
  log: Log
  now: () => Date
}

/** Publishes the drafts whose moment has come, also while no instance was running; one instance does each once. */
export async function publishDueDrafts({ db, log, now }: Parts): Promise<void> {
  const moment = now()
  const due = await db.selectFrom("drafts").select("page").where("publishAt", "<=", moment.toISOString()).execute()
  for (const { page } of due) {
    if (page in contentSchemas) await publishDue({ db, log, now }, page as ContentSlug, moment)
  }
}

async function publishDue({ db, log }: Parts, page: ContentSlug, now: Date): Promise<void> {
  try {
    await inTransaction(db, async (trx) => {
      const draft = await findDraft(trx, page)
      // Another instance may have published it, or somebody changed its date.
      if (!draft?.publishAt || draft.publishAt > now.toISOString()) return
      await publishDraft({ db: trx, log }, trx, { page, draft, accountId: draft.updatedBy, now })
      log.info({ page, at: draft.publishAt }, "scheduled draft published")
    })
  } catch (error) {
    if (toAppError(error).code !== "invalid") throw error
    // Somebody has emptied a field since: the draft waits for a person.
    log.warn({ page, err: error }, "scheduled draft cannot be published")
    await inTransaction(db, (trx) =>
      trx.updateTable("drafts").set({ publishAt: null }).where("page", "=", page).execute(),
    )
  }
}

/** Deleting the rows of moments that have come increments the content version, so that pages are rendered anew. */
export async function applyDueChanges(db: Database, now: Date): Promise<void> {
  const due = db.selectFrom("contentChanges").select("at").where("at", "<=", now.toISOString())
  if (!(await due.executeTakeFirst())) return
  await inTransaction(db, (trx) => trx.deleteFrom("contentChanges").where("at", "<=", now.toISOString()).execute())
}
