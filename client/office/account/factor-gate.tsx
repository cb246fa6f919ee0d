import { useQueryClient } from "@tanstack/react-query"
import { lazy, type ReactNode, Suspense } from "react"
import { useApi } from "#client/app/api.ts"
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

/** Returns a function that fetches the account again. */
function useRefreshedAccount() {
  const { queries } = useApi()
  const queryClient = useQueryClient()

  return async () => {
    // Queries that failed because the factor was missing would otherwise keep their error.
    await queryClient.resetQueries({ predicate: ({ state }) => state.status === "error" })
    await queries.accounts.me.invalidate()
    await queries.factors.invalidate()
  }
}
