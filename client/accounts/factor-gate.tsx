import { useQueryClient } from "@tanstack/react-query"
import { lazy, type ReactNode, Suspense, useEffect } from "react"
import { useApi } from "#client/api.ts"
import { factors } from "#client/copy/admin-factors.ts"
import { errorData } from "#client/failures.ts"
import type { CurrentAccount } from "#server/contract/accounts.ts"
import { FactorSkeleton } from "./factor-skeleton.tsx"

// It is a chunk of its own, since few sessions need it.
const FactorPrompt = lazy(() => import("./factor-prompt.tsx"))

interface FactorGateProps {
  account: CurrentAccount
  onLogOut: () => void
  children: ReactNode
}

/** Shows the screens if the session lacks no second factor, or else asks for the missing one. */
export function FactorGate({ account: { missingFactor }, onLogOut, children }: FactorGateProps) {
  const refresh = useRefreshedAccount()
  if (!missingFactor) return children
  return (
    <main id="contenu" tabIndex={-1} className="grid min-h-dvh grid-cols-1 bg-base-200 p-4 outline-none sm:p-6">
      <div className="m-auto grid w-full max-w-lg grid-cols-1 gap-6 rounded-box border border-base-300 bg-base-100 p-5 sm:p-8">
        <Suspense fallback={<FactorSkeleton />}>
          <FactorPrompt factor={missingFactor} onDone={refresh} />
        </Suspense>
        <button type="button" className="btn btn-ghost justify-self-center" onClick={onLogOut}>
          {factors.gate.logout}
        </button>
      </div>
    </main>
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
