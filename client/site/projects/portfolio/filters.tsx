import { Link } from "@tanstack/react-router"
import type { MouseEvent } from "react"
import { Icon } from "#client/icons/icon.tsx"
import type { PortfolioParams } from "#server/contract/portfolio-params.ts"
import type { Portfolio } from "#server/contract/projects.ts"
import { SECTOR_SLUGS } from "#server/contract/sectors.ts"
import { STATUS_SLUGS } from "#server/contract/status-slugs.ts"
import { portfolioList } from "./texts.ts"

const texts = portfolioList.filters

interface FiltersProps {
  params: PortfolioParams
  choices: Portfolio["choices"]
}

/** Filters by links, with the number of projects that each leads to. Phones fold them away. */
export function PortfolioFilters({ params, choices }: FiltersProps) {
  const { page: _, ...filters } = params
  const hasProjects = choices.years.length > 0
  if (!hasProjects) return null
  const sectors = choices.sectors.map(({ sector, count }) => {
    const secteur = SECTOR_SLUGS[sector]
    return { label: sector, count, isActive: filters.secteur === secteur, filter: { secteur } }
  })
  const statuses = choices.statuses.map(({ status, count }) => {
    const statut = STATUS_SLUGS[status]
    return { label: status, count, isActive: filters.statut === statut, filter: { statut } }
  })
  const years = choices.years.map(({ year, count }) => {
    return { label: String(year), count, isActive: filters.annee === year, filter: { annee: year } }
  })
  return (
    <nav aria-label={texts.label}>
      <details className="phone-details">
        <summary className="btn btn-outline btn-primary mb-4">{texts.open}</summary>
        <div className="space-y-4">
          <FilterGroup title={texts.sector} filters={filters} choices={sectors} />
          <FilterGroup title={texts.status} filters={filters} choices={statuses} />
          <FilterGroup title={texts.year} filters={filters} choices={years} />
        </div>
      </details>
    </nav>
  )
}

interface Choice {
  label: string
  count: number
  isActive: boolean
  filter: PortfolioParams
}

interface FilterGroupProps {
  title: string
  filters: PortfolioParams
  choices: readonly Choice[]
}

function FilterGroup({ title, filters, choices }: FilterGroupProps) {
  const shown = choices.filter(({ count, isActive }) => count > 0 || isActive)
  if (shown.length === 0) return null
  return (
    <div className="grid gap-2 md:grid-cols-[6rem_1fr]">
      <h2 className="pt-2 font-sans text-base font-semibold tracking-normal">{title}</h2>
      <ul className="flex flex-wrap gap-2">
        {shown.map((choice) => (
          <li key={choice.label}>
            <FilterLink filters={filters} choice={choice} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Adds a filter, or removes it if it is active. */
function FilterLink({
  filters,
  choice: { label, count, isActive, filter },
}: {
  filters: PortfolioParams
  choice: Choice
}) {
  const removed = Object.fromEntries(Object.keys(filter).map((name) => [name, undefined]))
  return (
    <Link
      to="/realisations"
      search={{ ...filters, ...(isActive ? removed : filter) }}
      activeOptions={{ exact: true }}
      resetScroll={false}
      onClick={fold}
      {...(isActive && { "aria-label": texts.remove(label) })}
      className={`inline-flex min-h-11 items-center gap-2 rounded-full border px-4 py-1.5 motion-safe:transition-colors ${
        isActive
          ? "border-primary bg-primary text-primary-content hover:bg-neutral"
          : "border-base-300 bg-base-100 hover:border-primary hover:text-primary"
      }`}
    >
      {label}
      {isActive ? (
        <Icon name="close" className="size-4" />
      ) : (
        <span className="text-sm opacity-75 tabular-nums">{count}</span>
      )}
    </Link>
  )
}

/** Folds the filters on phones, so that the result comes into sight. */
function fold({ currentTarget }: MouseEvent<HTMLElement>) {
  const details = currentTarget.closest("details")
  if (!details?.open) return
  details.open = false
  details.querySelector("summary")?.focus()
}
