import type { ReactNode } from "react"
import { projectTable as copy } from "#client/copy/admin-projects.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { ProjectRow } from "./project-row.tsx"
import { layout } from "./row-layout.ts"
import type { StatusChangeProps } from "./use-status-change.ts"

interface ProjectTableProps extends StatusChangeProps {
  /** Undefined while they load. */
  projects: readonly ManagedProject[] | undefined
  stale: boolean
  onEdit: (project: ManagedProject) => void
  onDelete: (project: ManagedProject) => void
}

const SKELETONS = [1, 2, 3, 4, 5, 6]

export function ProjectTable({ projects, stale, onEdit, onDelete, ...status }: ProjectTableProps) {
  return (
    <div className="md:rounded-box md:border md:border-base-300 md:bg-base-100">
      <table
        aria-busy={stale || !projects}
        className={`${layout.table} ${stale ? "opacity-60 motion-safe:transition-opacity" : ""}`}
      >
        <thead className={layout.head}>
          <tr className={`${layout.headRow} border-b border-base-300 text-left text-sm`}>
            <Head>{copy.columns.project}</Head>
            <Head>{copy.columns.sector}</Head>
            <Head>{copy.columns.status}</Head>
            <Head narrow="md:max-xl:sr-only">{copy.columns.date}</Head>
            <Head>
              <span className="sr-only">{copy.columns.actions}</span>
            </Head>
          </tr>
        </thead>
        <tbody className={layout.body}>
          {projects
            ? projects.map((project) => (
                <ProjectRow
                  key={project.id}
                  project={project}
                  {...status}
                  onEdit={() => onEdit(project)}
                  onDelete={() => onDelete(project)}
                />
              ))
            : SKELETONS.map((row) => <RowSkeleton key={row} />)}
        </tbody>
      </table>
    </div>
  )
}

function Head({ narrow = "", children }: { narrow?: string; children: ReactNode }) {
  return (
    <th
      scope="col"
      className={`px-3 py-3 font-semibold md:max-xl:px-2 first:pl-5 md:max-xl:first:pl-5 last:pr-5 ${narrow}`}
    >
      {children}
    </th>
  )
}

function RowSkeleton() {
  return (
    <tr className={layout.row}>
      <td className={layout.project}>
        <div className="flex items-center gap-4 md:max-xl:gap-3">
          <span className={`skeleton shrink-0 ${layout.thumbnail}`} />
          <span className="skeleton h-5 w-full max-w-56" />
        </div>
      </td>
      <td className={layout.sector}>
        <span className="skeleton block h-5 max-md:h-4 max-md:max-w-24" />
      </td>
      <td className={layout.status}>
        <span className="skeleton block h-8 rounded-full max-md:mt-1.5 max-md:w-34" />
      </td>
      <td className={layout.date}>
        <span className="skeleton block h-5 max-md:hidden" />
      </td>
      <td className={layout.actions}>
        <span className="skeleton ml-auto block h-11 w-24" />
      </td>
    </tr>
  )
}
