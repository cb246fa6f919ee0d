import { adminSectors } from "#client/office/french/sectors.ts"
import { projectForm as texts } from "#client/office/projects/texts.ts"
import { type ControlProps, Field } from "#client/ui/field.tsx"
import type { FieldInfo } from "#server/contract/field-kinds.ts"
import { printValue } from "#server/contract/field-values.ts"
import { PROJECT_FIELDS } from "#server/contract/project-drafts.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { SECTORS, type Sector } from "#server/contract/sectors.ts"
import { knownStatus, NO_STATUS, STATUSES } from "#server/contract/statuses.ts"
import { CONTROL_NAMES, type ControlName, isRequired } from "./project-fields.ts"

interface ProjectFieldsetProps {
  project: ManagedProject | undefined
  errors: Record<string, string>
  /** The preselected sector of a new project. */
  sector?: Sector | undefined
}

/** Shows the texts one below the other, and selects and other short controls in rows. */
export function ProjectFieldset({ project, errors, sector }: ProjectFieldsetProps) {
  const isNew = !project
  const status = project ? knownStatus(project.status) : null
  const imported = project?.status && !status ? texts.importedStatus(project.status) : undefined

  function fieldProps(name: ControlName) {
    const isForPublication = project && project.state !== "published" && isRequired(name, true)
    const mark = isRequired(name, isNew) ? texts.mandatory : isForPublication ? texts.forPublication : texts.optional
    return { name, label: labelOf(name), help: texts.help[name], mark, error: errors[name] }
  }

  function renderControl(name: ControlName) {
    return (
      <Field key={name} {...fieldProps(name)}>
        {(control) => (
          <KindControl
            control={{
              ...control,
              required: isRequired(name, isNew),
              defaultValue: printValue(project?.[name] ?? null),
            }}
            info={PROJECT_FIELDS[name]}
          />
        )}
      </Field>
    )
  }

  return (
    <div className="grid gap-5">
      {TEXTS.map(renderControl)}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(13rem,100%),1fr))] gap-5">
        <Field {...fieldProps("status")} help={imported}>
          {(control) => (
            <select {...control} required={isNew} defaultValue={status ?? ""} className="select w-full">
              <option value="">{isNew ? texts.choose.status : NO_STATUS}</option>
              {STATUSES.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          )}
        </Field>
        <Field {...fieldProps("sector")}>
          {(control) => (
            <select {...control} required defaultValue={project?.sector ?? sector ?? ""} className="select w-full">
              {isNew && <option value="">{texts.choose.sector}</option>}
              {SECTORS.map((sector) => (
                <option key={sector} value={sector}>
                  {adminSectors[sector]}
                </option>
              ))}
            </select>
          )}
        </Field>
        {SHORT.map(renderControl)}
      </div>
    </div>
  )
}

const OTHERS = CONTROL_NAMES.filter((name) => name !== "status" && name !== "sector")

const isLong = (name: ControlName) => ["line", "text"].includes(PROJECT_FIELDS[name].kind)

const TEXTS = OTHERS.filter(isLong)

/** What has room beside the selects. */
const SHORT = OTHERS.filter((name) => !isLong(name))

/** Returns the label, with the unit of a number. */
function labelOf(name: ControlName): string {
  const { label, unit } = PROJECT_FIELDS[name]
  return unit ? `${label} (${unit})` : label
}

interface KindControlProps {
  control: ControlProps & { required: boolean; defaultValue: string }
  info: FieldInfo
}

/** The control of a field by its kind. */
function KindControl({ control, info: { kind, options = [] } }: KindControlProps) {
  if (kind === "text") {
    const className = "textarea field-sizing-content max-h-128 min-h-44 w-full wrap-anywhere"
    return <textarea {...control} rows={8} className={className} />
  }
  if (kind === "choice") {
    return (
      <select {...control} className="select w-full">
        <option value="">{texts.choose.none}</option>
        {options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    )
  }
  return (
    <input
      {...control}
      type={kind === "date" ? "date" : "text"}
      inputMode={kind === "number" ? "numeric" : undefined}
      autoComplete="off"
      className="input w-full"
      enterKeyHint={control.name === "name" ? "next" : undefined}
    />
  )
}
