import { type ReactNode, useId } from "react"

export function Panel({ title, action, children }: { title?: string; action?: ReactNode; children: ReactNode }) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={title ? titleId : undefined}
      className="rounded-box border border-base-300 bg-base-100 p-4 md:p-6"
    >
      {title && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 id={titleId} className="text-xl">
            {title}
          </h2>
          {action}
        </div>
      )}
      {children}
    </section>
  )
}
