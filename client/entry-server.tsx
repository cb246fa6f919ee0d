import {
  createRequestHandler,
  getSsrStatus,
  RouterServer,
  transformHtmlStringWithRouter,
} from "@tanstack/react-router/ssr/server"
import type { TRPCLink } from "@trpc/client"
import { renderToString } from "react-dom/server"
import type { FormRefusal } from "#server/contract/forms.ts"
import type { AppRouter } from "#server/router.ts"
import { createAppRouter } from "./router.tsx"

export interface PageRequest {
  request: Request
  /** Calls the procedures in process. */
  link: TRPCLink<AppRouter>
  origin: string
  refusal?: FormRefusal | undefined
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
export async function renderPage({ request, link, origin, refusal }: PageRequest): Promise<RenderedPage | Elsewhere> {
  const { router, queryClient } = createAppRouter({ link, origin, refusal })
  let page: RenderedPage | undefined
  const answer = await createRequestHandler({ request, createRouter: () => router })(async () => {
    const failed = queryClient
      .getQueryCache()
      .getAll()
      .some((query) => query.state.status === "error")
    const routeIds = router.state.matches.map(({ routeId }) => routeId)
    const html = await transformHtmlStringWithRouter(router, renderToString(<RouterServer router={router} />))
    page = { status: failed ? 500 : getSsrStatus(router), html, routeIds }
    return new Response()
  })
  return page ?? { status: answer.status, location: answer.headers.get("Location") ?? "/" }
}
