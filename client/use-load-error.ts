import type { UseQueryResult } from "@tanstack/react-query"
import { useState } from "react"

/** Why a query failed, also while it is tried again: React Query forgets the error then, and its message would go. */
export function useLoadError<LoadError>({
  error,
  errorUpdateCount,
  dataUpdatedAt,
}: Pick<UseQueryResult<unknown, LoadError>, "error" | "errorUpdateCount" | "dataUpdatedAt">): LoadError | null {
  const [last, setLast] = useState(error)
  if (error && error !== last) setLast(error)
  return errorUpdateCount > 0 && dataUpdatedAt === 0 ? last : error
}
