import { responseTexts } from "#server/contract/response-texts.ts"
import { type SavedView, ViewParams } from "#server/contract/views.ts"
import type { Database } from "#server/database/core/database.ts"
import { shownName } from "#server/database/core/shown-name.ts"
import { AppError } from "#server/errors.ts"

/** Lists the views of the account, and those that others share, by name. */
export async function listViews(db: Database, accountId: number): Promise<SavedView[]> {
  const rows = await selectViews(db)
    .where((is) => is.or([is("accountId", "=", accountId), is("sharedAt", "is not", null)]))
    .orderBy("nameFolded")
    .orderBy("savedViews.id")
    .execute()
  return rows.map((row) => toView(row, accountId))
}

/** Throws for somebody else's view, too. */
export async function getOwnView(db: Database, accountId: number, id: number): Promise<SavedView> {
  const row = await selectViews(db)
    .where("savedViews.id", "=", id)
    .where("accountId", "=", accountId)
    .executeTakeFirst()
  if (!row) throw new AppError("not_found", responseTexts.viewNotFound)
  return toView(row, accountId)
}

function selectViews(db: Database) {
  return db
    .selectFrom("savedViews")
    .innerJoin("accounts", "accounts.id", "savedViews.accountId")
    .select(["savedViews.id", "name", "accountId", shownName().as("owner"), "sharedAt", "params", "version"])
}

type ViewRow = Awaited<ReturnType<ReturnType<typeof selectViews>["execute"]>>[number]

function toView({ accountId, sharedAt, params, ...row }: ViewRow, reader: number): SavedView {
  return {
    ...row,
    shared: sharedAt !== null,
    isOwn: accountId === reader,
    params: readParams(JSON.parse(params)),
  }
}

/** Leaves out params that an older program stored and this one does not know. */
function readParams(stored: Record<string, unknown>): ViewParams {
  const known = Object.entries(ViewParams.shape).filter(([name, schema]) => schema.safeParse(stored[name]).success)
  return ViewParams.parse(Object.fromEntries(known.map(([name]) => [name, stored[name]])))
}
