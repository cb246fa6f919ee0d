import type { Page, Route } from "@playwright/test"

type Response = (route: Route) => Promise<void>

/** Answers as a proxy does when the server behind it is down. */
export const proxyPage: Response = (route) =>
  route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" })

export const noConnection: Response = (route) => route.abort("connectionrefused")

/** Answers every tRPC call whose name holds `name`, until `page.unrouteAll()`. */
function breakCalls(page: Page, name: string, response: Response) {
  return page.route((url) => url.pathname.startsWith("/trpc/") && url.pathname.includes(name), response)
}

/** Holds those calls back until `release()` is called; then `response` answers them. */
export async function delayCalls(page: Page, name: string, response: Response = (route) => route.continue()) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await breakCalls(page, name, (route) => promise.then(() => response(route)))
  return { release: resolve }
}
