import { errors } from "#client/copy/errors.ts"
import { site } from "#client/copy/site.ts"
import { failureKind } from "#client/failures.ts"

interface ListFailureProps {
  error: unknown
  onRetry: () => void
}

export function ListFailure({ error, onRetry }: ListFailureProps) {
  return (
    <div className="mb-8">
      <p className="font-semibold text-error">
        {failureKind(error) === "network" ? errors.projects.fetch : errors.projects.server}
      </p>
      <button type="button" className="needs-script btn btn-outline mt-4" onClick={onRetry}>
        {site.projects.retry}
      </button>
    </div>
  )
}
