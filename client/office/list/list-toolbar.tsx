import { type ReactNode, useId, useState } from "react"
import { Icon } from "#client/icons/icon.tsx"
import { filters as texts } from "./texts.ts"

interface ListToolbarProps {
  search: ReactNode
  sort: ReactNode
  states: ReactNode
  filters: ReactNode
  /** The number of active filters. */
  active: number
}

/** Search, order and filters; phones show the filters after a tap. */
export function ListToolbar({ search, sort, states, filters, active }: ListToolbarProps) {
  const id = useId()
  const [areFiltersOpen, setAreFiltersOpen] = useState(false)
  return (
    <div className="mb-4 grid grid-cols-1 gap-3 max-md:order-first">
      <div className="flex items-center justify-between gap-3 max-sm:flex-wrap max-sm:gap-2">
        {search}
        {sort}
        <button
          type="button"
          aria-expanded={areFiltersOpen}
          aria-controls={id}
          className="btn shrink-0 border-base-300 bg-base-100 px-3 md:hidden"
          onClick={() => setAreFiltersOpen(!areFiltersOpen)}
        >
          <Icon name="filter" className="size-4.5" />
          {texts.show(active)}
        </button>
      </div>
      {states}
      <div id={id} className={`flex flex-wrap gap-2 ${areFiltersOpen ? "" : "max-md:hidden"}`}>
        {filters}
      </div>
    </div>
  )
}
