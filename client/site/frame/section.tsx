import { type ReactNode, useId } from "react"
import type { RichText as Text } from "#server/contract/content/public.ts"
import { RichText } from "./rich-text.tsx"

interface SectionProps {
  title: string
  lead?: Text | undefined
  background?: "white" | "cream"
  id?: string
  /** Whether it is rendered and loaded only near the viewport (content-visibility). */
  deferred?: boolean
  children: ReactNode
}

export function Section({ title, lead, background = "white", id, deferred = false, children }: SectionProps) {
  const titleId = useId()
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      data-background={background}
      className={`breathe ${background === "cream" ? "bg-base-200" : "[[data-background=white]+&]:pt-0"} ${deferred ? "deferred" : ""}`}
    >
      <div className="wrap">
        <div className="mb-8 md:mb-12">
          <h2 id={titleId} className="text-h2">
            {title}
          </h2>
          {lead && (
            <p className="prose-width mt-4 text-lead text-base-content/80">
              <RichText text={lead} />
            </p>
          )}
        </div>
        {children}
      </div>
    </section>
  )
}
