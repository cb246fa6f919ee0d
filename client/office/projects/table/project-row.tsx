import { Link } from "@tanstack/react-router"
import { StatusBadge, statusTone } from "#client/app/status-badge.tsx"
import { useCan } from "#client/office/frame/rights.tsx"
import { formatShortDate } from "#client/office/french/dates.ts"
import { adminSectors } from "#client/office/french/sectors.ts"
import { ChoiceSelect } from "#client/office/list/choice-select.tsx"
import { ProjectStateBadge } from "#client/office/projects/project-state-badge.tsx"
import { selectProject } from "#client/office/projects/selected-project.ts"
import { projectTable as texts } from "#client/office/projects/texts.ts"
import { UploadedThumbnail } from "#client/office/projects/uploaded-thumbnail.tsx"
import type { ProjectColumn } from "#server/contract/project-columns.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { knownStatus, NO_STATUS, STATUSES } from "#server/contract/statuses.ts"
import { ProjectRowActions, type ProjectRowEvents } from "./row-actions.tsx"
import { type StatusChangeProps, useStatusChange } from "./use-status-change.ts"

interface ProjectRowProps extends StatusChangeProps, ProjectRowEvents {
  project: ManagedProject
  columns: readonly ProjectColumn[]
  isSelected: boolean
  onToggle: () => void
  /** Whether the Tab key reaches the row. */
  isReachable: boolean
  onFocus: () => void
}

export function ProjectRow({ project, columns, isSelected, onToggle, isReachable, ...props }: ProjectRowProps) {
  const canWrite = useCan()("projects.write")
  const { onFocus, params, onStatus, onFailure, ...on } = props
  const { id, name, address, sector, state } = project
  const date = project.publishedAt ?? project.createdAt
  const isPublic = state === "published"
  return (
    <tr
      data-row={id}
      tabIndex={isReachable ? 0 : -1}
      onFocus={onFocus}
      className={`project-row scroll-mt-20 focus-visible:z-2 focus-visible:-outline-offset-3 ${isPublic ? "is-public" : ""} ${isSelected ? "is-selected bg-primary/7" : ""}`}
    >
      {canWrite && (
        <td className="row-select">
          <label className="grid size-11 cursor-pointer place-items-center">
            <input
              type="checkbox"
              aria-label={texts.selectNamed(name)}
              checked={isSelected}
              onChange={onToggle}
              className="size-5 accent-primary"
            />
          </label>
        </td>
      )}
      <td className="row-project">
        <div>
          {columns.includes("pictures") && (
            <UploadedThumbnail
              name={project.images[0]?.name}
              focus={project.images[0]?.focus}
              className="row-picture"
            />
          )}
          <div className="min-w-0">
            <p className="row-name line-clamp-3 font-semibold wrap-anywhere">
              {canWrite && state !== "trashed" ? (
                <Link
                  to="/admin/project-edit/{-$id}"
                  params={{ id: String(id) }}
                  onClick={() => selectProject(id)}
                  className="row-link hover:underline"
                >
                  {name}
                </Link>
              ) : (
                name
              )}
            </p>
            {address && columns.includes("address") && (
              <p className="row-address line-clamp-2 text-sm text-base-content/75 wrap-anywhere">{address}</p>
            )}
          </div>
        </div>
      </td>
      {columns.includes("sector") && <td className="row-sector">{adminSectors[sector]}</td>}
      {columns.includes("status") && (
        <td className="row-status">
          {state === "trashed" || !canWrite ? (
            <StatusBadge status={knownStatus(project.status) ?? NO_STATUS} />
          ) : (
            <StatusSelect project={project} params={params} onStatus={onStatus} onFailure={onFailure} />
          )}
        </td>
      )}
      {columns.includes("state") && (
        <td className="row-state">
          <ProjectStateBadge {...project} />
        </td>
      )}
      {columns.includes("date") && (
        <td className={`row-date ${columns.includes("state") ? "has-state" : ""}`}>
          <time dateTime={date} className="whitespace-nowrap">
            {formatShortDate(date)}
          </time>
        </td>
      )}
      <td className="row-actions">
        <div>
          <ProjectRowActions project={project} {...on} />
        </div>
      </td>
    </tr>
  )
}

function StatusSelect({ project, ...props }: StatusChangeProps & { project: ManagedProject }) {
  const { status, isPending, set } = useStatusChange(project, props)
  const known = knownStatus(status)
  return (
    <ChoiceSelect
      aria-label={texts.statusOf(project.name)}
      aria-busy={isPending}
      value={known ?? ""}
      onChoose={(value) => {
        const chosen = knownStatus(value)
        if (chosen) set(chosen)
      }}
      // The transparent border makes the touch target higher than the badge.
      className={`select w-34 max-w-full cursor-pointer rounded-full border-x-0 border-y-6 border-transparent bg-clip-padding text-sm font-medium [&::picker(select)]:bg-base-100 [&::picker(select)]:text-base-content [&>option]:bg-base-100 [&>option]:text-base-content ${statusTone(known)} ${isPending ? "opacity-75" : ""}`}
    >
      {!known && <option value="">{NO_STATUS}</option>}
      {STATUSES.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </ChoiceSelect>
  )
}
