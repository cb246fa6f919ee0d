import { Link } from "@tanstack/react-router"
import { projectFilters } from "#client/copy/admin-project-table.ts"
import { formatNumber } from "#client/copy/pluralize.ts"
import { type ProjectState, STATE_SLUGS } from "#server/contract/project-states.ts"
import type { TableSearchParams } from "./table-search-params.ts"

const copy = projectFilters.states

const shown = [undefined, "published", "scheduled", "draft", "trashed"] as const satisfies (ProjectState | undefined)[]

interface StateLinksProps {
  current: ProjectState | undefined
  /** Undefined while they load. */
  counts: Record<ProjectState, number> | undefined
  onFollow: () => void
}

/** Links to the projects of each state, with their number; the other parameters stay. */
export function StateLinks({ current, counts, onFollow }: StateLinksProps) {
  return (
    <nav aria-label={copy.label}>
      <ul className="flex flex-wrap gap-2 max-sm:gap-1.5">
        {shown.map((state) => (
          <li key={state ?? "all"}>
            <Link
              to="/admin/projects"
              search={(params: TableSearchParams) => ({
                ...params,
                etat: state && STATE_SLUGS[state],
                page: undefined,
              })}
              replace
              resetScroll={false}
              viewTransition={false}
              activeOptions={{ exact: true }}
              aria-current={state === current ? "page" : undefined}
              onClick={onFollow}
              className="inline-flex min-h-11 items-center gap-2 rounded-full border border-base-300 bg-base-100 px-3.5 max-sm:gap-1.5 max-sm:px-2.5 text-sm font-semibold hover:border-primary aria-[current]:border-primary aria-[current]:bg-primary aria-[current]:text-primary-content"
            >
              {copy[state ?? "all"]}{" "}
              <span className="font-normal opacity-85">{counts ? formatNumber(countOf(counts, state)) : "…"}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function countOf(counts: Record<ProjectState, number>, state: ProjectState | undefined): number {
  return state ? counts[state] : counts.draft + counts.scheduled + counts.published
}
