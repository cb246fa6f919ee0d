import { createRoute } from "@tanstack/react-router"
import { createRequestHandler, getSsrStatus, RouterServer } from "@tanstack/react-router/ssr/server"
import type { TRPCLink } from "@trpc/client"
import type { ReactNode } from "react"
import { renderToReadableStream } from "react-dom/server"
import { IconCollector } from "#client/icons/icon.tsx"
import icons from "#client/icons/icons.gen.json"
import { Route as rootRoute } from "#client/routes/__root.tsx"
import { pageHead } from "#client/site/frame/head.ts"
import { OfflinePage } from "#client/site/offline/offline-page.tsx"
import { offline } from "#client/site/offline/texts.ts"
import { drawCode } from "#client/site/projects/page/draw-code.ts"
import type { FormRejection } from "#server/contract/forms.ts"
import type { SentReceipt } from "#server/contract/messages.ts"
import { OFFLINE_PATH } from "#server/contract/offline.ts"
import type { AppRouter } from "#server/router.ts"
import { type AppModules, ServerDocumentContext } from "./document-parts.tsx"
import { createAppRouter, dehydrateQueries } from "./router.tsx"
import type { PageStatus } from "./router-context.ts"

/** Only the server has this route: its page has no scripts, so that browsers need not know it. */
const offlineRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: OFFLINE_PATH,
  head: ({ match: { context } }) => pageHead(context, { ...offline, path: OFFLINE_PATH, robots: "noindex" }),
  component: OfflinePage,
})
rootRoute.addChildren([...Object.values(rootRoute.children ?? {}), offlineRoute])

export interface PageRequest {
  request: Request
  /** Calls the procedures in process. */
  link: TRPCLink<AppRouter>
  origin: string
  /** It is undefined for a page without scripts. */
  app: AppModules | undefined
  /** Returns the URL of the data of the queries, which otherwise stands in the page. */
  dataUrlOf?: ((data: string) => string) | undefined
  /** Whether the data saver in the footer is on. */
  savesData?: boolean | undefined
  rejection?: FormRejection | undefined
  receipt?: SentReceipt | undefined
  /** The expiry of the private link that shows a project: ISO 8601, UTC. */
  previewUntil?: string | undefined
}

interface RenderedPage {
  status: number
  html: string
  /** The data of the queries as JSON. */
  data: string
  /** The code of the inline scripts, which the Content-Security-Policy has to allow. */
  inlineScripts: string[]
}

interface Redirect {
  status: number
  location: string
}

/** Renders a page or returns a redirect. The status is 500 if a query has failed. */
export async function renderPage({
  request,
  app,
  dataUrlOf,
  savesData = false,
  ...parts
}: PageRequest): Promise<RenderedPage | Redirect> {
  const { router, queryClient } = createAppRouter({ ...parts, isDataDeferred })

  function pageStatus(): number {
    const status = getSsrStatus(router)
    if (status !== 200) return status
    const queries = queryClient.getQueryCache().getAll()
    if (queries.some(({ state }) => state.status === "error")) return 500
    return router.state.matches.map(({ loaderData }) => statusOf(loaderData)).find(Boolean) ?? 200
  }

  /** A page with an error contains its data, since data that the browser fetches later could differ from the HTML. */
  function isDataDeferred(): boolean {
    return dataUrlOf !== undefined && pageStatus() === 200
  }

  let page: RenderedPage | undefined
  const response = await createRequestHandler({ request, createRouter: () => router })(async () => {
    // The error is thrown again to be logged; the router would show it in the page.
    const broken = router.state.matches.find(({ status }) => status === "error")
    if (broken) throw broken.error
    const inlineScripts = new Set<string>()
    const data = dehydrateQueries(queryClient)
    const dataUrl = isDataDeferred() ? dataUrlOf?.(data) : undefined
    const html = await renderToHtml(
      <ServerDocumentContext value={{ app, dataUrl, savesData, drawCode, inlineScripts }}>
        <IconCollector value={{ icons, used: new Set() }}>
          <RouterServer router={router} />
        </IconCollector>
      </ServerDocumentContext>,
    )
    page = {
      status: pageStatus(),
      html,
      data,
      inlineScripts: [...inlineScripts],
    }
    return new Response()
  })
  return page ?? { status: response.status, location: response.headers.get("Location") ?? "/" }
}

/** Returns the status that a loader sets, such as that of a page that is gone. */
function statusOf(loaderData: unknown): number | undefined {
  const { status } = (loaderData ?? {}) as Partial<PageStatus>
  return status
}

/** Renders to HTML and throws the first error of a component, which React would leave to the browser to render. */
export async function renderToHtml(page: ReactNode): Promise<string> {
  const errors: unknown[] = []
  const stream = await renderToReadableStream(page, {
    onError: (error) => {
      errors.push(error)
    },
    // Otherwise React would send large parts later, with inline scripts that move them into place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  await stream.allReady
  if (errors.length > 0) throw errors[0]
  return new Response(stream).text()
}
