import { notFound } from "@tanstack/react-router"
import type { RouterContext } from "#client/app/router-context.ts"
import { contentSource } from "#client/pictures/picture.tsx"
import { sharePicture } from "#client/pictures/share-picture.ts"
import { pageHead } from "#client/site/frame/head.ts"
import { findPageContent } from "#client/site/frame/page-content.ts"
import { PAGE_HERO_SIZES } from "#client/site/frame/page-hero.tsx"
import { breadcrumbs } from "#client/site/frame/structured-data.ts"
import { isPageNumber } from "#server/contract/paging.ts"
import { SECTOR_SLUGS, type Sector } from "#server/contract/sectors.ts"

interface PageSearch {
  page?: number | undefined
}

/** Returns the options that the six sector routes share. */
export function sectorRoute(sector: Sector) {
  return {
    validateSearch: parsePage,
    loaderDeps: ({ search }: { search: PageSearch }) => ({ page: search.page ?? 1 }),
    loader: async ({ context, deps }: { context: RouterContext; deps: { page: number } }) => {
      await Promise.all([
        context.queries.content.page.ensureData({ slug: SECTOR_SLUGS[sector] }),
        loadProjects(context.queries, sector, deps.page),
      ])
    },
    head: ({ match: { context, loaderDeps } }: { match: { context: RouterContext; loaderDeps: { page: number } } }) =>
      sectorHead(context, sector, loaderDeps.page),
  }
}

/** Page 1 and invalid values become undefined: if they were missing, the router would keep them in the URL. */
function parsePage(search: Record<string, unknown>): PageSearch {
  return { page: isPageNumber(search.page) && search.page > 1 ? search.page : undefined }
}

/** Waits for the list on the server only; the browser shows a skeleton meanwhile. */
async function loadProjects(queries: RouterContext["queries"], sector: Sector, page: number) {
  const fetched = queries.projects.page.prefetch({ sector, page })
  if (!import.meta.env.SSR) return
  await fetched
  if (isBeyondLast(queries, sector, page)) throw notFound()
}

function isBeyondLast(queries: RouterContext["queries"], sector: Sector, page: number): boolean {
  return page > 1 && queries.projects.page.getData({ sector, page })?.projects.length === 0
}

function sectorHead(context: RouterContext, sector: Sector, page: number) {
  const found = findPageContent(context.queries, SECTOR_SLUGS[sector])
  // The page that is not found has a head of its own.
  if (!found || (import.meta.env.SSR && isBeyondLast(context.queries, sector, page))) return {}
  const { title = "", description } = found.head
  const { hero } = found.content
  const path = `/${SECTOR_SLUGS[sector]}`
  return pageHead(context, {
    title: page === 1 ? title : `${title}, page ${page}`,
    description,
    path: page === 1 ? path : `${path}?page=${page}`,
    picture: { source: contentSource(hero.photo), sizes: PAGE_HERO_SIZES },
    image: import.meta.env.SSR ? sharePicture(hero.photo) : undefined,
    data: import.meta.env.SSR ? [breadcrumbs(context.origin, hero.title, path)] : [],
  })
}
