import { useMutation } from "@tanstack/react-query"
import { selection as copy } from "#client/copy/admin-lists.ts"
import { loadingFailure } from "#client/failures.ts"
import type { FoundCount } from "#server/contract/paging.ts"
import type { Selection } from "./use-selection.ts"

/** The offer to select what was found beyond the page. */
export interface SelectFound {
  label: string
  isLoading: boolean
  /** Why it failed, or the empty text. */
  failure: string
  onSelect: () => void
}

interface SelectFoundOptions<Criteria> {
  criteria: Criteria
  selection: Selection
  found: FoundCount | undefined
  /** The ids of the page; undefined while it loads, even if another page is shown meanwhile. */
  pageIds: readonly number[] | undefined
  /** Reads the ids of all that is found. */
  readIds: (criteria: Criteria) => Promise<readonly number[]>
  labelOf: (found: FoundCount) => string
}

/** Undefined unless all of the page is selected and more was found. */
export function useSelectFound<Criteria>(options: SelectFoundOptions<Criteria>): SelectFound | undefined {
  const { criteria, selection, found, pageIds, readIds, labelOf } = options
  const { generation } = selection
  const { mutate, variables, ...reading } = useMutation({
    mutationFn: (from: { criteria: Criteria; generation: number }) => readIds(from.criteria),
    onSuccess(ids, from) {
      // Rows were deselected or the criteria changed meanwhile.
      if (from.generation !== generation) return
      selection.set(ids, true)
    },
  })
  const isCurrent = variables?.generation === generation
  const isPageSelected = pageIds?.every((id) => selection.ids.has(id)) ?? false
  const isMoreFound =
    found !== undefined && (found.foundIsCapped ? !(isCurrent && reading.isSuccess) : found.found > selection.ids.size)
  if (!isPageSelected || !isMoreFound) return undefined
  return {
    label: labelOf(found),
    isLoading: isCurrent && reading.isPending,
    failure: isCurrent && reading.error ? loadingFailure(copy.failed, reading.error) : "",
    onSelect: () => mutate({ criteria, generation }),
  }
}
