// Addresses are parsed before zod is loaded: this file must not import it.
import { listAddress, number, type ParamsOf, pageNumber, slug, text } from "./list-address.ts"
import { PORTFOLIO_PATH } from "./project-url.ts"
import { findSector, SECTOR_SLUGS } from "./sectors.ts"
import { STATUS_SLUGS } from "./status-slugs.ts"
import { isYear } from "./years.ts"

export const portfolioAddress = listAddress({
  secteur: { ...slug("sector", SECTOR_SLUGS), read: findSectorSlug },
  statut: slug("status", STATUS_SLUGS),
  annee: number("year", isYear),
  q: text("search"),
  page: pageNumber,
})

export type PortfolioParams = ParamsOf<typeof portfolioAddress>

function findSectorSlug(given: unknown) {
  const sector = typeof given === "string" ? findSector(given) : undefined
  return sector && SECTOR_SLUGS[sector]
}

/** Returns the canonical URL of the filtered projects, without its origin. */
export function portfolioUrl(params: PortfolioParams): string {
  return PORTFOLIO_PATH + portfolioAddress.format(params)
}
