import { Link } from "@tanstack/react-router"
import { admin } from "#client/copy/admin.ts"

interface PagerProps {
  page: number
  /** Rows in all, and on a page. */
  found: number
  perPage: number
}

/** Links to the previous and the next page, which keep the other search parameters. */
export function Pager({ page, found, perPage }: PagerProps) {
  const last = Math.max(1, Math.ceil(found / perPage))
  if (last === 1) return null
  const copy = admin.pages
  return (
    <nav aria-label={copy.label} className="mt-5 flex flex-wrap items-center justify-between gap-3">
      <p className="text-sm text-base-content/75">{copy.position(page, last)}</p>
      <div className="flex flex-wrap gap-2">
        <PageLink page={page - 1} last={last} label={copy.previous} />
        <PageLink page={page + 1} last={last} label={copy.next} />
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
    <Link
      to="."
      search={({ page: _current, ...rest }) => (page === 1 ? rest : { ...rest, page })}
      className="btn btn-outline"
    >
      {label}
    </Link>
  )
}
