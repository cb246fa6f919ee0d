import { SYSTEM } from "#server/audit/audit-log.ts"
import { readContent } from "#server/content/published/published.ts"
import { type ContentSlug, contentSchemas } from "#server/contract/content/pages.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { toAppError } from "#server/errors.ts"
import type { Context } from "#server/trpc/context.ts"
import { publishDraft, setPublishAt } from "./commands.ts"
import { listOpeningTexts } from "./opening-texts.ts"
import { findDraft } from "./queries.ts"

type Parts = Pick<Context, "db" | "log" | "now">

/** The clocks of two instances differ by less than this. */
const CLOCKS_DIFFER_MS = 1000

/** Publishes each draft whose moment has come once, on one instance, even if none was running at that moment. */
export async function publishDueDrafts(parts: Parts): Promise<void> {
  const { db, log, now } = parts
  const moment = now().toISOString()
  const due = await db.selectFrom("drafts").select("page").where("publishAt", "<=", moment).execute()
  for (const { page } of due) {
    if (!Object.hasOwn(contentSchemas, page)) continue
    // A page that fails must not keep the others from being published.
    await publishDue(parts, page).catch((err) => log.error({ page, err }, "scheduled publication failed"))
  }
}

async function publishDue(parts: Parts, page: ContentSlug): Promise<void> {
  const { db, log, now } = parts
  try {
    const at = await inTransaction(db, async (trx) => {
      const draft = await findDueDraft(trx, page, now())
      if (!draft) return
      const actor = { ...SYSTEM, accountId: draft.updatedBy }
      await publishDraft({ db: trx, log }, { page, draft, actor, now: now() })
      return draft.publishAt
    })
    if (at) log.info({ page, at }, "scheduled draft published")
  } catch (error) {
    if (toAppError(error).code !== "invalid") throw error
    // Somebody has emptied a required field since, so the draft waits for a person.
    log.warn({ page, err: error }, "scheduled draft cannot be published")
    await inTransaction(db, async (trx) => {
      const draft = await findDueDraft(trx, page, now())
      if (draft) await setPublishAt(trx, { page, draft, publishAt: null, actor: SYSTEM, now: now() })
    })
  }
}

/** Returns undefined if another instance has published it, or if somebody has changed its date. */
async function findDueDraft(trx: Transaction, page: ContentSlug, now: Date) {
  const draft = await findDraft(trx, page)
  return draft?.publishAt && draft.publishAt <= now.toISOString() ? draft : undefined
}

/** Increments the content version, by deleting rows, once every instance's clock has passed the moment of a change. */
export async function bumpVersionAtDueMoments({ db, log, now: clock }: Parts): Promise<void> {
  const now = clock()
  await scheduleOpeningChange({ db, log }, now)
  const until = new Date(now.getTime() - CLOCKS_DIFFER_MS).toISOString()
  const due = db.selectFrom("contentChanges").select("at").where("at", "<=", until)
  if (!(await due.executeTakeFirst())) return
  await inTransaction(db, (trx) => trx.deleteFrom("contentChanges").where("at", "<=", until).execute())
}

/** Schedules a change for the moment from which pages say something else of the opening hours. */
async function scheduleOpeningChange({ db, log }: Omit<Parts, "now">, now: Date): Promise<void> {
  const company = await readContent({ db, log }, "entreprise")
  const [, next] = listOpeningTexts(company, now)
  if (!next) return
  const at = new Date(next.since).toISOString()
  if (await db.selectFrom("contentChanges").select("at").where("at", "=", at).executeTakeFirst()) return
  await inTransaction(db, (trx) =>
    trx
      .insertInto("contentChanges")
      .values({ at })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}
