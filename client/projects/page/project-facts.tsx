import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { formatDate } from "#client/copy/dates.ts"
import { projectPage as copy } from "#client/copy/project-page.ts"
import type { Project } from "#server/contract/projects.ts"
import { SECTOR_SLUGS } from "#server/contract/sectors.ts"

export function ProjectFacts({ project }: { project: Project }) {
  const { address, sector, status, publishedAt, updatedAt } = project
  const isUpdated = publishedAt !== null && formatDate(updatedAt) !== formatDate(publishedAt) && updatedAt > publishedAt
  return (
    <section aria-labelledby="en-bref" className="rounded-box border border-base-300 bg-base-200 p-6">
      <h2 id="en-bref" className="text-h3">
        {copy.details}
      </h2>
      <dl className="mt-4 grid grid-cols-[auto_1fr] gap-x-5 gap-y-3">
        {address && <Fact label={copy.place}>{address}</Fact>}
        <Fact label={copy.sector}>
          <Link to={`/${SECTOR_SLUGS[sector]}`} className="link-inline">
            {sector}
          </Link>
        </Fact>
        {status && <Fact label={copy.status}>{status}</Fact>}
        {publishedAt && (
          <Fact label={copy.published}>
            <time dateTime={publishedAt}>{formatDate(publishedAt)}</time>
          </Fact>
        )}
        {isUpdated && (
          <Fact label={copy.updated}>
            <time dateTime={updatedAt}>{formatDate(updatedAt)}</time>
          </Fact>
        )}
      </dl>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-base-content/75">{label}</dt>
      <dd className="font-medium">{children}</dd>
    </>
  )
}
