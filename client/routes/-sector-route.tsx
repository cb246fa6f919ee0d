import { notFound, useSearch } from "@tanstack/react-router"
import { sectorCopy } from "#client/copy/sectors.ts"
import { bundledSource } from "#client/photos/picture.tsx"
import { ProjectList } from "#client/projects/project-list.tsx"
import type { RouterContext } from "#client/router-context.ts"
import { pageHead } from "#client/site/head.ts"
import { PAGE_HERO_SIZES } from "#client/site/page-hero.tsx"
import { SectorPage } from "#client/site/sector-page.tsx"
import { breadcrumbs } from "#client/site/structured-data.ts"
import { PageNumber } from "#server/contract/projects.ts"
import { SECTOR_SLUGS, type Sector } from "#server/contract/sectors.ts"

interface PageSearch {
  page?: number | undefined
}

/** The route of a sector's screen: the six differ by their words and their projects. */
export function sectorRoute(sector: Sector) {
  return {
    validateSearch: readPage,
    loaderDeps: ({ search }: { search: PageSearch }) => ({ page: search.page ?? 1 }),
    loader: ({ context, deps }: { context: RouterContext; deps: { page: number } }) =>
      loadProjects(context.api, sector, deps.page),
    head: ({ match: { context, loaderDeps } }: { match: { context: RouterContext; loaderDeps: { page: number } } }) =>
      sectorHead(context.origin, sector, loaderDeps.page),
    component: function SectorScreen() {
      const { page = 1 } = useSearch({ strict: false })
      const copy = sectorCopy[sector]
      const fixed = copy.sections.flatMap((section) => (section.kind === "projects" ? (section.fixed ?? []) : []))
      return (
        <SectorPage sector={sector} copy={copy} onlyProjects={page > 1}>
          <ProjectList sector={sector} page={page} fixed={page === 1 ? fixed : []} />
        </SectorPage>
      )
    },
  }
}

/** Anything but a later page's number is the first page; named all the same, or the address's own would stay. */
function readPage(search: Record<string, unknown>): PageSearch {
  const { data: page = 1 } = PageNumber.safeParse(search.page)
  return { page: page > 1 ? page : undefined }
}

/** The server waits for the list; the browser shows its own loading state meanwhile. */
async function loadProjects(api: RouterContext["api"], sector: Sector, page: number) {
  const list = api.projects.page
  const fetched = list.prefetch({ sector, page })
  if (!import.meta.env.SSR) return
  await fetched
  const isBeyondLast = page > 1 && list.getData({ sector, page })?.projects.length === 0
  if (isBeyondLast) throw notFound()
}

function sectorHead(origin: string, sector: Sector, page: number) {
  const { title, description, hero } = sectorCopy[sector]
  const path = `/${SECTOR_SLUGS[sector]}`
  return pageHead(origin, {
    title: page === 1 ? title : `${title}, page ${page}`,
    description,
    path: page === 1 ? path : `${path}?page=${page}`,
    picture: { source: bundledSource(hero), sizes: PAGE_HERO_SIZES },
    data: [breadcrumbs(origin, title, path)],
  })
}
