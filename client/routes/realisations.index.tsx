import { createFileRoute, notFound, redirect } from "@tanstack/react-router"
import type { RouterContext } from "#client/app/router-context.ts"
import { pageHead } from "#client/site/frame/head.ts"
import { Page } from "#client/site/frame/page.tsx"
import { PageHero } from "#client/site/frame/page-hero.tsx"
import { breadcrumbs } from "#client/site/frame/structured-data.ts"
import { filterNames } from "#client/site/projects/portfolio/filter-names.ts"
import { PortfolioScreen } from "#client/site/projects/portfolio/portfolio.tsx"
import { portfolioList } from "#client/site/projects/portfolio/texts.ts"
import { portfolio } from "#client/site/projects/texts.ts"
import { lastPageOf, PROJECTS_PER_PAGE } from "#server/contract/paging.ts"
import { type PortfolioParams, portfolioAddress, portfolioUrl } from "#server/contract/portfolio-params.ts"
import { PORTFOLIO_PATH } from "#server/contract/project-url.ts"

export const Route = createFileRoute("/realisations/")({
  validateSearch: portfolioAddress.parse,
  search: { middlewares: [({ search, next }) => inOrder(next(search))] },
  loaderDeps: ({ search: { secteur, statut, annee, q, page } }) => ({ secteur, statut, annee, q, page }),
  loader: ({ context: { queries }, deps }) => loadProjects(queries, deps),
  head: ({ match: { context, loaderDeps } }) => portfolioHead(context, loaderDeps),
  component: Screen,
})

/** Orders the search params, so that each combination has one URL. */
function inOrder({ secteur, statut, annee, q, page, ...others }: PortfolioParams): PortfolioParams {
  return { secteur, statut, annee, q, page, ...others }
}

/** Waits for the list on the server only; the browser shows a skeleton meanwhile. */
async function loadProjects(queries: RouterContext["queries"], params: PortfolioParams) {
  const query = portfolioAddress.toSearch(params)
  const fetched = queries.projects.portfolio.prefetch(query)
  if (!import.meta.env.SSR) return
  await fetched
  const found = queries.projects.portfolio.getData(query)
  if (!found) return
  if (params.annee && !found.choices.years.some(({ year }) => year === params.annee)) {
    throw redirect({ to: "/realisations", search: { ...params, annee: undefined, page: undefined } })
  }
  if (found.page > lastPageOf(found, PROJECTS_PER_PAGE)) throw notFound()
}

function isBeyondLast({ queries }: RouterContext, params: PortfolioParams): boolean {
  const found = queries.projects.portfolio.getData(portfolioAddress.toSearch(params))
  return found !== undefined && (params.page ?? 1) > lastPageOf(found, PROJECTS_PER_PAGE)
}

function portfolioHead(context: RouterContext, params: PortfolioParams) {
  const { page = 1, ...filters } = params
  // The page that is not found has a head of its own.
  if (import.meta.env.SSR && isBeyondLast(context, params)) return {}
  const names = filterNames(params)
  const all = names.length > 0 ? portfolio.title : portfolioList.title
  const title = [all, ...names, ...(page > 1 ? [`page ${page}`] : [])].join(", ")
  return pageHead(context, {
    title,
    description: portfolio.description,
    path: portfolioUrl(params),
    robots: Object.values(filters).some((filter) => filter !== undefined) ? "noindex" : undefined,
    data: import.meta.env.SSR ? [breadcrumbs(context.origin, portfolio.title, PORTFOLIO_PATH)] : [],
  })
}

function Screen() {
  const params = Route.useSearch()
  return (
    <Page>
      <PageHero title={portfolioList.heading} lead={portfolioList.lead} name={portfolio.title} />
      <PortfolioScreen params={params} />
    </Page>
  )
}
