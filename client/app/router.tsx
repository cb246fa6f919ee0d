import {
  type DehydratedState,
  dehydrate,
  hydrate,
  type Query,
  type QueryClient,
  QueryClientProvider,
} from "@tanstack/react-query"
import { createRouter, type ParsedLocation, useRouter } from "@tanstack/react-router"
import type { TRPCLink } from "@trpc/client"
import type { ReactNode } from "react"
import { ErrorPage } from "#client/site/frame/error-page.tsx"
import { NotFoundPage } from "#client/site/frame/not-found-page.tsx"
import type { FormRejection } from "#server/contract/forms.ts"
import type { SentReceipt } from "#server/contract/messages.ts"
import type { AppRouter } from "#server/router.ts"
import { ApiContext, createApi, createQueryClient } from "./api.ts"
import { prefersReducedData } from "./data-saver.ts"
import { PAGE_DATA } from "./document-state.ts"
import { routeTree } from "./route-tree.gen.ts"
import type { RouterContext } from "./router-context.ts"

interface RouterParts {
  link: TRPCLink<AppRouter>
  origin: string
  rejection?: FormRejection | undefined
  receipt?: SentReceipt | undefined
  previewUntil?: string | undefined
  /** Provided by the server: whether the data of the queries is left out of the page. */
  isDataDeferred?: () => boolean
}

/** Creates the router and the query cache, on the server for each request, and in the browser for each page. */
export function createAppRouter({ link, isDataDeferred = () => false, ...page }: RouterParts) {
  const queryClient = createQueryClient()
  const { client, queries } = createApi(queryClient, link)
  const context: RouterContext = { queries, client, queryClient, ...page }
  const router = createRouter({
    routeTree,
    context,
    defaultPreload: !import.meta.env.SSR && !prefersReducedData() && "intent",
    defaultPreloadStaleTime: 0,
    // By default a skeleton stays for half a second, but ours have the shape of the screen that follows.
    defaultPendingMinMs: 0,
    // The first screen replaces none, and a transition costs a phone more time than the screen itself.
    defaultViewTransition: {
      types: ({ fromLocation }) => (fromLocation && !matchMedia("(prefers-reduced-motion)").matches ? [] : false),
    },
    // On the server it would render an inline script; browsers restore the position of a page they open themselves.
    scrollRestoration: !import.meta.env.SSR && createScrollRestoration(),
    // Otherwise the style sheet's smooth scrolling would fly past all that lies between.
    scrollRestorationBehavior: "instant",
    trailingSlash: "never",
    caseSensitive: true,
    // A string prevents the router from streaming promises; on the server, loaders have waited for every query.
    ...(import.meta.env.SSR && {
      dehydrate: () => ({ queries: isDataDeferred() ? undefined : dehydrateQueries(queryClient) }),
    }),
    hydrate: ({ queries }: { queries: string | undefined }) =>
      hydrate(queryClient, { queries: JSON.parse(queries ?? readPageData()).map(markFetchedNow) }),
    notFoundMode: "root",
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    InnerWrap: Providers,
  })
  return { router, queryClient }
}

/**
 * Returns whether the router may set the scroll position. It may not on the page that was opened, if the browser has
 * restored its position or its reader has scrolled.
 */
function createScrollRestoration() {
  let opened = location.pathname
  return ({ location: { pathname } }: { location: ParsedLocation }) => {
    const isScrolled = pathname === opened && scrollY > 0
    opened = ""
    return !isScrolled
  }
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createAppRouter>["router"]
  }
}

type DehydratedQuery = DehydratedState["queries"][number]

/** Returns the data that the hydration loader has fetched. */
function readPageData(): string {
  return (window as { [PAGE_DATA]?: string })[PAGE_DATA] || "[]"
}

/** Serializes the queries, with failed ones, so that the browser shows the failure instead of fetching again. */
export function dehydrateQueries(queryClient: QueryClient): string {
  const shouldDehydrateQuery = ({ state }: Query) => state.status !== "pending"
  const { queries } = dehydrate(queryClient, { shouldDehydrateQuery })
  return JSON.stringify(
    queries.map(({ queryKey, queryHash, state: { data, error, status } }) => ({
      queryKey,
      queryHash,
      state: status === "success" ? { data } : { error },
    })),
    withoutErrorDetails,
  )
}

/** Removes errors of the server and their causes, which must not reach the page. */
function withoutErrorDetails(_key: string, value: unknown): unknown {
  return value instanceof Error ? {} : value
}

/** The rest of a query's state is the same for all queries, and would only make pages larger. */
type PageQuery = Pick<DehydratedQuery, "queryKey" | "queryHash"> & { state: { data?: unknown; error?: Error } }

/** Marks the data as fresh, since every page would fetch it again otherwise; a cached page may be older. */
function markFetchedNow({ state, ...query }: PageQuery): DehydratedQuery {
  const now = Date.now()
  const failed = "error" in state
  return {
    ...query,
    dehydratedAt: now,
    state: {
      data: state.data,
      dataUpdateCount: failed ? 0 : 1,
      dataUpdatedAt: failed ? 0 : now,
      error: state.error ?? null,
      errorUpdateCount: failed ? 1 : 0,
      errorUpdatedAt: failed ? now : 0,
      fetchFailureCount: failed ? 1 : 0,
      fetchFailureReason: state.error ?? null,
      fetchMeta: null,
      isInvalidated: false,
      status: failed ? "error" : "success",
      fetchStatus: "idle",
    },
  }
}

function Providers({ children }: { children: ReactNode }) {
  const { queries, client, queryClient } = useRouter().options.context
  return (
    <ApiContext value={{ client, queries }}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </ApiContext>
  )
}
