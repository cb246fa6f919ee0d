import type { Updateable } from "kysely"
import { about, recordAction } from "#server/audit/audit-log.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { type SavedView, VIEWS_MAX, type ViewDraft } from "#server/contract/views.ts"
import { countFound } from "#server/database/core/count-found.ts"
import type { Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError, fieldError } from "#server/errors.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { getOwnView, listViews } from "./queries.ts"

/** Creates a view, or replaces the account's own one. */
export function saveView(ctx: AccountContext, draft: ViewDraft): Promise<SavedView> {
  return inTransaction(ctx.db, async (trx) => {
    const id = draft.id === undefined ? await insertView(trx, ctx, draft) : await updateView(trx, ctx, draft.id, draft)
    return getOwnView(trx, ctx.account.id, id)
  })
}

async function insertView(trx: Transaction, ctx: AccountContext, draft: ViewDraft): Promise<number> {
  const own = trx.selectFrom("savedViews").where("accountId", "=", ctx.account.id)
  if ((await countFound(trx, own)) >= VIEWS_MAX) throw new AppError("conflict", responseTexts.tooManyViews)
  await requireFreeName(trx, ctx, draft)
  const at = ctx.now().toISOString()
  const sharedAt = draft.shared ? at : null
  const { id } = await trx
    .insertInto("savedViews")
    .values({ ...toColumns(draft), accountId: ctx.account.id, sharedAt, createdAt: at, updatedAt: at })
    .returning("id")
    .executeTakeFirstOrThrow()
  const details = { after: detailsOf(draft) }
  await recordAction(trx, ctx, { action: "create", ...about("view", id, draft.name), details })
  return id
}

async function updateView(trx: Transaction, ctx: AccountContext, id: number, draft: ViewDraft): Promise<number> {
  const current = await getOwnView(trx, ctx.account.id, id)
  if (draft.version !== undefined && draft.version !== current.version) {
    throw new AppError("conflict", responseTexts.viewChanged)
  }
  await requireFreeName(trx, ctx, draft)
  const at = ctx.now().toISOString()
  const { numUpdatedRows } = await trx
    .updateTable("savedViews")
    .set({ ...toColumns(draft), version: current.version + 1, updatedAt: at })
    // A view that stays shared keeps the moment of its first sharing.
    .set(draft.shared === current.shared ? {} : { sharedAt: draft.shared ? at : null })
    .where("id", "=", id)
    .where("version", "=", current.version)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError("conflict", responseTexts.viewChanged)
  const details = { before: detailsOf(current), after: detailsOf(draft) }
  await recordAction(trx, ctx, { action: "update", ...about("view", id, draft.name), details })
  return id
}

/** Deletes a view of the account, or a shared one if the account manages the others. */
export async function deleteView(ctx: AccountContext, id: number): Promise<{ id: number }> {
  await inTransaction(ctx.db, async (trx) => {
    const view = (await listViews(trx, ctx.account.id)).find((one) => one.id === id)
    if (!view || !(view.isOwn || ctx.account.rights.includes("users.manage"))) {
      throw new AppError("not_found", responseTexts.viewNotFound)
    }
    await trx.deleteFrom("savedViews").where("id", "=", id).execute()
    const details = { before: detailsOf(view) }
    await recordAction(trx, ctx, { action: "delete", ...about("view", id, view.name), details })
  })
  return { id }
}

/** Throws if the account has a view of that name, ignoring case and accents. */
async function requireFreeName(trx: Transaction, ctx: AccountContext, { id = 0, name }: ViewDraft): Promise<void> {
  const taken = await trx
    .selectFrom("savedViews")
    .select("id")
    .where("accountId", "=", ctx.account.id)
    .where("nameFolded", "=", normalizeForSearch(name))
    .where("id", "!=", id)
    .executeTakeFirst()
  if (taken) throw fieldError("name", responseTexts.viewNameTaken, "conflict")
}

function toColumns({ name, params }: ViewDraft) {
  return { name, nameFolded: normalizeForSearch(name), params: JSON.stringify(params) } satisfies Updateable<
    Schema["savedViews"]
  >
}

function detailsOf({ name, shared, params }: Pick<ViewDraft, "name" | "shared" | "params">) {
  return { name, shared, params }
}
