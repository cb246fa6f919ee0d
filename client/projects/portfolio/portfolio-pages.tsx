import { Link } from "@tanstack/react-router"
import { portfolioList } from "#client/copy/portfolio-list.ts"
import type { PortfolioParams } from "#server/contract/portfolio-params.ts"

interface PortfolioPagesProps {
  params: PortfolioParams
  page: number
  last: number
}

export function PortfolioPages({ params, page, last }: PortfolioPagesProps) {
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
