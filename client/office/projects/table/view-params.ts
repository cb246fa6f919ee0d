import {
  NO_STATUS_SLUG,
  PICTURE_SLUGS,
  type ProjectSearchParams,
  parseProjectSearchParams,
  toProjectSearch,
} from "#server/contract/project-search-params.ts"
import { STATE_SLUGS } from "#server/contract/project-states.ts"
import { SECTOR_SLUGS } from "#server/contract/sectors.ts"
import { STATUS_SLUGS } from "#server/contract/status-slugs.ts"
import type { ViewParams } from "#server/contract/views.ts"
import { formatColumns, shownColumns } from "./table-columns.ts"

/** Returns the params of the URL in the shape of a saved view, without the page and without defaults. */
export function toViewParams(params: ProjectSearchParams): ViewParams {
  const { page, ...criteria } = toProjectSearch(params)
  const columns = params.colonnes === undefined ? undefined : [...shownColumns(params.colonnes)]
  return { ...criteria, search: params.search, sort: params.sort, columns }
}

/** Returns all search params, also undefined ones, so that those of another view are removed from the URL. */
export function toTableParams({ state, sector, status, year, pictures, columns, ...view }: ViewParams) {
  return parseProjectSearchParams({
    ...view,
    etat: state && STATE_SLUGS[state],
    secteur: sector && SECTOR_SLUGS[sector],
    statut: status === "none" ? NO_STATUS_SLUG : status && STATUS_SLUGS[status],
    annee: year,
    images: pictures && PICTURE_SLUGS[pictures],
    colonnes: columns && formatColumns(columns),
  })
}
