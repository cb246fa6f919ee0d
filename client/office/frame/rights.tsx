import { useQuery } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useApi } from "#client/app/api.ts"
import type { Right } from "#server/contract/domains/domains.ts"
import { hasRight } from "#server/contract/rights.ts"

/** Whether the signed-in account has a right. The server checks it again on each call. */
export function useCan(): (right: Right) => boolean {
  const { queries } = useApi()
  const { data: account } = useQuery(queries.accounts.me.queryOptions())
  return (right) => hasRight(account?.role ?? "user", right)
}

interface AllowedProps {
  to: Right
  children: ReactNode
  /** It is shown to users without the right. */
  otherwise?: ReactNode
}

/** Shows its children only to users with the right. */
export function Allowed({ to, children, otherwise }: AllowedProps) {
  return useCan()(to) ? children : otherwise
}
