// Search params are parsed before zod is loaded: this file must not import it.
import { isPageNumber } from "./paging.ts"
import type { PortfolioQuery } from "./projects.ts"
import { findSector, SECTOR_SLUGS, SECTORS, type Sector } from "./sectors.ts"
import { findStatus, STATUS_SLUGS } from "./status-slugs.ts"
import type { Status } from "./statuses.ts"
import { isYear } from "./years.ts"

export const PORTFOLIO_PATH = "/realisations"

/** The search params in their order; defaults are left out. */
export interface PortfolioParams {
  secteur?: (typeof SECTOR_SLUGS)[Sector] | undefined
  statut?: (typeof STATUS_SLUGS)[Status] | undefined
  annee?: number | undefined
  page?: number | undefined
}

/** An invalid param becomes undefined: if it were missing, the router would keep it in the URL. */
export function parsePortfolioParams(params: Record<string, unknown>): PortfolioParams {
  const sector = typeof params.secteur === "string" ? findSector(params.secteur) : undefined
  const status = findStatus(params.statut)
  return {
    secteur: sector && SECTOR_SLUGS[sector],
    statut: status && STATUS_SLUGS[status],
    annee: isYear(params.annee) ? params.annee : undefined,
    page: isPageNumber(params.page) && params.page > 1 ? params.page : undefined,
  }
}

export function toPortfolioQuery({ secteur, statut, annee, page = 1 }: PortfolioParams): PortfolioQuery {
  return {
    ...(secteur && { sector: SECTORS.find((sector) => SECTOR_SLUGS[sector] === secteur) }),
    ...(statut && { status: findStatus(statut) }),
    ...(annee && { year: annee }),
    page,
  }
}

/** Returns the canonical URL of the filtered projects, without its origin. */
export function portfolioUrl({ secteur, statut, annee, page }: PortfolioParams): string {
  const given = Object.entries({ secteur, statut, annee, page }).filter(([, value]) => value !== undefined)
  return given.length === 0 ? PORTFOLIO_PATH : `${PORTFOLIO_PATH}?${given.map((pair) => pair.join("=")).join("&")}`
}

const slug = /^[a-z0-9-]{1,120}$/

export function isProjectSlug(text: string): boolean {
  return slug.test(text)
}

export function projectUrl(slug: string): string {
  return `${PORTFOLIO_PATH}/${slug}`
}
