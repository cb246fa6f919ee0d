import { type PortfolioParams, portfolioAddress } from "#server/contract/portfolio-params.ts"

/** Returns the active filters in words. */
export function filterNames(params: PortfolioParams): string[] {
  const { sector, status, year, search } = portfolioAddress.toSearch(params)
  const text = search ? `«\u00a0${search}\u00a0»` : undefined
  return [sector, status, year, text].flatMap((choice) => choice ?? []).map(String)
}
