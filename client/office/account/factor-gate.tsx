import { useQueryClient } from "@tanstack/react-query"
import { lazy, type ReactNode, Suspense, useEffect } from "react"
import { useApi } from "#client/app/api.ts"
import { errorData } from "#client/app/failures.ts"
import type { CurrentAccount } from "#server/contract/accounts.ts"

// It is a chunk of its own, since few sessions need it.
const FactorPrompt = lazy(() => import("./factor-prompt.tsx"))

interface FactorGateProps {
  account: CurrentAccount
  onLogOut: () => void
  /** It is shown while the prompt is loading. */
  fallback: ReactNode
  children: ReactNode
}

/** Shows the screens if the session lacks no second factor, or else asks for the missing one. */
export function FactorGate({ account: { missingFactor }, onLogOut, fallback, children }: FactorGateProps) {
  const refresh = useRefreshedAccount()
  if (!missingFactor) return children
  return (
    <Suspense fallback={fallback}>
      <FactorPrompt factor={missingFactor} onDone={refresh} onLogOut={onLogOut} />
    </Suspense>
  )
}

/** Returns a function that fetches the account again; a call rejected for a missing factor does so too. */
function useRefreshedAccount() {
  const { queries } = useApi()
  const queryClient = useQueryClient()

  async function refresh() {
    // Queries that failed because the factor was missing would otherwise keep their error.
    await queryClient.resetQueries({ predicate: ({ state }) => state.status === "error" })
    await queries.accounts.me.invalidate()
    await queries.factors.invalidate()
  }

  // Any query or mutation of any screen may be the one that is rejected.
  useEffect(() => {
    const check = (error: unknown) => {
      if (errorData(error)?.reason === "factor") void queries.accounts.me.invalidate()
    }
    const stopQueries = queryClient.getQueryCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") check(event.action.error)
    })
    const stopMutations = queryClient.getMutationCache().subscribe((event) => {
      if (event.type === "updated" && event.action.type === "error") check(event.action.error)
    })
    return () => {
      stopQueries()
      stopMutations()
    }
  }, [queryClient, queries])

  return refresh
}
