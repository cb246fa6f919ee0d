import { type ReactNode, useState } from "react"
import { formatDateTime } from "#client/app/dates.ts"
import { type Choice, ConflictFrame, VersionChoice } from "#client/office/editing/conflict-frame.tsx"
import { fieldText } from "#client/office/projects/field-text.ts"
import { PictureSummary } from "#client/office/projects/picture-summary.tsx"
import { conflict as texts } from "#client/office/projects/texts.ts"
import type { EditableField } from "#server/contract/editable-fields.ts"
import { PROJECT_FIELDS, type ProjectFields } from "#server/contract/project-drafts.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { differences, fieldsOf } from "./project-fields.ts"

interface ConflictDialogProps {
  /** The user's version, the one that somebody else saved meanwhile, and the one on which both are based. */
  mine: ProjectFields
  theirs: ManagedProject
  opened: ManagedProject
  onSave: (fields: ProjectFields) => void
  /** Discards the user's version. */
  onTakeTheirs: () => void
  onClose: () => void
}

/** Shows both versions side by side, in the fields where they differ. */
export function ConflictDialog({ mine, theirs: theirProject, opened, ...on }: ConflictDialogProps) {
  const theirs = fieldsOf(theirProject)
  const fields = differences(mine, theirs)
  // A field that the user changed is preselected in the user's version, any other one in theirs.
  const [choices, setChoices] = useState<Partial<Record<EditableField, Choice>>>(() =>
    Object.fromEntries(differences(mine, fieldsOf(opened)).map((field) => [field, "mine"])),
  )

  function saveChoices() {
    const changed = fields.filter((field) => choices[field] === "mine")
    on.onSave({ ...theirs, ...Object.fromEntries(changed.map((field) => [field, mine[field]])) })
  }

  return (
    <ConflictFrame
      {...on}
      title={texts.title}
      text={texts.text(formatDateTime(theirProject.updatedAt))}
      later={texts.later}
      onKeepMine={() => on.onSave(mine)}
      onSaveChoices={saveChoices}
    >
      {fields.map((field) => (
        <VersionChoice
          key={field}
          label={PROJECT_FIELDS[field].label}
          versions={{ mine: formatField(field, mine), theirs: formatField(field, theirs) }}
          choice={choices[field] ?? "theirs"}
          onChoose={(choice) => setChoices({ ...choices, [field]: choice })}
        />
      ))}
    </ConflictFrame>
  )
}

function formatField(field: EditableField, fields: ProjectFields): ReactNode {
  if (field !== "images") return fieldText(field, fields) || texts.empty
  return fields.images.length === 0 ? texts.noImages : <PictureSummary {...fields} />
}
