import { useState } from "react"

/**
 * The Tab key reaches one row, from which arrow keys lead to the others: the row that had the focus last, or, if that
 * is gone, the one after it.
 */
export function useReachableRow(rows: readonly { id: number }[] = []) {
  const ids = rows.map(({ id }) => id)
  /** The id of the row that had the focus last, those after it, and those before it from the nearest. */
  const [candidates, setCandidates] = useState<readonly number[]>([])
  return {
    reachable: candidates.find((id) => ids.includes(id)) ?? ids[0],
    onFocus(id: number) {
      const index = ids.indexOf(id)
      if (id !== candidates[0]) setCandidates([...ids.slice(index), ...ids.slice(0, index).reverse()])
    },
  }
}
