import { type AuditEntry, recordAudits } from "#server/audit/audit-log.ts"
import { type BulkResult, CHANGES_MAX, type UndoResult } from "#server/contract/bulk.ts"
import type { BulkAction, BulkChange, ManagedProject, RevisionAction } from "#server/contract/projects.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { inSavepoint, inTransaction } from "#server/database/transaction.ts"
import { AppError, toAppError } from "#server/errors.ts"
import type { RevisionedFields } from "#server/projects/versions/save-version.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { changeProject, withStoredImages } from "./changes.ts"
import { changeBy } from "./commands.ts"
import { applyPublication, applyRestoration, applyTrashing, applyWithdrawal } from "./publication.ts"
import { listManagedProjects } from "./queries.ts"
import type { Change } from "./revisions.ts"
import { freeSlug } from "./slugs.ts"

const revisionActions: Record<BulkAction["kind"], RevisionAction> = {
  publish: "publish",
  withdraw: "withdraw",
  trash: "trash",
  restore: "restore",
  status: "update",
  sector: "update",
}

/** Changes the projects that can be changed in one transaction, and returns the names of the others. */
export function changeProjects(ctx: AccountContext, { batchId, action, ...change }: BulkChange): Promise<BulkResult> {
  const ids = [...new Set(change.ids)]
  return inTransaction(ctx.db, async (trx) => {
    // This skips rows that an earlier attempt changed, since the client retries a batch whose response was lost.
    const done = await listChanged(trx, ids, batchId)
    const result: BulkResult = { changed: done.size, failed: [] }
    const left = ids.filter((id) => !done.has(id))
    const audited: AuditEntry[] = []
    let now = await momentAfter(trx, batchId, ctx.now())
    for (const project of await listManagedProjects(trx, left)) {
      const auditedBefore = audited.length
      try {
        const change = { ...changeBy(ctx, revisionActions[action.kind], batchId), now, audited }
        const after = await inSavepoint(trx, () => apply(trx, project, action, change))
        if (after.version !== project.version) result.changed += 1
        // Projects of equal dates would be listed by their ids instead of the order in which they were published.
        now = new Date(now.getTime() + 1)
      } catch (error) {
        const { code, message } = toAppError(error)
        if (code !== "invalid" && code !== "conflict") throw error
        audited.length = auditedBefore
        result.failed.push({ id: project.id, name: project.name, reason: message })
      }
    }
    await recordAudits(trx, audited, ctx.now())
    return result
  })
}

async function listChanged(trx: Transaction, ids: readonly number[], batchId: string): Promise<Set<number>> {
  const rows = await trx
    .selectFrom("projectRevisions")
    .select("projectId")
    .where("batch", "=", batchId)
    .where("projectId", "in", ids)
    .execute()
  return new Set(rows.map(({ projectId }) => projectId))
}

/** Returns the present moment, or a later one if earlier changes of the batch have reached it. */
async function momentAfter(trx: Transaction, batchId: string, now: Date): Promise<Date> {
  const { last } = await trx
    .selectFrom("projectRevisions")
    .select((row) => row.fn.max("at").as("last"))
    .where("batch", "=", batchId)
    .executeTakeFirstOrThrow()
  return last === null ? now : new Date(Math.max(now.getTime(), Date.parse(last) + 1))
}

function apply(trx: Transaction, project: ManagedProject, action: BulkAction, change: Change): Promise<ManagedProject> {
  if (action.kind === "restore") return applyRestoration(trx, project, change)
  if (project.state === "trashed") throw new AppError("conflict", responseTexts.projectTrashed)
  switch (action.kind) {
    case "publish":
      return applyPublication(trx, project, change)
    case "withdraw":
      return applyWithdrawal(trx, project, change)
    case "trash":
      return applyTrashing(trx, project, change)
    case "status":
      return changeProject(trx, project, { status: action.status }, change)
    case "sector":
      return changeProject(trx, project, { sector: action.sector }, change)
  }
}

/** Undoes the changes of one command, in at most CHANGES_MAX projects per call. */
export function undoBatch(ctx: AccountContext, batchId: string): Promise<UndoResult> {
  return inTransaction(ctx.db, async (trx) => {
    const revisions = await trx
      .selectFrom("projectRevisions")
      .select(["projectId", "version", "action", "before"])
      .where("batch", "=", batchId)
      .orderBy("projectId")
      .limit(CHANGES_MAX + 1)
      .execute()
    const some = revisions.slice(0, CHANGES_MAX)
    const projects = await listManagedProjects(
      trx,
      some.map(({ projectId }) => projectId),
    )
    const result: UndoResult = { undone: 0, skipped: 0, more: revisions.length > CHANGES_MAX }
    await clearBatch(trx, batchId, some.at(-1)?.projectId)
    const audited: AuditEntry[] = []
    for (const { projectId, version, action, before } of some) {
      const project = projects.find(({ id }) => id === projectId)
      // Projects that somebody has changed since stay as they are.
      if (project?.version !== version) {
        result.skipped += 1
        continue
      }
      const change = { ...changeBy(ctx, "undo"), audited }
      if (action === "import") await freeSlug(trx, await applyTrashing(trx, project, change))
      else await changeProject(trx, project, await earlierValues(trx, project, JSON.parse(before), change.now), change)
      result.undone += 1
    }
    await recordAudits(trx, audited, ctx.now())
    return result
  })
}

async function earlierValues(trx: Transaction, project: ManagedProject, before: Partial<RevisionedFields>, now: Date) {
  const values = await withStoredImages(trx, project, before)
  // A project that leaves the trash has its own date again.
  const { publishAt = values.deletedAt === null ? project.publishAt : null } = values
  // A date in the past would publish the project at once.
  const isPast = publishAt !== null && publishAt <= now.toISOString()
  return isPast ? { ...values, publishAt: null } : values
}

/** Removes undone revisions from their batch, so that a second undo does not find them. */
async function clearBatch(trx: Transaction, batchId: string, lastId = 0): Promise<void> {
  await trx
    .updateTable("projectRevisions")
    .set({ batch: null })
    .where("batch", "=", batchId)
    .where("projectId", "<=", lastId)
    .execute()
}
