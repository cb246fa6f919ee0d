import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { hasRight, type Right } from "#server/contract/rights.ts"
import { useApi } from "./api.ts"

/** Whether the signed-in account has a right. The server checks it again on each call. */
export function useCan(): (right: Right) => boolean {
  const { queries } = useApi()
  const { data: account } = useQuery(queries.accounts.me.queryOptions())
  return (right) => hasRight(account?.role ?? "user", right)
}

interface AllowedProps {
  to: Right
  children: ReactNode
  /** Shown to those who may not. */
  otherwise?: ReactNode
}

/** Shows its children to those alone who may use them. */
export function Allowed({ to, children, otherwise }: AllowedProps) {
  return useCan()(to) ? children : otherwise
}
