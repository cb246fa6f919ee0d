import type { QueryClient } from "@tanstack/react-query"
import type { Operation, TRPCLink } from "@trpc/client"
import { observable, type Unsubscribable } from "@trpc/server/observable"
import type { AppRouter } from "#server/router.ts"
import { isCode, lacksFactor, needsReauthentication } from "./failures.ts"
import { clearToken } from "./session.ts"

/**
 * Does what a rejected call asks for, whoever has sent it: signs out in the interface, reads the account anew, or asks
 * for the password, where the screens can, and sends the call once more.
 */
export function failureLink(queryClient: QueryClient, reauthenticate?: () => Promise<void>): TRPCLink<AppRouter> {
  function follow(error: unknown, { path }: Operation): void {
    // The session has ended: the page must stop showing the user as logged in.
    if (isCode(error, "unauthorized")) clearToken()
    // The role may have been reduced, and the menus must follow; or a second factor is asked for.
    const isOutdated = isCode(error, "forbidden") || lacksFactor(error)
    if (isOutdated && path !== "accounts.me") void queryClient.invalidateQueries({ queryKey: [["accounts", "me"]] })
  }

  return () =>
    ({ next, op }) =>
      observable((observer) => {
        let sent: Unsubscribable
        const send = (isRepeated: boolean) => {
          sent = next(op).subscribe({
            next: (value) => observer.next(value),
            complete: () => observer.complete(),
            error(error) {
              follow(error, op)
              if (isRepeated || !reauthenticate || !needsReauthentication(error)) return observer.error(error)
              reauthenticate().then(
                () => send(true),
                () => observer.error(error),
              )
            },
          })
        }
        send(false)
        return () => sent.unsubscribe()
      })
}
