import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { useApi } from "#client/app/api.ts"
import { ListFailure } from "#client/site/projects/list-failure.tsx"
import { ListSkeleton } from "#client/site/projects/list-skeleton.tsx"
import { portfolio } from "#client/site/projects/texts.ts"
import { UploadedCard } from "#client/site/projects/uploaded-card.tsx"
import { lastPageOf, PROJECTS_PER_PAGE } from "#server/contract/paging.ts"
import { type PortfolioParams, portfolioAddress } from "#server/contract/portfolio-params.ts"
import type { Portfolio as Found } from "#server/contract/projects.ts"
import { filterNames } from "./filter-names.ts"
import { PortfolioFilters } from "./filters.tsx"
import { SearchForm } from "./search-form.tsx"
import { portfolioList } from "./texts.ts"

/** Lists the published projects that pass the filters. */
export function PortfolioScreen({ params }: { params: PortfolioParams }) {
  const { queries } = useApi()
  // The filters stay where they are while the list is fetched.
  const options = { placeholderData: keepPreviousData }
  const query = useQuery(queries.projects.portfolio.queryOptions(portfolioAddress.toSearch(params), options))
  const found = query.isPlaceholderData ? undefined : query.data
  const isEmpty = query.data?.found === 0 && filterNames(params).length === 0
  return (
    <div className="wrap pt-8 pb-[clamp(3rem,7vw,6rem)] md:pt-12">
      {!isEmpty && <SearchForm params={params} />}
      {query.data && <PortfolioFilters params={params} choices={query.data.choices} />}
      <section>
        {!found && (query.errorUpdateCount > 0 ? <ListFailure query={query} /> : <ListSkeleton />)}
        {found && <FoundProjects params={params} found={found} />}
      </section>
    </div>
  )
}

function FoundProjects({ params, found }: { params: PortfolioParams; found: Found }) {
  const names = filterNames(params)
  if (found.found === 0) {
    return (
      <div className="mt-8 rounded-box bg-base-200 px-6 py-12 text-center">
        <p className="text-lead">{names.length > 0 ? portfolioList.empty.filtered : portfolioList.empty.none}</p>
        {names.length > 0 && (
          <Link to="/realisations" activeOptions={{ exact: true }} className="btn btn-primary mt-6">
            {portfolio.all}
          </Link>
        )}
      </div>
    )
  }
  return (
    <section aria-labelledby="trouves">
      <div className="my-4 flex min-h-11 flex-wrap items-center gap-x-5">
        <h2 id="trouves" className="text-h3">
          {[portfolioList.found(found.found), ...names].join("\u00a0· ")}
        </h2>
        {names.length > 0 && (
          <Link to="/realisations" activeOptions={{ exact: true }} resetScroll={false} className="link-inline py-2">
            {portfolioList.filters.clear}
          </Link>
        )}
      </div>
      <ul className="compact grid gap-6 sm:grid-cols-2 md:grid-cols-3">
        {found.projects.map((project) => (
          <UploadedCard key={project.id} project={project} brief compact />
        ))}
      </ul>
      <PortfolioPages params={params} page={found.page} last={lastPageOf(found, PROJECTS_PER_PAGE)} />
    </section>
  )
}

interface PortfolioPagesProps {
  params: PortfolioParams
  page: number
  last: number
}

function PortfolioPages({ params, page, last }: PortfolioPagesProps) {
  if (last === 1) return null
  const paramsOf = (page: number): PortfolioParams => ({ ...params, page: page === 1 ? undefined : page })
  return (
    <nav aria-label={portfolioList.pages} className="mt-10 flex flex-wrap items-center justify-center gap-x-6 gap-y-3">
      {page > 1 && (
        <Link
          to="/realisations"
          activeOptions={{ exact: true }}
          search={paramsOf(page - 1)}
          rel="prev"
          className="btn btn-outline btn-primary"
        >
          {portfolioList.previous}
        </Link>
      )}
      <p className="text-base-content/75 tabular-nums">{portfolioList.pageOf(page, last)}</p>
      {page < last && (
        <Link
          to="/realisations"
          activeOptions={{ exact: true }}
          search={paramsOf(page + 1)}
          rel="next"
          className="btn btn-primary"
        >
          {portfolioList.next}
        </Link>
      )}
    </nav>
  )
}
