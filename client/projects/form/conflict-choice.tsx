import { type ReactNode, useId } from "react"
import { conflict as copy, projectPictures } from "#client/copy/admin-projects.ts"
import { adminSectors } from "#client/copy/admin-sectors.ts"
import { projectLabels } from "#client/copy/projects.ts"
import { UploadedThumbnail } from "#client/projects/uploaded-thumbnail.tsx"
import { altTextOf } from "#server/contract/images.ts"
import type { ProjectFields } from "#server/contract/project-drafts.ts"
import { NO_STATUS } from "#server/contract/statuses.ts"
import type { FieldName } from "./project-fields.ts"

export type Choice = "mine" | "theirs"

interface ConflictChoiceProps {
  field: FieldName
  mine: ProjectFields
  theirs: ProjectFields
  choice: Choice
  onChoose: (choice: Choice) => void
}

export function ConflictChoice({ field, mine, theirs, choice, onChoose }: ConflictChoiceProps) {
  const group = useId()

  function version(value: Choice, label: string, content: ReactNode) {
    return (
      <label className="grid cursor-pointer content-start gap-2 rounded-field border border-base-content/30 p-3 has-checked:border-primary has-checked:bg-primary/5 has-checked:outline has-checked:outline-primary">
        <span className="flex min-h-6 items-center gap-2.5 text-sm font-semibold">
          <input
            type="radio"
            name={group}
            checked={choice === value}
            className="size-5 accent-primary"
            onChange={() => onChoose(value)}
          />
          {label}
        </span>
        <span className="max-h-60 overflow-y-auto whitespace-pre-line wrap-anywhere">{content}</span>
      </label>
    )
  }

  return (
    <fieldset>
      <legend className="mb-2 font-semibold">{projectLabels[field]}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {version("mine", copy.mine, formatField(field, mine))}
        {version("theirs", copy.theirs, formatField(field, theirs))}
      </div>
    </fieldset>
  )
}

function formatField(field: FieldName, fields: ProjectFields): ReactNode {
  switch (field) {
    case "status":
      return fields.status ?? NO_STATUS
    case "sector":
      return adminSectors[fields.sector]
    case "images":
      return fields.images.length === 0 ? copy.noImages : <Pictures {...fields} />
    default:
      return fields[field] || copy.empty
  }
}

function Pictures({ name: projectName, images }: ProjectFields) {
  return (
    <span className="grid gap-2">
      {images.map(({ name, alt }, index) => (
        <span key={`${name} ${alt}`} className="flex items-center gap-3">
          <UploadedThumbnail name={name} className="h-12 w-18" />
          <span className="text-sm">{altTextOf(alt, projectName, index) || projectPictures.decorative}</span>
        </span>
      ))}
    </span>
  )
}
