import { Link } from "@tanstack/react-router"
import { portfolio } from "#client/copy/portfolio.ts"
import { site } from "#client/copy/site.ts"
import { Icon } from "#client/icons/icon.tsx"
import { StatusBadge } from "#client/projects/status-badge.tsx"
import type { Project } from "#server/contract/projects.ts"

const link = "underline underline-offset-4 hover:text-primary"

export function ProjectHeading({ project: { name, address, status } }: { project: Project }) {
  return (
    <div className="bg-base-200">
      <div className="wrap pt-8 pb-8 md:pt-14 md:pb-10">
        <nav aria-label={site.breadcrumb.label} className="mb-5 text-sm">
          <ol className="flex flex-wrap gap-2">
            <li>
              <Link to="/" className={link}>
                {site.breadcrumb.home}
              </Link>
            </li>
            <li aria-hidden="true">/</li>
            <li>
              <Link to="/realisations" activeOptions={{ exact: true }} className={link}>
                {portfolio.title}
              </Link>
            </li>
            <li aria-hidden="true">/</li>
            <li aria-current="location" className="min-w-0 truncate text-base-content/75">
              {name}
            </li>
          </ol>
        </nav>
        <h1 className={`hue-rule ${name.length > 60 ? "text-h2" : "max-w-4xl text-h1"}`}>{name}</h1>
        {(address || status) && (
          <div className="mt-6 flex flex-wrap items-center gap-x-6 gap-y-3 text-lead">
            {address && (
              <p className="flex items-start gap-2">
                <Icon name="pin" className="mt-1 size-5.5 text-primary" />
                {address}
              </p>
            )}
            {status && <StatusBadge status={status} />}
          </div>
        )}
      </div>
    </div>
  )
}
