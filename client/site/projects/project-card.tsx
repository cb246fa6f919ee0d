import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { StatusBadge } from "#client/app/status-badge.tsx"
import { site } from "#client/site/frame/texts.ts"
import { cutText } from "#server/contract/cut-text.ts"
import type { Project } from "#server/contract/projects.ts"
import { SECTOR_SLUGS } from "#server/contract/sectors.ts"

/** The project is an uploaded one, or one that the page's content describes. */
type ProjectCardProps = Pick<Project, "name" | "address" | "status"> &
  Partial<Omit<Project, "slug">> & {
    year?: string
    slug?: string | undefined
    children: ReactNode
  }

export function ProjectCard({ name, address, year, status, description, sector, slug, children }: ProjectCardProps) {
  return (
    <li
      data-sector={sector && SECTOR_SLUGS[sector]}
      className="group flex flex-col overflow-hidden rounded-box border border-base-300 bg-base-100 motion-safe:transition-shadow duration-250 focus-within:shadow-float hover:shadow-float"
    >
      {children}
      <div className="relative flex grow flex-col items-start gap-2 border-t-4 border-(--hue) p-5">
        <h3 className="text-h3">
          {slug ? (
            <Link
              to="/realisations/$slug"
              params={{ slug }}
              className="underline-offset-4 after:absolute after:inset-0 hover:underline"
            >
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
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

const LONG = 600
const SHOWN = 450

/** Folds a long text into <details>, which works without JavaScript. */
function ProjectDescription({ text }: { text: string }) {
  if (text.length <= LONG) return <p className={textClass}>{text}</p>
  const end = cutText(text, Math.max(text.lastIndexOf(" ", SHOWN), SHOWN / 2)).length
  return (
    <div>
      <p className={textClass}>{`${text.slice(0, end).trimEnd()}…`}</p>
      <details className="group/more relative z-10">
        <summary className="link-inline inline-flex min-h-11 cursor-pointer items-center">
          <span className="group-open/more:hidden">{site.projects.expand}</span>
          <span className="hidden group-open/more:inline">{site.projects.collapse}</span>
        </summary>
        <p className={textClass}>{`…${text.slice(end)}`}</p>
      </details>
    </div>
  )
}

const textClass = "text-base-content/85 whitespace-pre-line"
