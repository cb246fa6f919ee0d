import type { ReactNode } from "react"

interface StaleListProps {
  /** Whether another page or search is loading, so that these entries are about to be replaced. */
  isStale: boolean
  className: string
  children: ReactNode
}

/** A list that stays in sight while it is stale, but can no longer be used. */
export function StaleList({ isStale, className, children }: StaleListProps) {
  return (
    <div aria-busy={isStale}>
      <ul inert={isStale} className={`${className} ${isStale ? "opacity-60 motion-safe:transition-opacity" : ""}`}>
        {children}
      </ul>
    </div>
  )
}
