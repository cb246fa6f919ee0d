import { type ReactNode, useId } from "react"

export function Panel({ title, children }: { title?: string | undefined; children: ReactNode }) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={title ? titleId : undefined}
      className="rounded-box border border-base-300 bg-base-100 p-4 md:p-6"
    >
      {title && (
        <h2 id={titleId} className="mb-4 text-xl">
          {title}
        </h2>
      )}
      {children}
    </section>
  )
}
