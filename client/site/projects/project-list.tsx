import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useApi } from "#client/app/api.ts"
import { contentSource } from "#client/pictures/picture.tsx"
import { site } from "#client/site/frame/texts.ts"
import type { FixedProject } from "#server/contract/content/public.ts"
import { SECTOR_SLUGS, type Sector } from "#server/contract/sectors.ts"
import { emptyProjects } from "./empty-texts.ts"
import { ListFailure } from "./list-failure.tsx"
import { ListSkeleton } from "./list-skeleton.tsx"
import { PortfolioLink } from "./portfolio-link.tsx"
import { ProjectCard } from "./project-card.tsx"
import { ProjectPictures } from "./project-pictures.tsx"
import { UploadedCard } from "./uploaded-card.tsx"

const texts = site.projects

interface ProjectListProps {
  sector: Sector
  page: number
  /** Projects of the page's content, which follow those of the server. */
  fixed?: readonly FixedProject[]
  /** The last segments of their URLs; empty where another project has it. */
  fixedSlugs?: readonly string[] | undefined
}

export function ProjectList({ sector, page, fixed = [], fixedSlugs = [] }: ProjectListProps) {
  const { queries } = useApi()
  const query = useQuery(queries.projects.page.queryOptions({ sector, page }))
  return (
    <>
      {!query.data && (query.errorUpdateCount > 0 ? <ListFailure query={query} /> : <ListSkeleton />)}
      {query.data?.projects.length === 0 && <p className="mb-8">{emptyProjects[sector]}</p>}
      <ul className="grid gap-6 sm:grid-cols-2 md:grid-cols-3 md:[&>:last-child:nth-child(3n+4)]:col-start-2">
        {query.data?.projects.map((project) => (
          <UploadedCard key={project.id} project={project} />
        ))}
        {fixed.map(({ title, place, year, status, photos: pictures }, index) => (
          <ProjectCard
            key={fixedSlugs[index] || title}
            name={title}
            slug={fixedSlugs[index]}
            address={place}
            year={year}
            status={status}
          >
            <ProjectPictures sector={sector} title={title} pictures={pictures.map(contentSource)} />
          </ProjectCard>
        ))}
      </ul>
      <PageLinks sector={sector} page={page} more={query.data?.more ?? false} />
      <PortfolioLink />
    </>
  )
}

function PageLinks({ sector, page, more }: { sector: Sector; page: number; more: boolean }) {
  const to = `/${SECTOR_SLUGS[sector]}` as const
  if (page === 1 && !more) return null
  return (
    <nav aria-label={texts.pages} className="mt-10 flex flex-wrap justify-center gap-3">
      {page > 1 && (
        <Link to={to} search={page === 2 ? {} : { page: page - 1 }} className="btn btn-outline btn-primary">
          {texts.newer}
        </Link>
      )}
      {more && (
        <Link to={to} search={{ page: page + 1 }} className="btn btn-primary">
          {texts.older}
        </Link>
      )}
    </nav>
  )
}
