import type { ReactNode } from "react"
import { ListToolbar } from "#client/office/list/list-toolbar.tsx"
import { SortSelect } from "#client/office/list/sort-select.tsx"
import { StateLinks } from "#client/office/list/state-links.tsx"
import { projectTable as texts } from "#client/office/projects/texts.ts"
import { SearchBox } from "#client/office/ui/search-box.tsx"
import { type ProjectSearchParams, projectAddress } from "#server/contract/project-search-params.ts"
import { PROJECT_SORTS } from "#server/contract/project-sorts.ts"
import { type ProjectState, STATE_SLUGS } from "#server/contract/project-states.ts"
import type { ProjectSearchResult } from "#server/contract/projects.ts"
import { ProjectFilters } from "./filters.tsx"
import { projectFilters } from "./texts.ts"

interface ProjectToolbarProps {
  params: ProjectSearchParams
  result: ProjectSearchResult | undefined
  onChange: (changed: ProjectSearchParams) => void
  onFollow: () => void
  /** They stand after the filters. */
  tools: ReactNode
  /** It stands beside the button of the filters and tools. */
  children: ReactNode
}

const shown = [undefined, "published", "scheduled", "draft", "trashed"] as const satisfies (ProjectState | undefined)[]

export function ProjectToolbar({ params, result, onChange, onFollow, ...props }: ProjectToolbarProps) {
  const { search, sort, state } = projectAddress.toSearch(params)
  const links = shown.map((one) => ({
    label: projectFilters.states[one ?? "all"],
    slug: one && STATE_SLUGS[one],
    count: result && countOf(result.states, one),
  }))
  return (
    <ListToolbar
      search={<SearchBox label={texts.search} value={search} onSearch={(search) => onChange({ search })} />}
      states={
        <StateLinks
          label={projectFilters.states.label}
          links={links}
          current={state && STATE_SLUGS[state]}
          onFollow={onFollow}
        />
      }
      tools={
        <>
          <ProjectFilters params={params} years={result?.years ?? []} onChange={onChange} />
          <SortSelect
            label={texts.sort}
            sorts={PROJECT_SORTS}
            textOf={(one) => texts.sorts[one]}
            sort={sort}
            onSort={(sort) => onChange({ sort: projectAddress.fromSearch({ sort }).sort })}
          />
          {props.tools}
        </>
      }
      active={projectAddress.countFilters(params)}
    >
      {props.children}
    </ListToolbar>
  )
}

function countOf(counts: Record<ProjectState, number>, state: ProjectState | undefined): number {
  return state ? counts[state] : counts.draft + counts.scheduled + counts.published
}
