import { useQueryClient } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { removePersonalQueries } from "#client/api.ts"
import { storeToken } from "#client/session.ts"
import type { Account } from "#server/contract/accounts.ts"
import { hasRight } from "#server/contract/rights.ts"

interface SignedIn {
  token: string
  account: Account
}

/** Returns what leads from a sign-in to the page that required it, or else to the dashboard or the home page. */
export function useSignedIn(target?: string) {
  const router = useRouter()
  const queryClient = useQueryClient()
  return async ({ token, account }: SignedIn) => {
    storeToken(token)
    removePersonalQueries(queryClient)
    if (target) router.history.replace(target)
    // Going back must not lead to the form, whose link may have been used up.
    else await router.navigate({ to: hasRight(account.role, "office.open") ? "/admin/dashboard" : "/", replace: true })
  }
}
