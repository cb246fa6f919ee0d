import type { UseQueryResult } from "@tanstack/react-query"
import { errors } from "#client/app/failure-texts.ts"
import { failureKind } from "#client/app/failures.ts"
import { site } from "#client/site/frame/texts.ts"
import { passFocus } from "#client/ui/pass-focus.ts"

/** It stays while the list is fetched again, so that its button keeps the focus. */
export function ListFailure({ query }: { query: Pick<UseQueryResult, "error" | "isFetching" | "refetch"> }) {
  const texts = errors.projects
  return (
    <div className="mb-8">
      <p role="alert" className="font-semibold text-error">
        {query.isFetching ? texts.loading : failureKind(query.error) === "network" ? texts.fetch : texts.server}
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
