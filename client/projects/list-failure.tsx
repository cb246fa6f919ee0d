import type { UseQueryResult } from "@tanstack/react-query"
import { errors } from "#client/copy/errors.ts"
import { site } from "#client/copy/site.ts"
import { failureKind } from "#client/failures.ts"
import { passFocus } from "#client/ui/pass-focus.ts"

/** It stays while the list is fetched again, so that its button keeps the focus. */
export function ListFailure({ query }: { query: Pick<UseQueryResult, "error" | "isFetching" | "refetch"> }) {
  const copy = errors.projects
  return (
    <div className="mb-8">
      <p role="alert" className="font-semibold text-error">
        {query.isFetching ? copy.loading : failureKind(query.error) === "network" ? copy.fetch : copy.server}
      </p>
      <button
        ref={passFocus}
        type="button"
        aria-busy={query.isFetching}
        className="needs-script btn btn-outline mt-4"
        onClick={() => query.refetch()}
      >
        {site.projects.retry}
      </button>
    </div>
  )
}
