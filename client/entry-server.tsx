import {
  createRequestHandler,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from "@tanstack/react-router/ssr/server"
import type { TRPCLink } from "@trpc/client"
import type { ReactNode } from "react"
import { renderToPipeableStream, renderToString } from "react-dom/server"
import type { FormRejection } from "#server/contract/forms.ts"
import type { AppRouter } from "#server/router.ts"
import { createAppRouter } from "./router.tsx"

export interface PageRequest {
  request: Request
  /** Calls the procedures in process. */
  link: TRPCLink<AppRouter>
  origin: string
  rejection?: FormRejection | undefined
}

export interface RenderedPage {
  status: number
  html: string
  /** The routes that draw it, for whoever finishes the document. */
  routeIds: string[]
}

export interface Elsewhere {
  status: number
  location: string
}

/** One page as HTML, or where to go instead. A page with a list that failed has status 500. */
export async function renderPage({
  request,
  link,
  origin,
  rejection: refusal,
}: PageRequest): Promise<RenderedPage | Elsewhere> {
  const { router, queryClient } = createAppRouter({ link, origin, rejection: refusal })
  let page: RenderedPage | undefined
  const answer = await createRequestHandler({ request, createRouter: () => router })(async () => {
    const failed = queryClient
      .getQueryCache()
      .getAll()
      .some((query) => query.state.status === "error")
    // What no page foresaw is for the log alone: the router would write it into the page.
    const broken = router.state.matches.find(({ status }) => status === "error")
    if (broken) throw broken.error
    const routeIds = router.state.matches.map(({ routeId }) => routeId)
    const html = await transformHtmlStringWithRouter(router, await draw(<RouterServer router={router} />))
    page = { status: failed ? 500 : getSsrStatus(router), html, routeIds }
    return new Response()
  })
  return page ?? { status: answer.status, location: answer.headers.get("Location") ?? "/" }
}

/** As React marks a part that it leaves to the browser, because it threw or was not ready. No text can hold it. */
const LEFT_OUT = "<!--$!-->"

/** A page as HTML. Whatever is thrown in it is thrown here, too: React would leave it to the browser and tell nobody. */
export async function draw(page: ReactNode): Promise<string> {
  const html = renderToString(page)
  if (html.includes(LEFT_OUT)) await throwFailure(page)
  return html
}

/** Draws once more, since drawing into a text does not tell what was thrown. */
function throwFailure(page: ReactNode): Promise<void> {
  return new Promise((resolve, reject) => {
    renderToPipeableStream(page, { onError: reject, onAllReady: resolve })
  })
}
