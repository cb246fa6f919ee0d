import { projectAddress } from "#server/contract/project-search-params.ts"
import type { ViewParams } from "#server/contract/views.ts"

/** Whether two views show the same, in whatever order their columns were chosen. */
export function isSameView(one: ViewParams, other: ViewParams): boolean {
  return formatView(one) === formatView(other)
}

/** Returns the query string of a view. */
export function formatView(view: ViewParams): string {
  return projectAddress.format(projectAddress.fromSearch(view))
}
