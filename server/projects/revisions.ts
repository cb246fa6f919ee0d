import type { Actor, AuditEntry } from "#server/audit/audit-log.ts"
import { EDITABLE_FIELDS, type EditableFields, editableFieldsOf } from "#server/contract/editable-fields.ts"
import type { ManagedProject, ProjectRevision, RevisionAction } from "#server/contract/projects.ts"
import { messages } from "#server/contract/response-messages.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import { AppError } from "#server/errors.ts"

/** What a revision can change and take back. */
export type RevisionedFields = EditableFields & Pick<ManagedProject, "publishedAt" | "publishAt" | "deletedAt" | "pin">

export interface Change extends Actor {
  action: RevisionAction
  now: Date
  /** Common to the changes of one command. */
  batch?: string | undefined
  /** Collects the entries of a command with many changes, which records them at its end. */
  audited?: AuditEntry[] | undefined
}

export function revisionedFieldsOf(project: ManagedProject): RevisionedFields {
  const { publishedAt, publishAt, deletedAt, pin } = project
  return { ...editableFieldsOf(project), publishedAt, publishAt, deletedAt, pin }
}

/** Automatic saves of one account within this time of each other are merged into one revision. */
const MERGE_WINDOW_MS = 10 * 60_000

/** Records what a change has replaced, or adds it to the automatic save before. To be called in its transaction, with the project as it was. */
export async function recordRevision(
  trx: Transaction,
  { id, version }: Pick<ManagedProject, "id" | "version">,
  { before, accountId, action, now, batch }: Omit<Change, "ip" | "tokenId"> & { before: Partial<RevisionedFields> },
): Promise<"new" | "merged"> {
  await keepImages(trx, id, before)
  const mergeable = action === "autosave" ? await findMergeable(trx, id, version, accountId, now) : undefined
  const revision = { version: version + 1, at: now.toISOString() }
  if (mergeable) {
    await trx
      .updateTable("projectRevisions")
      .set({ ...revision, before: JSON.stringify({ ...before, ...JSON.parse(mergeable.before) }) })
      .where("projectId", "=", id)
      .where("version", "=", version)
      .execute()
    return "merged"
  }
  await trx
    .insertInto("projectRevisions")
    .values({ projectId: id, ...revision, accountId, action, batch: batch ?? null, before: JSON.stringify(before) })
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

/** So that a revision can be restored with its pictures. */
async function keepImages(
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

const REVISIONS_MAX = 100

/** The newest first, each with what it changed in the fields that people write. */
export async function listProjectRevisions(db: Database, project: ManagedProject): Promise<ProjectRevision[]> {
  const rows = await selectRevisions(db, project.id).limit(REVISIONS_MAX).execute()
  let after = revisionedFieldsOf(project)
  return rows.map(({ before: json, username, action, ...revision }) => {
    const replaced: Partial<RevisionedFields> = JSON.parse(json)
    const before = { ...after, ...replaced }
    const changes = EDITABLE_FIELDS.filter((field) => field in replaced).map((field) => ({
      field,
      before: before[field],
      after: after[field],
    }))
    after = before
    return { ...revision, by: username, action, changes }
  })
}

/** The fields that people write, as they were after that revision. */
export async function getFieldsAt(
  db: Database,
  project: ManagedProject,
  version: number,
): Promise<Partial<RevisionedFields>> {
  const rows = await selectRevisions(db, project.id).where("version", ">=", version).execute()
  const isKnown = version === project.version || rows.some((row) => row.version === version)
  if (!isKnown) throw new AppError("not_found", messages.revisionNotFound)
  let values = revisionedFieldsOf(project)
  for (const row of rows.filter((one) => one.version > version)) values = { ...values, ...JSON.parse(row.before) }
  return Object.fromEntries(EDITABLE_FIELDS.map((field) => [field, values[field]]))
}

function selectRevisions(db: Database, projectId: number) {
  return db
    .selectFrom("projectRevisions")
    .leftJoin("accounts", "accounts.id", "projectRevisions.accountId")
    .select(["version", "at", "action", "before", "username"])
    .where("projectId", "=", projectId)
    .orderBy("version", "desc")
}
