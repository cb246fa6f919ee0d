import { parseKinshasaTime } from "#server/contract/kinshasa-time.ts"
import { findMissing } from "#server/contract/project-drafts.ts"
import type { ManagedProject, ProjectSchedule, ProjectVersion } from "#server/contract/projects.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError, fieldError } from "#server/errors.ts"
import type { RevisionedFields } from "#server/projects/versions/save-version.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { changeProject } from "./changes.ts"
import { changeBy, getCurrent } from "./commands.ts"
import { getManagedProject } from "./queries.ts"
import type { Change } from "./revisions.ts"

/** Makes the project public on all instances with the next request. */
export function publishProject(ctx: AccountContext, edited: ProjectVersion): Promise<ManagedProject> {
  return inTransaction(ctx.db, async (trx) =>
    applyPublication(trx, await getCurrent(trx, edited), changeBy(ctx, "publish")),
  )
}

export function withdrawProject(ctx: AccountContext, edited: ProjectVersion): Promise<ManagedProject> {
  return inTransaction(ctx.db, async (trx) =>
    applyWithdrawal(trx, await getCurrent(trx, edited), changeBy(ctx, "withdraw")),
  )
}

export function scheduleProject(ctx: AccountContext, { at, ...edited }: ProjectSchedule): Promise<ManagedProject> {
  const moment = at === null ? null : parseKinshasaTime(at)
  if (moment && !(moment > ctx.now())) throw fieldError("at", responseTexts.scheduleInPast)
  return inTransaction(ctx.db, async (trx) => {
    const current = await getCurrent(trx, edited)
    if (moment) requireComplete(current)
    // A public project is withdrawn until then.
    const values = { publishAt: moment?.toISOString() ?? null, ...(moment && { publishedAt: null, pin: null }) }
    return changeProject(trx, current, values, changeBy(ctx, moment ? "schedule" : "unschedule"))
  })
}

/** Moves the project to the trash, from which it can be restored for 30 days. */
export function deleteProject(ctx: AccountContext, id: number): Promise<ManagedProject> {
  return inTransaction(ctx.db, async (trx) => applyTrashing(trx, await getCurrent(trx, { id }), changeBy(ctx, "trash")))
}

export function restoreProject(ctx: AccountContext, id: number): Promise<ManagedProject> {
  return inTransaction(ctx.db, async (trx) =>
    applyRestoration(trx, await getManagedProject(trx, id), changeBy(ctx, "restore")),
  )
}

export async function applyPublication(
  trx: Transaction,
  project: ManagedProject,
  change: Change,
): Promise<ManagedProject> {
  if (project.state === "published") return project
  requireComplete(project)
  // An instance of the previous release leaves the pin of a project that it withdraws.
  return changeProject(trx, project, { publishedAt: change.now.toISOString(), publishAt: null, pin: null }, change)
}

/** The project also leaves the top of its sector, to which it would return unasked when it is published again. */
export function applyWithdrawal(trx: Transaction, project: ManagedProject, change: Change): Promise<ManagedProject> {
  return changeProject(trx, project, { publishedAt: null, publishAt: null, pin: null }, change)
}

export function applyTrashing(trx: Transaction, project: ManagedProject, change: Change): Promise<ManagedProject> {
  return changeProject(trx, project, { deletedAt: change.now.toISOString() }, change)
}

export async function applyRestoration(
  trx: Transaction,
  project: ManagedProject,
  change: Change,
): Promise<ManagedProject> {
  if (project.state !== "trashed") return project
  const values: Partial<RevisionedFields> = { deletedAt: null }
  // A date in the past would publish the project at once.
  if (project.publishAt !== null && project.publishAt <= change.now.toISOString()) values.publishAt = null
  return changeProject(trx, project, values, change)
}

function requireComplete(project: ManagedProject): void {
  const missing = findMissing(project)
  if (!missing) return
  const { fields, names } = missing
  throw new AppError("invalid", `${responseTexts.projectIncomplete}\u00a0: ${names}`, { fields })
}
