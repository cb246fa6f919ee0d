import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type Query,
  type QueryClient,
  QueryClientProvider,
} from "@tanstack/react-query"
import { createRouter, useRouter } from "@tanstack/react-router"
import type { TRPCLink } from "@trpc/client"
import type { ReactNode } from "react"
import type { FormRejection } from "#server/contract/forms.ts"
import type { AppRouter } from "#server/router.ts"
import { ApiContext, createApi, createQueryClient } from "./api.ts"
import { prefersReducedData } from "./photos/data-saver.ts"
import { routeTree } from "./route-tree.gen.ts"
import type { RouterContext } from "./router-context.ts"
import { ErrorPage } from "./site/error-page.tsx"
import { NotFoundPage } from "./site/not-found-page.tsx"

interface RouterParts {
  link: TRPCLink<AppRouter>
  origin: string
  rejection?: FormRejection | undefined
}

/** One router and one query cache: for a request on the server, for the page's life in the browser. */
export function createAppRouter(parts: RouterParts) {
  const queryClient = createQueryClient()
  const { client, queries } = createApi(queryClient, parts.link)
  const { origin, rejection: refusal } = parts
  const context: RouterContext = { api: queries, client, queryClient, origin, rejection: refusal }
  const router = createRouter({
    routeTree,
    context,
    defaultPreload: !import.meta.env.SSR && !prefersReducedData() && "intent",
    defaultPreloadStaleTime: 0,
    defaultViewTransition: true,
    scrollRestoration: true,
    trailingSlash: "never",
    caseSensitive: true,
    // Loaders have waited for every list on the server: what a page shows is whole when it is written down.
    ...(import.meta.env.SSR && { dehydrate: () => ({ queries: takeAlong(queryClient) }) }),
    hydrate: ({ queries }: { queries: string }) =>
      hydrate(queryClient, { queries: JSON.parse(queries).map(countAsFetchedNow) }),
    notFoundMode: "root",
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    InnerWrap: Providers,
  })
  return { router, queryClient }
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>["router"]
  }
}

type DehydratedQuery = DehydratedState["queries"][number]

/** Failures too: a list that failed on the server is shown as failed, and not asked for at once. */
function takeAlong(queryClient: QueryClient): string {
  const shouldDehydrateQuery = ({ state }: Query) => state.status !== "pending"
  return JSON.stringify(dehydrate(queryClient, { shouldDehydrateQuery }).queries, withoutInside)
}

/** That a list failed is all that a page tells: a failure holds its causes, down to the server's own. */
function withoutInside(_key: string, value: unknown): unknown {
  return value instanceof Error ? {} : value
}

/** A page may have been rendered long ago: what came with it is fresh all the same, or every page would ask again. */
function countAsFetchedNow(query: DehydratedQuery): DehydratedQuery {
  return { ...query, state: { ...query.state, dataUpdatedAt: Date.now() } }
}

function Providers({ children }: { children: ReactNode }) {
  const { api: queries, client, queryClient } = useRouter().options.context
  return (
    <ApiContext value={{ client, queries }}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </ApiContext>
  )
}
