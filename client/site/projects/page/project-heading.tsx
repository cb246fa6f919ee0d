import { StatusBadge } from "#client/app/status-badge.tsx"
import { Icon } from "#client/icons/icon.tsx"
import { Breadcrumb } from "#client/site/frame/breadcrumb.tsx"
import { portfolio } from "#client/site/projects/texts.ts"
import type { Project } from "#server/contract/projects.ts"

export function ProjectHeading({ project: { name, address, status } }: { project: Project }) {
  return (
    <div className="bg-base-200">
      <div className="wrap pt-8 pb-8 md:pt-14 md:pb-10">
        <Breadcrumb className="mb-5" name={name} parent={{ to: "/realisations", name: portfolio.title }} />
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
