import { useId } from "react"
import type { Figure, RichText as Text } from "#server/contract/content/public.ts"
import { RichText } from "./rich-text.tsx"
import { useSite } from "./site-content.ts"

interface FiguresProps {
  title: string
  lead?: Text | undefined
  figures: readonly Figure[]
}

interface Captions {
  years: string
  employees: string
}

/** Returns the facts that the company has published, with the page's captions. */
export function useCompanyFigures(captions: Captions): Figure[] {
  const { years, employees } = useSite().company.facts
  return [
    { value: years, label: captions.years },
    { value: employees, label: captions.employees },
  ]
}

export function CompanyFigures({ title, captions }: { title: string; captions: Captions }) {
  return <Figures title={title} figures={useCompanyFigures(captions)} />
}

export function Figures({ title, lead, figures }: FiguresProps) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="on-dark bg-neutral text-neutral-content">
      <div className="wrap grid gap-8 py-12 md:py-16 lg:grid-cols-[1fr_2fr] lg:items-center">
        <div>
          <h2 id={titleId} className="hue-rule text-h2">
            {title}
          </h2>
          {lead && (
            <p className="mt-4 text-neutral-content/80">
              <RichText text={lead} />
            </p>
          )}
        </div>
        <FigureList figures={figures} />
      </div>
    </section>
  )
}

export function FigureList({ figures }: { figures: readonly Figure[] }) {
  return (
    <ul className="grid grid-cols-[auto_auto] gap-x-6 gap-y-8 sm:flex sm:flex-wrap sm:gap-x-14 lg:justify-end">
      {Object.entries(figures).map(([key, { value, label }]) => (
        <li key={key}>
          <p className="font-display text-5xl font-bold tracking-tight md:text-6xl">{value}</p>{" "}
          <p className="mt-1 opacity-85">{label}</p>
        </li>
      ))}
    </ul>
  )
}
