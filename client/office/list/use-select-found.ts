import { useMutation } from "@tanstack/react-query"
import { loadingFailure } from "#client/app/failures.ts"
import type { FoundCount } from "#server/contract/paging.ts"
import { selection as texts } from "./texts.ts"
import type { Selection } from "./use-selection.ts"

/** An offer to select the rows that were found on other pages too. */
export interface SelectFound {
  label: string
  isLoading: boolean
  /** The reason of a failure; empty if there was none. */
  failure: string
  onSelect: () => void
}

interface SelectFoundOptions<Criteria> {
  criteria: Criteria
  selection: Selection
  found: FoundCount | undefined
  /** The ids of the page; undefined while it loads, even if another page is shown meanwhile. */
  pageIds: readonly number[] | undefined
  /** Reads the ids of all rows found. */
  readIds: (criteria: Criteria) => Promise<readonly number[]>
  labelOf: (found: FoundCount) => string
}

/** Returns undefined unless the whole page is selected and more rows were found. */
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
    failure: isCurrent && reading.error ? loadingFailure(texts.failed, reading.error) : "",
    onSelect: () => mutate({ criteria, generation }),
  }
}
