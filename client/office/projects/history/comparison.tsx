import { BeforeAndAfter, ComparedTexts } from "#client/office/editing/before-and-after.tsx"
import { fieldText } from "#client/office/projects/field-text.ts"
import { PictureSummary } from "#client/office/projects/picture-summary.tsx"
import type { EditableFields } from "#server/contract/editable-fields.ts"
import { PROJECT_FIELDS } from "#server/contract/project-drafts.ts"
import type { VersionDiff } from "./revision-fields.ts"
import { projectHistory } from "./texts.ts"

const texts = projectHistory.comparison

/** Shows the fields in which an older version and the current one differ. */
export function ComparedVersions({ before, after, fields }: VersionDiff) {
  return (
    <>
      <p role="status" className="mb-4 min-h-6 text-sm text-base-content/75">
        {texts.count(fields.length)}
      </p>
      <div className="grid gap-6">
        {fields.map((field) =>
          field === "images" ? (
            <BeforeAndAfter
              key={field}
              label={PROJECT_FIELDS[field].label}
              sides={texts}
              before={<Pictures {...before} />}
              after={<Pictures {...after} />}
            />
          ) : (
            <ComparedTexts
              key={field}
              label={PROJECT_FIELDS[field].label}
              sides={texts}
              before={fieldText(field, before)}
              after={fieldText(field, after)}
            />
          ),
        )}
      </div>
    </>
  )
}

function Pictures(fields: EditableFields) {
  return fields.images.length === 0 ? texts.noImages : <PictureSummary {...fields} />
}
