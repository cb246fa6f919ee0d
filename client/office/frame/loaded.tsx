import type { UseQueryResult } from "@tanstack/react-query"
import { Link, useLocation } from "@tanstack/react-router"
import { type ReactNode, useState } from "react"
import { isCode, loadingFailure } from "#client/app/failures.ts"
import { Icon } from "#client/icons/icon.tsx"
import { RetryButton } from "#client/office/ui/retry-button.tsx"
import { Banner } from "#client/ui/banner.tsx"
import { buttons } from "#client/ui/texts.ts"
import { admin } from "./texts.ts"

type Query = Pick<UseQueryResult<unknown, unknown>, "error" | "errorUpdateCount" | "dataUpdatedAt">

interface LoadedProps<Data> {
  query: Query & { data: Data | undefined; refetch: () => Promise<unknown> }
  /** It begins the text of a failure. */
  failed: string
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/** Shows what has been loaded; a failure, with a retry, stands above what was loaded before. */
export function Loaded<Data>({ query, failed, skeleton, children }: LoadedProps<Data>) {
  const failure = useLoadError(query)
  return (
    <>
      {failure && (
        <LoadFailure text={loadingFailure(failed, failure)} error={failure} onRetry={() => query.refetch()} />
      )}
      {query.data === undefined ? !failure && skeleton : children(query.data)}
    </>
  )
}

interface LoadFailureProps {
  title?: string
  text: string
  error: unknown
  onRetry: () => Promise<unknown>
}

/** Says why something could not be loaded, with a retry button, or with a link to log in where the session has ended. */
export function LoadFailure({ title, text, error, onRetry }: LoadFailureProps) {
  const { href } = useLocation()
  return (
    <div className="mb-6 grid gap-3">
      <Banner tone="error" title={title}>
        {text}
      </Banner>
      {isCode(error, "unauthorized") ? (
        <Link to="/login" search={{ redirect: href }} className="btn btn-outline justify-self-start">
          {admin.login}
        </Link>
      ) : (
        <RetryButton className="justify-self-start" onRetry={onRetry}>
          <Icon name="retry" />
          {buttons.retry}
        </RetryButton>
      )}
    </div>
  )
}

/** Returns why a query failed, even while it is retried, when React Query has reset the error. */
export function useLoadError<LoadError>({
  error,
  errorUpdateCount,
  dataUpdatedAt,
}: Pick<UseQueryResult<unknown, LoadError>, "error" | "errorUpdateCount" | "dataUpdatedAt">): LoadError | null {
  const [last, setLast] = useState(error)
  if (error && error !== last) setLast(error)
  return errorUpdateCount > 0 && dataUpdatedAt === 0 ? last : error
}
