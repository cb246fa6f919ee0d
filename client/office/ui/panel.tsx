import { type ReactNode, useId } from "react"

export function Panel({ title, children }: { title?: string | undefined; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={title ? titleId : undefined} className="panel">
      {title && (
        <h2 id={titleId} className="mb-4 text-xl">
          {title}
        </h2>
      )}
      {children}
    </section>
  )
}

/** Placeholder of a panel that is loading. */
export function PanelSkeleton() {
  return (
    <div className="panel grid gap-4">
      <span className="skeleton h-7 max-w-40" />
      <span className="skeleton h-20" />
      <span className="skeleton h-20" />
    </div>
  )
}
