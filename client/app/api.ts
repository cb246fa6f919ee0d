import { type Query, QueryClient } from "@tanstack/react-query"
import { createTRPCClient, httpBatchLink, httpLink, splitLink, type TRPCLink } from "@trpc/client"
import { createTRPCQueryUtils } from "@trpc/react-query"
import { createContext, use } from "react"
import type { AppRouter } from "#server/router.ts"
import { forgetAnswers, hasUnsentAnswer } from "./browser-storage.ts"
import { failureLink } from "./failure-link.ts"
import { errors } from "./failure-texts.ts"
import { unsubscribe } from "./push.ts"
import { readRest } from "./rest-query.ts"
import { clearToken, storeToken } from "./session.ts"

const FRESH_MS = 5 * 60_000

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: readRest,
        staleTime: FRESH_MS,
        retry: false,
        // navigator.onLine is unreliable, so a call is always tried; its failure is shown at once.
        networkMode: "always",
        // A query that failed on the server, whose error came as JSON, shows it with a retry button instead of refetching.
        retryOnMount: ({ state }) => !import.meta.env.SSR && state.error instanceof Error,
        // Once the connection is back, only failed queries are fetched again, even if they still have fresh data.
        refetchOnReconnect: ({ state }) => state.status === "error" && "always",
        refetchOnWindowFocus: false,
        refetchInterval: false,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  })
}

export function createClient(...links: TRPCLink<AppRouter>[]) {
  return createTRPCClient<AppRouter>({ links })
}

/** Pages wait for these queries, unlike those of lists; the server has their results in memory. */
const pageContent = /^content\.(site|page)$/

/** Removes what somebody has read in this tab, but keeps the public texts of pages. */
export function removePersonalQueries(queryClient: QueryClient): void {
  const isPersonal = ({ queryKey: [path] }: Query) => !(Array.isArray(path) && pageContent.test(path.join(".")))
  queryClient.removeQueries({ predicate: isPersonal })
}

export const browserLink = (headers: Record<string, string> = {}) =>
  splitLink<AppRouter>({
    condition: ({ path }) => pageContent.test(path),
    true: httpLink({ url: "/api/content" }),
    false: httpBatchLink({ url: "/trpc", maxURLLength: 2000, headers }),
  })

/** Without `reauthenticate`, calls that need the password again fail. */
export function createApi(queryClient: QueryClient, link: TRPCLink<AppRouter>, reauthenticate?: () => Promise<void>) {
  const client = createClient(failureLink(queryClient, reauthenticate), link)
  return { client, queries: createTRPCQueryUtils({ queryClient, client }) }
}

export type Api = ReturnType<typeof createApi>

export const ApiContext = createContext<Api | undefined>(undefined)

/** Returns the typed procedures, as in `useQuery(queries.projects.get.queryOptions(id))`. */
export function useApi(): Api {
  const api = use(ApiContext)
  if (!api) throw new Error("No ApiContext")
  return api
}

/** Returns options for `useMutation`, as in `mutationOf(client.projects.delete.mutate)`. */
export function mutationOf<Input, Output>(mutate: (input: Input) => Promise<Output>) {
  return { mutationFn: (input: Input) => mutate(input) }
}

/** Signs out at once in the interface; if the call fails, the session is still valid and the user is told. */
export function useSignOut() {
  const { client } = useApi()
  return async () => {
    if (hasUnsentAnswer() && !confirm(errors.unsentAnswer)) return false
    clearToken()
    try {
      await client.accounts.signOut.mutate()
      // A tab that asked before may store the token again; browsers tell others only of a removal that changes something.
      storeToken("session")
      clearToken()
      // Others may use this device; unsaved projects and pages hold nothing of visitors, and would be lost for good.
      forgetAnswers()
      unsubscribe().catch(() => {})
      return true
    } catch {
      storeToken("session")
      alert(errors.logout)
      return false
    }
  }
}
