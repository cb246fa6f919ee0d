import { isPageNumber } from "#server/contract/paging.ts"
import { type ProjectState, STATE_SLUGS } from "#server/contract/project-states.ts"
import { PROJECT_SORTS, type ProjectSort, parseSearchText } from "#server/contract/search-params.ts"
import { SECTOR_SLUGS, type Sector } from "#server/contract/sectors.ts"
import { STATUS_SLUGS } from "#server/contract/status-slugs.ts"
import type { Status } from "#server/contract/statuses.ts"
import { isYear } from "#server/contract/years.ts"

/** The value of `?statut=` for projects without one of STATUSES. */
export const NO_STATUS_SLUG = "aucun"

export const PICTURE_SLUGS = { with: "avec", without: "sans" } as const

/** Search params of the table; defaults are left out. */
export interface TableSearchParams {
  search?: string | undefined
  etat?: (typeof STATE_SLUGS)[ProjectState] | undefined
  secteur?: (typeof SECTOR_SLUGS)[Sector] | undefined
  statut?: (typeof STATUS_SLUGS)[Status] | typeof NO_STATUS_SLUG | undefined
  annee?: number | undefined
  images?: (typeof PICTURE_SLUGS)[keyof typeof PICTURE_SLUGS] | undefined
  sort?: ProjectSort | undefined
  /** Its values are those of table-columns.ts. */
  colonnes?: string | undefined
  page?: number | undefined
}

const [firstSort] = PROJECT_SORTS

/** An invalid param becomes undefined: if it were missing, the router would keep it in the URL. */
export function parseTableSearchParams(params: Record<string, unknown>): TableSearchParams {
  const { annee, page } = params
  const sort = PROJECT_SORTS.find((one) => one === params.sort)
  return {
    search: parseSearchText(params.search),
    etat: findSlug(STATE_SLUGS, params.etat),
    secteur: findSlug(SECTOR_SLUGS, params.secteur),
    statut: findSlug({ ...STATUS_SLUGS, none: NO_STATUS_SLUG }, params.statut),
    annee: isYear(annee) ? annee : undefined,
    images: findSlug(PICTURE_SLUGS, params.images),
    sort: sort === firstSort ? undefined : sort,
    colonnes: parseSearchText(params.colonnes),
    page: isPageNumber(page) && page > 1 ? page : undefined,
  }
}

function findSlug<Slug extends string>(slugs: Record<string, Slug>, slug: unknown): Slug | undefined {
  return Object.values(slugs).find((one) => one === slug)
}
