import type { Actor, AuditEntry } from "#server/audit/audit-log.ts"
import { EDITABLE_FIELDS } from "#server/contract/editable-fields.ts"
import { REVISIONS_MAX } from "#server/contract/paging.ts"
import type { ManagedProject, ProjectRevision } from "#server/contract/projects.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database } from "#server/database/core/database.ts"
import { shownName } from "#server/database/core/shown-name.ts"
import { AppError } from "#server/errors.ts"
import { type Revision, type RevisionedFields, revisionedFieldsOf } from "#server/projects/versions/save-version.ts"

export interface Change extends Actor, Omit<Revision, "before"> {
  /** Collects the audit entries of a command with many changes, which records them at its end. */
  audited?: AuditEntry[] | undefined
}

/** Lists the newest first, each with its changes of the fields that people write. */
export async function listProjectRevisions(db: Database, project: ManagedProject): Promise<ProjectRevision[]> {
  const rows = await selectRevisions(db, project.id).limit(REVISIONS_MAX).execute()
  let after = revisionedFieldsOf(project)
  return rows.map(({ before: json, by, action, ...revision }) => {
    const replaced: Partial<RevisionedFields> = JSON.parse(json)
    const before = { ...after, ...replaced }
    const changes = EDITABLE_FIELDS.filter((field) => field in replaced).map((field) => ({
      field,
      before: before[field],
      after: after[field],
    }))
    after = before
    return { ...revision, by, action, changes }
  })
}

/** Returns the fields that people write as they were after that revision. */
export async function getFieldsAt(
  db: Database,
  project: ManagedProject,
  version: number,
): Promise<Partial<RevisionedFields>> {
  const rows = await selectRevisions(db, project.id).where("version", ">=", version).execute()
  const isKnown = version === project.version || rows.some((row) => row.version === version)
  if (!isKnown) throw new AppError("not_found", responseTexts.revisionNotFound)
  let values = revisionedFieldsOf(project)
  for (const row of rows.filter((one) => one.version > version)) values = { ...values, ...JSON.parse(row.before) }
  return Object.fromEntries(EDITABLE_FIELDS.map((field) => [field, values[field]]))
}

function selectRevisions(db: Database, projectId: number) {
  return db
    .selectFrom("projectRevisions")
    .leftJoin("accounts", "accounts.id", "projectRevisions.accountId")
    .select(["version", "at", "action", "before"])
    .select(shownName<string | null>().as("by"))
    .where("projectId", "=", projectId)
    .orderBy("version", "desc")
}
