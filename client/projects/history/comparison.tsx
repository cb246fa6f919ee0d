import { projectHistory } from "#client/copy/admin-project-history.ts"
import { adminSectors } from "#client/copy/admin-sectors.ts"
import { BeforeAndAfter, ComparedTexts } from "#client/editing/before-and-after.tsx"
import { PictureSummary } from "#client/projects/picture-summary.tsx"
import type { EditableField, EditableFields } from "#server/contract/editable-fields.ts"
import { PROJECT_LABELS } from "#server/contract/project-drafts.ts"
import { NO_STATUS } from "#server/contract/statuses.ts"
import type { VersionDiff } from "./revision-fields.ts"

const copy = projectHistory.comparison

/** Shows the fields in which an older version and the current one differ. */
export function ComparedVersions({ before, after, fields }: VersionDiff) {
  return (
    <>
      <p role="status" className="mb-4 min-h-6 text-sm text-base-content/75">
        {copy.count(fields.length)}
      </p>
      <div className="grid gap-6">
        {fields.map((field) =>
          field === "images" ? (
            <BeforeAndAfter
              key={field}
              label={PROJECT_LABELS[field]}
              sides={copy}
              before={<Pictures {...before} />}
              after={<Pictures {...after} />}
            />
          ) : (
            <ComparedTexts
              key={field}
              label={PROJECT_LABELS[field]}
              sides={copy}
              before={textOf(field, before)}
              after={textOf(field, after)}
            />
          ),
        )}
      </div>
    </>
  )
}

function textOf(field: Exclude<EditableField, "images">, fields: EditableFields): string {
  if (field === "sector") return adminSectors[fields.sector]
  if (field === "status") return fields.status ?? NO_STATUS
  return fields[field] ?? ""
}

function Pictures(fields: EditableFields) {
  return fields.images.length === 0 ? copy.noImages : <PictureSummary {...fields} />
}
