import { type DehydratedState, QueryClientProvider } from "@tanstack/react-query"
import { createRouter, useRouter } from "@tanstack/react-router"
import { setupRouterSsrQueryIntegration } from "@tanstack/react-router-ssr-query"
import type { TRPCLink } from "@trpc/client"
import type { ReactNode } from "react"
import type { FormRefusal } from "#server/contract/forms.ts"
import type { AppRouter } from "#server/router.ts"
import { ApiContext, createApi, createQueryClient } from "./api.ts"
import { routeTree } from "./route-tree.gen.ts"
import type { RouterContext } from "./router-context.ts"
import { ErrorPage } from "./site/error-page.tsx"
import { NotFoundPage } from "./site/not-found-page.tsx"

interface RouterParts {
  link: TRPCLink<AppRouter>
  origin: string
  refusal?: FormRefusal | undefined
}

/** One router and one query cache: for a request on the server, for the page's life in the browser. */
export function createAppRouter(parts: RouterParts) {
  const queryClient = createQueryClient()
  const { client, queries } = createApi(queryClient, parts.link)
  const { origin, refusal } = parts
  const context: RouterContext = { api: queries, client, queryClient, origin, refusal }
  const router = createRouter({
    routeTree,
    context,
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultViewTransition: true,
    scrollRestoration: true,
    trailingSlash: "never",
    caseSensitive: true,
    hydrate: countAsFetchedNow,
    notFoundMode: "root",
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    InnerWrap: Providers,
  })
  setupRouterSsrQueryIntegration({ router, queryClient, wrapQueryClient: false })
  return { router, queryClient }
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>["router"]
  }
}

/** A page may have been rendered long ago: what came with it is fresh all the same, or every page would ask again. */
function countAsFetchedNow({ query }: { query?: { initial?: DehydratedQuery[] } }) {
  for (const { state } of query?.initial ?? []) state.dataUpdatedAt = Date.now()
}

type DehydratedQuery = DehydratedState["queries"][number]

function Providers({ children }: { children: ReactNode }) {
  const { api: queries, client, queryClient } = useRouter().options.context
  return (
    <ApiContext value={{ client, queries }}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </ApiContext>
  )
}
