import { useRouter } from "@tanstack/react-router"
import { useApi } from "#client/api.ts"
import { storeToken } from "#client/session.ts"
import type { Account } from "#server/contract/accounts.ts"

interface SignedIn {
  token: string
  account: Account
}

/** After a sign-in: leads to the page that required it, else to the dashboard or home. */
export function useSignedIn(target: string | undefined) {
  const router = useRouter()
  const { queries } = useApi()
  return async ({ token, account }: SignedIn) => {
    storeToken(token)
    // The back office asks anew: its session may lack a second factor.
    await queries.accounts.me.reset()
    if (target) router.history.push(target)
    else await router.navigate({ to: account.role !== "user" ? "/admin/dashboard" : "/" })
  }
}
