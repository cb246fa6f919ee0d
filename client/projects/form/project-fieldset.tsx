import { projectForm as copy } from "#client/copy/admin-projects.ts"
import { adminSectors } from "#client/copy/admin-sectors.ts"
import { type ControlProps, Field } from "#client/ui/field.tsx"
import type { FieldInfo } from "#server/contract/field-kinds.ts"
import { printValue } from "#server/contract/field-values.ts"
import { PROJECT_FIELDS } from "#server/contract/project-drafts.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { SECTORS, type Sector } from "#server/contract/sectors.ts"
import { NO_STATUS, STATUSES } from "#server/contract/statuses.ts"
import { CONTROL_NAMES, type ControlName, isRequired, knownStatus } from "./project-fields.ts"

interface ProjectFieldsetProps {
  project: ManagedProject | undefined
  errors: Record<string, string>
  /** The preselected sector of a new project. */
  sector?: Sector | undefined
  /** It is called while the project's name is typed. */
  onName: (name: string) => void
}

/** Shows the texts one below the other, and the two selects in one row. */
export function ProjectFieldset({ project, errors, sector, onName }: ProjectFieldsetProps) {
  const isNew = !project
  const status = project ? knownStatus(project.status) : null
  const imported = project?.status && !status ? copy.importedStatus(project.status) : undefined

  function fieldProps(name: ControlName) {
    const isForPublication = project && project.state !== "published" && isRequired(name, true)
    const mark = isRequired(name, isNew) ? copy.mandatory : isForPublication ? copy.forPublication : copy.optional
    return { name, label: labelOf(name), help: copy.help[name], mark, error: errors[name] }
  }

  return (
    <div className="grid gap-5">
      {TEXTS.map((name) => (
        <Field key={name} {...fieldProps(name)}>
          {(control) => (
            <Text
              control={{
                ...control,
                required: isRequired(name, isNew),
                defaultValue: printValue(project?.[name] ?? null),
              }}
              onType={name === "name" ? onName : undefined}
              kind={PROJECT_FIELDS[name].kind}
            />
          )}
        </Field>
      ))}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-5">
        <Field {...fieldProps("status")} help={imported}>
          {(control) => (
            <select {...control} required={isNew} defaultValue={status ?? ""} className="select w-full">
              <option value="">{isNew ? copy.choose.status : NO_STATUS}</option>
              {STATUSES.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          )}
        </Field>
        <Field {...fieldProps("sector")}>
          {(control) => (
            <select {...control} required defaultValue={project?.sector ?? sector ?? ""} className="select w-full">
              {isNew && <option value="">{copy.choose.sector}</option>}
              {SECTORS.map((sector) => (
                <option key={sector} value={sector}>
                  {adminSectors[sector]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
    </div>
  )
}

const TEXTS = CONTROL_NAMES.filter((name) => name !== "status" && name !== "sector")

/** Returns the label, with the unit of a number. */
function labelOf(name: ControlName): string {
  const { label, unit } = PROJECT_FIELDS[name]
  return unit ? `${label} (${unit})` : label
}

/** What the control of a kind has besides that of a line of text. */
function controlOf(kind: FieldInfo["kind"]) {
  if (kind === "number") return { inputMode: "numeric", className: "input w-40" } as const
  return { type: kind === "date" ? "date" : "text", className: "input w-full" }
}

interface TextProps {
  control: ControlProps & { required: boolean; defaultValue: string }
  kind: FieldInfo["kind"]
  onType: ((text: string) => void) | undefined
}

function Text({ control, kind, onType }: TextProps) {
  if (kind === "text") {
    const className = "textarea field-sizing-content max-h-128 min-h-44 w-full wrap-anywhere"
    return <textarea {...control} rows={8} className={className} />
  }
  return (
    <input
      {...control}
      autoComplete="off"
      {...controlOf(kind)}
      {...(onType && { enterKeyHint: "next", onChange: ({ target }) => onType(target.value) })}
    />
  )
}
