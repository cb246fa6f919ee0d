import { createRequestHandler, RouterServer, renderRouterToString } from "@tanstack/react-router/ssr/server"
import type { TRPCLink } from "@trpc/client"
import type { FormRefusal } from "#server/contract/forms.ts"
import type { AppRouter } from "#server/router.ts"
import { createAppRouter } from "./router.tsx"

/** Tells whoever finishes the document which routes draw it. */
export const ROUTES_HEADER = "X-Routes"

export interface PageRequest {
  request: Request
  /** Calls the procedures in process. */
  link: TRPCLink<AppRouter>
  origin: string
  refusal?: FormRefusal | undefined
}

/** One page as HTML, or a redirect. A page with a list that failed has status 500. */
export function renderPage({ request, link, origin, refusal }: PageRequest): Promise<Response> {
  const { router, queryClient } = createAppRouter({ link, origin, refusal })
  return createRequestHandler({ request, createRouter: () => router })(async ({ responseHeaders }) => {
    const failed = queryClient
      .getQueryCache()
      .getAll()
      .some((query) => query.state.status === "error")
    responseHeaders.set(ROUTES_HEADER, router.state.matches.map(({ routeId }) => routeId).join(" "))
    const page = await renderRouterToString({ router, responseHeaders, children: <RouterServer router={router} /> })
    return failed ? new Response(page.body, { status: 500, headers: page.headers }) : page
  })
}
