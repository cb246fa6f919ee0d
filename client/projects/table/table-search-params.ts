import { isPageNumber } from "#server/contract/paging.ts"
import { PROJECT_STATES, type ProjectState, STATE_SLUGS } from "#server/contract/project-states.ts"
import type { ProjectSearch } from "#server/contract/projects.ts"
import { PROJECT_SORTS, type ProjectSort, parseSearchText } from "#server/contract/search-params.ts"
import { findSector, SECTOR_SLUGS, type Sector } from "#server/contract/sectors.ts"
import { findStatus, STATUS_SLUGS } from "#server/contract/status-slugs.ts"
import type { Status } from "#server/contract/statuses.ts"
import { parseColumns } from "./table-columns.ts"

/** `?statut=` for projects without one of STATUSES. */
export const NO_STATUS_SLUG = "aucun"

export const PICTURE_SLUGS = { with: "avec", without: "sans" } as const

type Pictures = keyof typeof PICTURE_SLUGS

/** The URL's parameters; defaults are left out. */
export interface TableSearchParams {
  search?: string | undefined
  etat?: (typeof STATE_SLUGS)[ProjectState] | undefined
  secteur?: (typeof SECTOR_SLUGS)[Sector] | undefined
  statut?: (typeof STATUS_SLUGS)[Status] | typeof NO_STATUS_SLUG | undefined
  annee?: number | undefined
  images?: (typeof PICTURE_SLUGS)[Pictures] | undefined
  sort?: ProjectSort | undefined
  /** See table-columns.ts. */
  colonnes?: string | undefined
  page?: number | undefined
}

/** Those that chips show and remove. */
export type FilterName = "secteur" | "statut" | "annee" | "images"

export const noFilters = {
  secteur: undefined,
  statut: undefined,
  annee: undefined,
  images: undefined,
} as const satisfies Record<FilterName, undefined>

export function countFilters(params: TableSearchParams): number {
  return (Object.keys(noFilters) as FilterName[]).filter((name) => params[name] !== undefined).length
}

const [firstSort] = PROJECT_SORTS

/** Invalid values become `undefined`, listed since the router keeps parameters that are left out. */
export function parseTableSearchParams(params: Record<string, unknown>): TableSearchParams {
  const sort = PROJECT_SORTS.find((one) => one === params.sort)
  const state = findState(params.etat)
  const sector = typeof params.secteur === "string" ? findSector(params.secteur) : undefined
  const status = findStatus(params.statut)
  const pictures = findPictures(params.images)
  return {
    search: parseSearchText(params.search),
    etat: state && STATE_SLUGS[state],
    secteur: sector && SECTOR_SLUGS[sector],
    statut: params.statut === NO_STATUS_SLUG ? NO_STATUS_SLUG : status && STATUS_SLUGS[status],
    annee: isYear(params.annee) ? params.annee : undefined,
    images: pictures && PICTURE_SLUGS[pictures],
    sort: sort === firstSort ? undefined : sort,
    colonnes: parseColumns(params.colonnes),
    page: isPageNumber(params.page) && params.page > 1 ? params.page : undefined,
  }
}

export function toProjectSearch({ search = "", sort = firstSort, page = 1, ...filters }: TableSearchParams) {
  const { etat, secteur, statut, annee, images } = filters
  return {
    search,
    sort,
    page,
    state: findState(etat),
    sector: secteur && findSector(secteur),
    status: statut === NO_STATUS_SLUG ? "none" : findStatus(statut),
    year: annee,
    pictures: findPictures(images),
  } satisfies ProjectSearch
}

function findState(slug: unknown): ProjectState | undefined {
  return PROJECT_STATES.find((state) => STATE_SLUGS[state] === slug)
}

function findPictures(slug: unknown): Pictures | undefined {
  return (["with", "without"] as const).find((pictures) => PICTURE_SLUGS[pictures] === slug)
}

function isYear(year: unknown): year is number {
  return Number.isInteger(year) && Number(year) >= 1900 && Number(year) <= 9999
}
