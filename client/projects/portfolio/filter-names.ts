import { type PortfolioParams, toPortfolioQuery } from "#server/contract/portfolio-params.ts"

/** What the projects are filtered by, in words. */
export function filterNames(params: PortfolioParams): string[] {
  const { sector, status, year } = toPortfolioQuery(params)
  return [sector, status, year].flatMap((choice) => choice ?? []).map(String)
}
