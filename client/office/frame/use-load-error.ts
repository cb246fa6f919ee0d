import type { UseQueryResult } from "@tanstack/react-query"
import { useState } from "react"

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
