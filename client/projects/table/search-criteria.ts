import { PROJECT_STATES, STATE_SLUGS } from "#server/contract/project-states.ts"
import type { ProjectSearch } from "#server/contract/projects.ts"
import { PROJECT_SORTS } from "#server/contract/search-params.ts"
import { findSector } from "#server/contract/sectors.ts"
import { findStatus } from "#server/contract/status-slugs.ts"
import { NO_STATUS_SLUG, PICTURE_SLUGS, type TableSearchParams } from "./table-search-params.ts"

/** Returns the search that the search params of the URL stand for. */
export function toProjectSearch({ search = "", sort = PROJECT_SORTS[0], page = 1, ...filters }: TableSearchParams) {
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

/** The search params that are shown as removable filters. */
export type ProjectFilterName = "secteur" | "statut" | "annee" | "images"

export const noProjectFilters = {
  secteur: undefined,
  statut: undefined,
  annee: undefined,
  images: undefined,
} as const satisfies Record<ProjectFilterName, undefined>

export function countProjectFilters(params: TableSearchParams): number {
  return (Object.keys(noProjectFilters) as ProjectFilterName[]).filter((name) => params[name] !== undefined).length
}
