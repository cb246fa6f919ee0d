import { projectForm as copy, NO_STATUS } from "#client/copy/admin-projects.ts"
import { adminSectors } from "#client/copy/admin-sectors.ts"
import { Field } from "#client/ui/field.tsx"
import type { Project } from "#server/contract/projects.ts"
import { SECTORS } from "#server/contract/sectors.ts"
import { STATUSES } from "#server/contract/statuses.ts"
import { knownStatus } from "./project-fields.ts"

interface ProjectFieldsetProps {
  project: Project | undefined
  errors: Record<string, string>
  /** The project's name, while it is typed. */
  onName: (name: string) => void
}

export function ProjectFieldset({ project, errors, onName }: ProjectFieldsetProps) {
  const isNew = !project
  const status = project ? knownStatus(project.status) : null
  const imported = project?.status && !status ? copy.importedStatus(project.status) : undefined

  function frame(name: keyof typeof copy.fields, required: boolean) {
    return { name, ...copy.fields[name], mark: required ? copy.mandatory : copy.optional, error: errors[name] }
  }

  return (
    <div className="grid gap-5">
      <Field {...frame("name", true)}>
        {(control) => (
          <input
            {...control}
            required
            defaultValue={project?.name}
            autoComplete="off"
            enterKeyHint="next"
            className="input w-full"
            onChange={({ target }) => onName(target.value)}
          />
        )}
      </Field>
      <Field {...frame("description", isNew)}>
        {(control) => (
          <textarea
            {...control}
            required={isNew}
            defaultValue={project?.description}
            rows={8}
            className="textarea field-sizing-content max-h-128 min-h-44 w-full"
          />
        )}
      </Field>
      <Field {...frame("address", false)}>
        {(control) => (
          <input {...control} defaultValue={project?.address ?? ""} autoComplete="off" className="input w-full" />
        )}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field {...frame("status", isNew)} help={imported}>
          {(control) => (
            <select {...control} required={isNew} defaultValue={status ?? ""} className="select w-full">
              <option value="">{isNew ? copy.choose.status : NO_STATUS}</option>
              {STATUSES.map((one) => (
                <option key={one}>{one}</option>
              ))}
            </select>
          )}
        </Field>
        <Field {...frame("sector", true)}>
          {(control) => (
            <select {...control} required defaultValue={project?.sector ?? ""} className="select w-full">
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
