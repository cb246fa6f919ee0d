import { useState } from "react"

export interface Selection {
  ids: ReadonlySet<number>
  toggle: (id: number) => void
  /** Adds or removes all of them. */
  set: (ids: readonly number[], isSelected: boolean) => void
  clear: () => void
}

const nothing: ReadonlySet<number> = new Set()

/** The selected rows, over all pages; other criteria begin with none. */
export function useSelection(criteria: object): Selection {
  const found = JSON.stringify(criteria)
  const [selected, setSelected] = useState({ found, ids: nothing })
  const ids = selected.found === found ? selected.ids : nothing

  function change(work: (ids: Set<number>) => void) {
    setSelected((current) => {
      const changed = new Set(current.found === found ? current.ids : nothing)
      work(changed)
      return { found, ids: changed }
    })
  }

  return {
    ids,
    toggle: (id) => change((all) => void (all.delete(id) || all.add(id))),
    set: (some, isSelected) =>
      change((all) => {
        for (const id of some) isSelected ? all.add(id) : all.delete(id)
      }),
    clear: () => change((all) => all.clear()),
  }
}
