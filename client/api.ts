import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query"
import { createTRPCClient, httpBatchLink, type TRPCLink } from "@trpc/client"
import { createTRPCQueryUtils } from "@trpc/react-query"
import { createContext, use } from "react"
import type { AppRouter } from "#server/router.ts"
import { isCode } from "./failures.ts"
import { readRest } from "./rest-query.ts"
import { clearToken } from "./session.ts"

const FRESH_MS = 5 * 60_000

/** Data conventions of specification §9. A dead session must not look alive: a 401 clears the token (contract §2). */
export function createQueryClient(): QueryClient {
  const onError = (error: unknown) => {
    if (isCode(error, "unauthorized")) clearToken()
  }
  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        queryFn: readRest,
        staleTime: FRESH_MS,
        retry: false,
        // A browser that says it is offline is believed no more than the call itself: it fails at once, and says so.
        networkMode: "always",
        // A list that failed while the page was rendered says so; it is not asked for again behind the reader's back.
        retryOnMount: false,
        refetchOnWindowFocus: false,
        refetchInterval: false,
      },
      mutations: { retry: false, networkMode: "always" },
    },
  })
}

export function createClient(link: TRPCLink<AppRouter>) {
  return createTRPCClient<AppRouter>({ links: [link] })
}

export const browserLink = () => httpBatchLink({ url: "/trpc", maxURLLength: 2000 })

export function createApi(queryClient: QueryClient, link: TRPCLink<AppRouter>) {
  const client = createClient(link)
  return { client, queries: createTRPCQueryUtils({ queryClient, client }) }
}

export type Api = ReturnType<typeof createApi>

export const ApiContext = createContext<Api | undefined>(undefined)

/** The procedures, typed by the server's own router: `useQuery(queries.projects.get.queryOptions(id))`. */
export function useApi(): Api {
  const api = use(ApiContext)
  if (!api) throw new Error("useApi outside of ApiContext")
  return api
}

/** For `useMutation`: `mutationOf(client.projects.delete.mutate)`. */
export function mutationOf<Input, Output>(mutate: (input: Input) => Promise<Output>) {
  return { mutationFn: (input: Input) => mutate(input) }
}
