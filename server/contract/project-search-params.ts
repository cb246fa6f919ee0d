// Search params are parsed before zod is loaded: this file must not import it.

import { isPageNumber } from "./paging.ts"
import { PROJECT_STATES, type ProjectState, STATE_SLUGS } from "./project-states.ts"
import type { ProjectSearch } from "./projects.ts"
import { findSlug, PROJECT_SORTS, type ProjectSort, parseSearchText } from "./search-params.ts"
import { findSector, SECTOR_SLUGS, type Sector } from "./sectors.ts"
import { findStatus, STATUS_SLUGS } from "./status-slugs.ts"
import type { Status } from "./statuses.ts"
import { isYear } from "./years.ts"

/** The value of `?statut=` for projects without one of STATUSES. */
export const NO_STATUS_SLUG = "aucun"

export const PICTURE_SLUGS = { with: "avec", without: "sans" } as const

/** Search params of the table and of its export as CSV; defaults are left out. */
export interface ProjectSearchParams {
  search?: string | undefined
  etat?: (typeof STATE_SLUGS)[ProjectState] | undefined
  secteur?: (typeof SECTOR_SLUGS)[Sector] | undefined
  statut?: (typeof STATUS_SLUGS)[Status] | typeof NO_STATUS_SLUG | undefined
  annee?: number | undefined
  images?: (typeof PICTURE_SLUGS)[keyof typeof PICTURE_SLUGS] | undefined
  sort?: ProjectSort | undefined
  /** The columns of the table, as the client names them. */
  colonnes?: string | undefined
  page?: number | undefined
}

const [firstSort] = PROJECT_SORTS

/** An invalid param becomes undefined: if it were missing, the router would keep it in the URL. */
export function parseProjectSearchParams(params: Record<string, unknown>): ProjectSearchParams {
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

export function toProjectSearch({ search = "", sort = PROJECT_SORTS[0], page = 1, ...filters }: ProjectSearchParams) {
  const { etat, secteur, statut, annee, images } = filters
  return {
    search,
    sort,
    page,
    state: PROJECT_STATES.find((state) => STATE_SLUGS[state] === etat),
    sector: secteur && findSector(secteur),
    status: statut === NO_STATUS_SLUG ? "none" : findStatus(statut),
    year: annee,
    pictures: (["with", "without"] as const).find((pictures) => PICTURE_SLUGS[pictures] === images),
  } satisfies ProjectSearch
}

export type ProjectFilterName = "secteur" | "statut" | "annee" | "images"

export const noProjectFilters = {
  secteur: undefined,
  statut: undefined,
  annee: undefined,
  images: undefined,
} as const satisfies Record<ProjectFilterName, undefined>

export function countProjectFilters(params: ProjectSearchParams): number {
  return (Object.keys(noProjectFilters) as ProjectFilterName[]).filter((name) => params[name] !== undefined).length
}
