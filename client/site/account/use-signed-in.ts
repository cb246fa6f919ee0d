import { useQueryClient } from "@tanstack/react-query"
import { useRouter } from "@tanstack/react-router"
import { accounts } from "#client/app/account-texts.ts"
import { removePersonalQueries, useApi } from "#client/app/api.ts"
import { storeToken } from "#client/app/session.ts"

interface SignedIn {
  token: string
  /** The path to go to if no other was asked for. */
  home: "/admin/dashboard" | "/"
}

/**
 * Returns what leads from a sign-in to the page that required it, or else to the dashboard or the home page. It throws
 * if the browser refuses the session's cookie, without which nobody would be logged in there.
 */
export function useSignedIn(target?: string) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const { queries } = useApi()
  return async ({ token, home }: SignedIn) => {
    removePersonalQueries(queryClient)
    // The session exists even if this call is lost on the way.
    const me = await queries.accounts.me.fetch(undefined, { staleTime: 0 }).catch(() => true)
    if (!me) throw Object.assign(new Error("The browser sends no cookie"), { text: accounts.login.noCookies })
    storeToken(token)
    if (target) router.history.replace(target)
    // Going back must not lead to the form, whose link may have been used up.
    else await router.navigate({ to: home, replace: true })
  }
}
