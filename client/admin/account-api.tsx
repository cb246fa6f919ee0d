import { useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { ApiContext, browserLink, createApi } from "#client/api.ts"

interface AccountApiProps {
  /** It does not change while the component is mounted. */
  accountId: number
  children: ReactNode
}

/** Ties the calls of the screens to the account that opened them, also when somebody else logs in in another tab. */
export function AccountApi({ accountId, children }: AccountApiProps) {
  const queryClient = useQueryClient()
  const [api] = useState(() => createApi(queryClient, browserLink(accountId)))
  return <ApiContext value={api}>{children}</ApiContext>
}
