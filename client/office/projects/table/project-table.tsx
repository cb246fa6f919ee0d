import type { ReactNode } from "react"
import { useReachableRow } from "#client/office/list/use-reachable-row.ts"
import type { Selection } from "#client/office/list/use-selection.ts"
import { projectTable as texts } from "#client/office/projects/texts.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { ProjectRow } from "./project-row.tsx"
import type { ProjectRowEvents } from "./row-actions.tsx"
import { layout } from "./row-layout.ts"
import type { Column } from "./table-columns.ts"
import type { StatusChangeProps } from "./use-status-change.ts"

interface ProjectTableProps extends StatusChangeProps, ProjectRowEvents {
  /** It is undefined while the projects load. */
  projects: readonly ManagedProject[] | undefined
  isStale: boolean
  columns: ReadonlySet<Column>
  selection: Selection
}

const SKELETONS = [1, 2, 3, 4, 5, 6]

export function ProjectTable({ projects, isStale, columns, selection, ...row }: ProjectTableProps) {
  const { reachable, onFocus } = useReachableRow(projects)
  return (
    <div className="md:rounded-box md:border md:border-base-300 md:bg-base-100">
      <table
        aria-busy={isStale || !projects}
        className={`${layout.table} ${row.pins ? layout.threeActions : layout.twoActions} ${isStale ? "opacity-60 motion-safe:transition-opacity" : ""}`}
      >
        <TableHead columns={columns} />
        {/* These rows are about to be replaced. */}
        <tbody inert={isStale} className={layout.body}>
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

/** From md to 84rem, the date stands under the sector and the state under the status, with the upper column's heading. */
function TableHead({ columns }: { columns: ReadonlySet<Column> }) {
  const below = (column: Column, above: Column) =>
    columns.has(column) && (
      <Head narrow={columns.has(above) ? "md:max-[84rem]:sr-only" : ""} area={layout.headAreas[column]}>
        {texts.columns[column]}
      </Head>
    )
  return (
    <thead className={layout.head}>
      <tr className={`${layout.headRow} border-b border-base-300 text-left text-sm`}>
        <Head>
          <span className="sr-only">{texts.columns.select}</span>
        </Head>
        <Head>{texts.columns.project}</Head>
        {columns.has("sector") && <Head area={layout.headAreas.sector}>{texts.columns.sector}</Head>}
        {columns.has("status") && <Head area={layout.headAreas.status}>{texts.columns.status}</Head>}
        {below("state", "status")}
        {below("date", "sector")}
        <Head area={layout.headAreas.actions}>
          <span className="sr-only">{texts.columns.actions}</span>
        </Head>
      </tr>
    </thead>
  )
}

function Head({ narrow = "", area = "", children }: { narrow?: string; area?: string; children: ReactNode }) {
  return (
    <th scope="col" className={`px-3 py-3 font-semibold md:max-[84rem]:px-2 last:pr-5 ${area} ${narrow}`}>
      {children}
    </th>
  )
}

function RowSkeleton({ columns }: { columns: ReadonlySet<Column> }) {
  return (
    <tr className={layout.row}>
      <td className={layout.select}>
        <span className="block size-11" />
      </td>
      <td className={layout.project}>
        <div className="flex items-center gap-4 md:max-[84rem]:gap-3">
          {columns.has("pictures") && <span className={`skeleton shrink-0 ${layout.thumbnail}`} />}
          <span className="skeleton h-5 w-full max-w-56" />
        </div>
      </td>
      {columns.has("sector") && (
        <td className={layout.sector}>
          <span className="skeleton block h-5 max-md:h-4 max-md:max-w-24" />
        </td>
      )}
      {columns.has("status") && (
        <td className={layout.status}>
          <span className="skeleton block h-8 rounded-full max-md:mt-1.5 max-md:w-34" />
        </td>
      )}
      {columns.has("state") && (
        <td className={layout.state}>
          <span className="skeleton block h-5 max-md:hidden" />
        </td>
      )}
      {columns.has("date") && (
        <td className={layout.date}>
          <span className="skeleton block h-5 max-md:hidden" />
        </td>
      )}
      <td className={layout.actions}>
        <span className="skeleton ml-auto block h-11 w-24" />
      </td>
    </tr>
  )
}
