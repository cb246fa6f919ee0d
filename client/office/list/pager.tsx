import { Link, Navigate } from "@tanstack/react-router"
import { type FoundCount, lastPageOf } from "#server/contract/paging.ts"
import { pages as texts } from "./texts.ts"

interface PagerProps {
  page: number
  result: FoundCount
  /** It is ROWS_PER_PAGE by default. */
  perPage?: number | undefined
  /** Whether another page is loading. */
  isStale: boolean
}

/** Links to the previous and the next page, which keep the other search parameters. */
export function Pager({ page, result, perPage, isStale }: PagerProps) {
  const last = lastPageOf(result, perPage)
  // A deletion may have removed the last row of the last page.
  if (page > last && !isStale) return <Navigate to="." search={searchForPage(last)} replace viewTransition={false} />
  if (last === 1) return null
  return (
    <nav aria-label={texts.label} className="mt-5 flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-base-content/75">{texts.position(page, result.foundIsCapped ? undefined : last)}</p>
      <div className="flex flex-wrap gap-2">
        <PageLink page={page - 1} last={last} label={texts.previous} />
        <PageLink page={page + 1} last={last} label={texts.next} />
      </div>
    </nav>
  )
}

function PageLink({ page, last, label }: { page: number; last: number; label: string }) {
  if (page < 1 || page > last)
    return (
      <button type="button" disabled className="btn">
        {label}
      </button>
    )
  return (
    <Link to="." search={searchForPage(page)} className="btn btn-outline">
      {label}
    </Link>
  )
}

function searchForPage(page: number) {
  return ({ page: _current, ...rest }: { page?: number | undefined }) => (page === 1 ? rest : { ...rest, page })
}
