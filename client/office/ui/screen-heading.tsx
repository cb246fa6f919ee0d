import type { ReactNode } from "react"
import { type Counter, CounterLine } from "./counters.tsx"

interface ScreenHeadingProps {
  title: string
  lead?: string
  /** What the list of the screen counts, in one line that leaves room for its rows. */
  figures?: readonly Counter[]
  children?: ReactNode
}

export function ScreenHeading({ title, lead, figures, children }: ScreenHeadingProps) {
  return (
    <div className={`flex flex-wrap items-end justify-between gap-x-6 ${figures ? "mb-4 gap-y-2" : "mb-6 gap-y-3"}`}>
      <div>
        <h1 className="text-3xl">{title}</h1>
        {lead && <p className="mt-1 text-base-content/75">{lead}</p>}
      </div>
      {children}
      {figures && <CounterLine counters={figures} />}
    </div>
  )
}
