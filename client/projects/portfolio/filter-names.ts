import { type PortfolioParams, toPortfolioQuery } from "#server/contract/portfolio-params.ts"

/** The filters of the projects, in words. */
export function filterNames(params: PortfolioParams): string[] {
  const { sector, status, year } = toPortfolioQuery(params)
  return [sector, status, year].flatMap((choice) => choice ?? []).map(String)
}
