import type { ReactNode } from "react"
import { projectTable as copy } from "#client/copy/admin-projects.ts"
import type { Project } from "#server/contract/projects.ts"
import { ProjectRow } from "./project-row.tsx"
import { layout } from "./row-layout.ts"
import { RowSkeleton } from "./row-skeleton.tsx"
import type { StatusChangeProps } from "./use-status-change.ts"

interface ProjectTableProps extends StatusChangeProps {
  /** Undefined while they load. */
  projects: readonly Project[] | undefined
  /** While other rows load. */
  stale: boolean
  onEdit: (project: Project) => void
  onDelete: (project: Project) => void
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
