import { type ReactNode, useId, useState } from "react"
import { Icon } from "#client/icons/icon.tsx"
import { filters as texts } from "./texts.ts"

interface ListToolbarProps {
  search: ReactNode
  states?: ReactNode
  /** Filters, the order and what is rarely used, which a button shows where the screen has no room for them. */
  tools: ReactNode
  /** The number of active filters. */
  active: number
  /** It stands beside the button. */
  children: ReactNode
}

/** Search, states and tools of a list, which leave room for its first rows. */
export function ListToolbar({ search, states, tools, active, children }: ListToolbarProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="mb-3 grid grid-cols-1 gap-3 max-sm:gap-2">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="basis-72 max-sm:basis-full">{search}</div>
        {states}
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 max-sm:gap-x-2">
        {children}
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          className="btn ml-auto shrink-0 border-base-300 bg-base-100 px-3 max-sm:px-2.5 max-sm:text-sm roomy:hidden"
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name="filter" className="size-4.5 max-sm:hidden" />
          {texts.show(active)}
        </button>
      </div>
      <div id={id} className={`flex flex-wrap items-center gap-2 ${isOpen ? "" : "scant:hidden"}`}>
        {tools}
      </div>
    </div>
  )
}
