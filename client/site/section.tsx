import { type ReactNode, useId } from "react"

interface SectionProps {
  title: string
  lead?: string | undefined
  /** Cream sets a section off from its white neighbours. */
  ground?: "white" | "cream"
  id?: string
  /** Far down and full of pictures: neither drawn nor fetched before it is near. */
  deferred?: boolean
  children: ReactNode
}

export function Section({ title, lead, ground = "white", id, deferred = false, children }: SectionProps) {
  const titleId = useId()
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      data-background={ground}
      className={`breathe ${ground === "cream" ? "bg-base-200" : "[[data-background=white]+&]:pt-0"} ${deferred ? "deferred" : ""}`}
    >
      <div className="wrap">
        <div className="mb-8 md:mb-12">
          <h2 id={titleId} className="text-h2">
            {title}
          </h2>
          {lead && <p className="prose-width mt-4 text-lead text-base-content/80">{lead}</p>}
        </div>
        {children}
      </div>
    </section>
  )
}
