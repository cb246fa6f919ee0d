import { createRoute } from "@tanstack/react-router"
import { createRequestHandler, getSsrStatus, RouterServer } from "@tanstack/react-router/ssr/server"
import type { TRPCLink } from "@trpc/client"
import type { ReactNode } from "react"
import { renderToReadableStream } from "react-dom/server"
import type { FormRejection } from "#server/contract/forms.ts"
import type { SenderReceipt } from "#server/contract/messages.ts"
import { OFFLINE_PATH } from "#server/contract/offline.ts"
import type { AppRouter } from "#server/router.ts"
import { offline } from "./copy/offline.ts"
import { type AppModules, ServerDocumentContext } from "./document-parts.tsx"
import { IconCollector } from "./icons/icon.tsx"
import icons from "./icons/icons.gen.json"
import { createAppRouter, dehydrateQueries } from "./router.tsx"
import type { PageStatus } from "./router-context.ts"
import { Route as rootRoute } from "./routes/__root.tsx"
import { pageHead } from "./site/head.ts"
import { OfflinePage } from "./site/offline-page.tsx"

/** A route of the server's alone: its page has no scripts, so that browsers need not know it. */
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
  /** Undefined for a page without scripts. */
  app: AppModules | undefined
  /** Where the data of the page's queries can be fetched; without it, it stands in the page. */
  dataUrl?: string | undefined
  /** Whether the switch in the footer is on. */
  savesData?: boolean | undefined
  rejection?: FormRejection | undefined
  receipt?: SenderReceipt | undefined
  /** The end of the private link by which a project is shown. */
  previewUntil?: string | undefined
}

interface RenderedPage {
  status: number
  html: string
  /** The data of its queries, as JSON. */
  data: string
  /** The code of its inline scripts, each of which the Content-Security-Policy has to allow. */
  inlineScripts: string[]
}

interface Redirect {
  status: number
  location: string
}

/** Renders a page, or says where to go instead. A page with a list that failed has status 500. */
export async function renderPage({
  request,
  app,
  dataUrl,
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

  /** The data of a failed page must be that of its HTML, or the browser would show another one. */
  function isDataDeferred(): boolean {
    return dataUrl !== undefined && pageStatus() === 200
  }

  let page: RenderedPage | undefined
  const response = await createRequestHandler({ request, createRouter: () => router })(async () => {
    // Thrown on to be logged; the router would show it in the page.
    const broken = router.state.matches.find(({ status }) => status === "error")
    if (broken) throw broken.error
    const inlineScripts = new Set<string>()
    const html = await renderToHtml(
      <ServerDocumentContext
        value={app && { app, dataUrl: isDataDeferred() ? dataUrl : undefined, savesData, inlineScripts }}
      >
        <IconCollector value={{ icons, used: new Set() }}>
          <RouterServer router={router} />
        </IconCollector>
      </ServerDocumentContext>,
    )
    page = {
      status: pageStatus(),
      html,
      data: dehydrateQueries(queryClient),
      inlineScripts: [...inlineScripts],
    }
    return new Response()
  })
  return page ?? { status: response.status, location: response.headers.get("Location") ?? "/" }
}

/** A loader can say that its page stands for something that is gone. */
function statusOf(loaderData: unknown): number | undefined {
  const { status } = (loaderData ?? {}) as Partial<PageStatus>
  return status
}

/** Throws whatever a component throws, which React would otherwise leave to the browser to render. */
export async function renderToHtml(page: ReactNode): Promise<string> {
  const errors: unknown[] = []
  const stream = await renderToReadableStream(page, {
    onError: (error) => {
      errors.push(error)
    },
    // Otherwise React sends large parts late, with inline scripts that move them into place.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
  })
  await stream.allReady
  if (errors.length > 0) throw errors[0]
  return new Response(stream).text()
}
