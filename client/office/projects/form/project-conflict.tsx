import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useApi } from "#client/app/api.ts"
import { formatDateTime } from "#client/app/dates.ts"
import { ConflictDialog } from "#client/office/editing/conflict-dialog.tsx"
import { fieldText } from "#client/office/projects/field-text.ts"
import { PictureSummary } from "#client/office/projects/picture-summary.tsx"
import { conflict as texts } from "#client/office/projects/texts.ts"
import type { EditableField } from "#server/contract/editable-fields.ts"
import { PROJECT_FIELDS, type ProjectFields } from "#server/contract/project-drafts.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { type FormValues, formValuesFrom } from "./form-values.ts"
import { differences, fieldsOf } from "./project-fields.ts"

interface ProjectConflictProps {
  mine: ProjectFields
  theirs: ManagedProject
  /** What both versions started from. */
  shown: FormValues
  onSave: (fields: ProjectFields) => void
  onTakeTheirs: () => void
  onClose: () => void
}

/** Shows both versions of a project in the fields where they differ. */
export function ProjectConflict({ mine, theirs: project, shown, ...on }: ProjectConflictProps) {
  const { queries } = useApi()
  const { data: revisions } = useQuery(queries.projects.revisions.queryOptions(project.id, { staleTime: 0 }))
  const theirs = fieldsOf(project)
  const changed = differences(formValuesFrom(mine), shown)
  const parts = differences(mine, theirs).map((field) => ({
    path: field,
    label: PROJECT_FIELDS[field].label,
    mine: formatField(field, mine),
    theirs: formatField(field, theirs),
    isMine: changed.includes(field),
  }))
  return (
    <ConflictDialog
      title={texts.title}
      text={texts.text(revisions?.[0]?.by, formatDateTime(project.updatedAt))}
      later={texts.later}
      parts={parts}
      onKeepMine={() => on.onSave(mine)}
      onTakeTheirs={on.onTakeTheirs}
      onSave={(chosen) => {
        const fields = parts.map(({ path }) => path).filter((field) => chosen.includes(field))
        on.onSave({ ...theirs, ...Object.fromEntries(fields.map((field) => [field, mine[field]])) })
      }}
      onClose={on.onClose}
    />
  )
}

function formatField(field: EditableField, fields: ProjectFields): ReactNode {
  if (field !== "images") return fieldText(field, fields) || texts.empty
  return fields.images.length === 0 ? texts.noImages : <PictureSummary {...fields} />
}
