import type { ReactNode } from "react"
import { formatDate } from "#client/app/dates.ts"
import { StatusBadge } from "#client/app/status-badge.tsx"
import { pluralize } from "#client/office/french/pluralize.ts"
import { adminSectors } from "#client/office/french/sectors.ts"
import type { RecentProject } from "#server/contract/stats.ts"
import { knownStatus, NO_STATUS } from "#server/contract/statuses.ts"
import { dashboard } from "./texts.ts"

interface RecentProjectsProps {
  projects: readonly RecentProject[] | undefined
  actions?: (project: RecentProject) => ReactNode
}

export function RecentProjects({ projects, actions }: RecentProjectsProps) {
  if (!projects) return <Skeleton />
  if (projects.length === 0) return <p className="py-6 text-center text-base-content/75">{dashboard.recent.empty}</p>
  return (
    <ul className="divide-y divide-base-300">
      {projects.map((project) => (
        <li key={project.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
          <div className="min-w-0 grow basis-44">
            <p className="line-clamp-3 font-semibold wrap-anywhere">{`${project.name} `}</p>
            <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-base-content/75">
              <StatusBadge status={knownStatus(project.status) ?? NO_STATUS} />{" "}
              <span>{adminSectors[project.sector]}</span> <span>{pluralize(project.images, "image")}</span>{" "}
              <time dateTime={project.createdAt} className="whitespace-nowrap">
                {formatDate(project.createdAt)}
              </time>
            </p>
          </div>
          {actions?.(project)}
        </li>
      ))}
    </ul>
  )
}

function Skeleton() {
  return (
    <div className="grid gap-3">
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className="skeleton h-12" />
      ))}
    </div>
  )
}
