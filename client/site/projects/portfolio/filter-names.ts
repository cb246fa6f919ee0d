import { type PortfolioParams, portfolioAddress } from "#server/contract/portfolio-params.ts"

/** Returns the active filters in words. */
export function filterNames(params: PortfolioParams): string[] {
  const { sector, status, year } = portfolioAddress.toSearch(params)
  return [sector, status, year].flatMap((choice) => choice ?? []).map(String)
}
