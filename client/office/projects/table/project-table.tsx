import { Allowed, useCan } from "#client/office/frame/rights.tsx"
import { useReachableRow } from "#client/office/list/use-reachable-row.ts"
import type { Selection } from "#client/office/list/use-selection.ts"
import { projectTable as texts } from "#client/office/projects/texts.ts"
import type { ProjectColumn } from "#server/contract/project-columns.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { ProjectRow } from "./project-row.tsx"
import type { ProjectRowEvents } from "./row-actions.tsx"
import type { StatusChangeProps } from "./use-status-change.ts"

interface ProjectTableProps extends StatusChangeProps, ProjectRowEvents {
  projects: readonly ManagedProject[] | undefined
  isStale: boolean
  columns: readonly ProjectColumn[]
  selection: Selection
}

const SKELETONS = [1, 2, 3, 4, 5, 6]

export function ProjectTable({ projects, isStale, columns, selection, ...row }: ProjectTableProps) {
  const { reachable, onFocus } = useReachableRow(projects)
  const canWrite = useCan()("projects.write")
  return (
    <div
      className={`project-table md:rounded-box md:border md:border-base-300 md:bg-base-100 ${canWrite ? "" : "is-read-only"} ${row.pins ? "has-pins" : ""}`}
    >
      <table aria-busy={isStale || !projects} className={isStale ? "opacity-60 motion-safe:transition-opacity" : ""}>
        <TableHead columns={columns} />
        {/* These rows are about to be replaced. */}
        <tbody inert={isStale} className="divide-y divide-base-300">
          {projects
            ? projects.map((project) => (
                <ProjectRow
                  key={project.id}
                  project={project}
                  columns={columns}
                  isReachable={project.id === reachable}
                  onFocus={() => onFocus(project.id)}
                  isSelected={selection.ids.has(project.id)}
                  onToggle={() => selection.toggle(project.id)}
                  {...row}
                />
              ))
            : SKELETONS.map((one) => <RowSkeleton key={one} columns={columns} />)}
        </tbody>
      </table>
    </div>
  )
}

function TableHead({ columns }: { columns: readonly ProjectColumn[] }) {
  const shown = (["sector", "status", "state", "date"] as const).filter((column) => columns.includes(column))
  return (
    <thead>
      <tr className="project-head border-b border-base-300 text-left text-sm">
        <Allowed to="projects.write">
          <th scope="col">
            <span className="sr-only">{texts.columns.select}</span>
          </th>
        </Allowed>
        <th scope="col" className="head-project">
          {texts.columns.project}
        </th>
        {shown.map((column) => (
          <th key={column} scope="col" className={`head-${column} ${isBelow(column, columns) ? "is-below" : ""}`}>
            {texts.columns[column]}
          </th>
        ))}
        <th scope="col" className="head-actions">
          <span className="sr-only">{texts.columns.actions}</span>
        </th>
      </tr>
    </thead>
  )
}

/** Whether a narrow table shows the column beneath another one. */
function isBelow(column: ProjectColumn, columns: readonly ProjectColumn[]): boolean {
  return columns.includes(column === "date" ? "sector" : "status") && (column === "date" || column === "state")
}

function RowSkeleton({ columns }: { columns: readonly ProjectColumn[] }) {
  return (
    <tr className="project-row is-public">
      <Allowed to="projects.write">
        <td className="row-select">
          <span className="block size-11" />
        </td>
      </Allowed>
      <td className="row-project">
        <div>
          {columns.includes("pictures") && <span className={"row-picture skeleton shrink-0"} />}
          <span className="skeleton h-5 w-full max-w-56" />
        </div>
      </td>
      {columns.includes("sector") && (
        <td className="row-sector">
          <span className="skeleton block h-5 max-md:h-4 max-md:max-w-24" />
        </td>
      )}
      {columns.includes("status") && (
        <td className="row-status">
          <span className="skeleton block h-8 rounded-full max-md:mt-1.5 max-md:w-34" />
        </td>
      )}
      {columns.includes("state") && (
        <td className="row-state">
          <span className="skeleton block h-5 max-md:hidden" />
        </td>
      )}
      {columns.includes("date") && (
        <td className="row-date">
          <span className="skeleton block h-5 max-md:hidden" />
        </td>
      )}
      <td className="row-actions">
        <span className="skeleton ml-auto block h-11 w-24" />
      </td>
    </tr>
  )
}
