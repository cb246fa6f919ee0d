import { useState } from "react"

export interface Selection {
  ids: ReadonlySet<number>
  /** It is incremented when rows are deselected or the criteria change. */
  generation: number
  toggle: (id: number) => void
  /** Adds or removes all of the given rows. */
  set: (ids: readonly number[], isSelected: boolean) => void
  clear: () => void
}

const nothing: ReadonlySet<number> = new Set()

/** Keeps the selected rows over all pages; other criteria begin with an empty selection. */
export function useSelection(criteria: object): Selection {
  const found = JSON.stringify(criteria)
  const [selected, setSelected] = useState({ found, ids: nothing, generation: 0 })
  if (selected.found !== found) setSelected({ found, ids: nothing, generation: selected.generation + 1 })

  function change(work: (ids: Set<number>) => void) {
    setSelected((current) => {
      const ids = new Set(current.ids)
      work(ids)
      return { ...current, ids, generation: current.generation + Number(ids.size < current.ids.size) }
    })
  }

  return {
    ids: selected.ids,
    generation: selected.generation,
    toggle: (id) => change((all) => void (all.delete(id) || all.add(id))),
    set: (some, isSelected) =>
      change((all) => {
        for (const id of some) isSelected ? all.add(id) : all.delete(id)
      }),
    clear: () => change((all) => all.clear()),
  }
}
