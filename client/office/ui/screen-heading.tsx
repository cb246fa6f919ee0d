import type { ReactNode } from "react"

export function ScreenHeading({ title, lead, children }: { title: string; lead?: string; children?: ReactNode }) {
  return (
    <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div>
        <h1 className="text-3xl">{title}</h1>
        {lead && <p className="mt-1 text-base-content/75">{lead}</p>}
      </div>
      {children}
    </div>
  )
}
