import type { Updateable } from "kysely"
import { MINUTE_MS } from "#server/contract/durations.ts"
import { type EditableFields, editableFieldsOf } from "#server/contract/editable-fields.ts"
import type { ManagedProject, RevisionAction } from "#server/contract/projects.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { AppError } from "#server/errors.ts"

/** The fields that a revision records and can restore. */
export type RevisionedFields = EditableFields & Pick<ManagedProject, "publishedAt" | "publishAt" | "deletedAt" | "pin">

export function revisionedFieldsOf(project: ManagedProject): RevisionedFields {
  const { publishedAt, publishAt, deletedAt, pin } = project
  return { ...editableFieldsOf(project), publishedAt, publishAt, deletedAt, pin }
}

export interface Revision {
  /** The replaced values of the changed fields. */
  before: Partial<RevisionedFields>
  action: RevisionAction
  /** It is null for the program itself. */
  accountId: number | null
  now: Date
  batchId?: string | undefined
}

type ProjectVersion = Pick<ManagedProject, "id" | "version">

/** Updates a project, increments its version and records the revision; throws a conflict if the version has changed. */
export async function saveVersion(
  trx: Transaction,
  { id, version }: ProjectVersion,
  columns: Updateable<Schema["projects"]>,
  revision: Revision,
) {
  const saved = await trx
    .updateTable("projects")
    .set({ ...columns, version: version + 1, updatedBy: revision.accountId })
    .where("id", "=", id)
    .where("version", "=", version)
    .returning("state")
    .executeTakeFirst()
  if (!saved) throw new AppError("conflict", responseTexts.projectChanged)
  return { state: saved.state, revision: await recordRevision(trx, { id, version }, revision) }
}

/** Within this time, automatic saves of one account are merged into one revision. */
const MERGE_WINDOW_MS = 10 * MINUTE_MS

/** Records the values that a change of that version replaces, or adds them to the previous automatic save. */
export async function recordRevision(
  trx: Transaction,
  { id, version }: ProjectVersion,
  { before, accountId, action, now, batchId }: Revision,
): Promise<"new" | "merged"> {
  await recordRevisionImages(trx, id, before)
  const mergeable = action === "autosave" ? await findMergeable(trx, id, version, accountId, now) : undefined
  const at = now.toISOString()
  if (mergeable) {
    await trx
      .updateTable("projectRevisions")
      .set({ version: version + 1, at, before: JSON.stringify({ ...before, ...JSON.parse(mergeable.before) }) })
      .where("projectId", "=", id)
      .where("version", "=", version)
      .execute()
    return "merged"
  }
  await trx
    .insertInto("projectRevisions")
    .values({
      projectId: id,
      version: version + 1,
      at,
      accountId,
      action,
      batch: batchId ?? null,
      before: JSON.stringify(before),
    })
    .execute()
  return "new"
}

function findMergeable(trx: Transaction, projectId: number, version: number, accountId: number | null, now: Date) {
  return trx
    .selectFrom("projectRevisions")
    .select("before")
    .where("projectId", "=", projectId)
    .where("version", "=", version)
    .where("action", "=", "autosave")
    .where("accountId", "=", accountId)
    .where("at", ">", new Date(now.getTime() - MERGE_WINDOW_MS).toISOString())
    .executeTakeFirst()
}

/** Records images that must not be deleted, so that a revision can be restored with them. */
async function recordRevisionImages(
  trx: Transaction,
  projectId: number,
  { images = [] }: Partial<RevisionedFields>,
): Promise<void> {
  if (images.length === 0) return
  await trx
    .insertInto("projectRevisionImages")
    .values(images.map(({ name }) => ({ projectId, image: name })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
