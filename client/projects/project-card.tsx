import type { ReactNode } from "react"
import type { Project } from "#server/contract/projects.ts"
import { ProjectDescription } from "./project-description.tsx"
import { StatusBadge } from "./status-badge.tsx"

/** Of an uploaded project, or of one that the page's copy describes in short. */
type ProjectCardProps = Pick<Project, "name" | "address" | "status"> &
  Partial<Project> & {
    year?: string
    children: ReactNode
  }

export function ProjectCard({ name, address, year, status, description, children }: ProjectCardProps) {
  return (
    <li className="group flex flex-col overflow-hidden rounded-box border border-base-300 bg-base-100 motion-safe:transition-shadow duration-250 focus-within:shadow-float hover:shadow-float">
      {children}
      <div className="flex grow flex-col items-start gap-2 border-t-4 border-(--hue) p-5">
        <h3 className="text-h3">{name}</h3>
        {(address || year) && (
          <p className="text-sm text-base-content/75">{[address, year].filter(Boolean).join("\u00a0· ")}</p>
        )}
        {description && <ProjectDescription text={description} />}
        {status && (
          <p className="mt-auto pt-2">
            <StatusBadge status={status} />
          </p>
        )}
      </div>
    </li>
  )
}
