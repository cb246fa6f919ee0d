import { Icon } from "#client/icons/icon.tsx"
import { SEARCH_MAX } from "#server/contract/list-address.ts"
import type { PortfolioParams } from "#server/contract/portfolio-params.ts"
import { PORTFOLIO_PATH } from "#server/contract/project-url.ts"
import { portfolioList } from "./texts.ts"

const texts = portfolioList.search

/** Searches among the filtered projects. The browser submits it, so that a reader fetches no application for it. */
export function SearchForm({ params: { q, page: _, ...filters } }: { params: PortfolioParams }) {
  return (
    <search className="mb-4 print:hidden">
      <form action={PORTFOLIO_PATH} className="flex max-w-xl gap-2">
        {Object.entries(filters).map(([name, value]) =>
          value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
        )}
        <input
          // The field of another address begins with its text.
          key={q}
          type="search"
          name="q"
          aria-label={texts.label}
          placeholder={texts.label}
          defaultValue={q}
          maxLength={SEARCH_MAX}
          className="input grow"
        />
        <button type="submit" aria-label={texts.button} className="btn btn-square btn-primary">
          <Icon name="search" />
        </button>
      </form>
    </search>
  )
}
