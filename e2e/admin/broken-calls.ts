import type { Page, Route } from "@playwright/test"

type Response = (route: Route) => Promise<void>

/** The server's own rejection: JSON with a message. */
export function rejection(message: string): Response {
  const error = { message, code: -32603, data: { code: "unavailable", httpStatus: 503 } }
  return (route) => route.fulfill({ status: 503, json: { error } })
}

/** The server's own rejection of a value, which is the same at each attempt. */
export const invalid: Response = (route) => {
  const error = { message: "Trop long", code: -32600, data: { code: "bad_request", httpStatus: 400 } }
  return route.fulfill({ status: 400, json: { error } })
}

/** Answers as a proxy does when the server behind it is down. */
export const proxyPage: Response = (route) =>
  route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" })

export const noConnection: Response = (route) => route.abort("connectionrefused")

/** The server does what it was asked, but its response is lost. */
export const lostResponse: Response = (route) => route.fetch().then(() => route.abort("connectionrefused"))

/** Answers every tRPC call whose name holds `name`, until `page.unrouteAll()`: breakCalls(page, "stats.", proxyPage). */
export function breakCalls(page: Page, name: string, response: Response) {
  return page.route((url) => url.pathname.startsWith("/trpc/") && url.pathname.includes(name), response)
}

/** Holds those calls back until `release()` is called; then `response` answers them. */
export async function delayCalls(page: Page, name: string, response: Response = (route) => route.continue()) {
  const { promise, resolve } = Promise.withResolvers<void>()
  await breakCalls(page, name, (route) => promise.then(() => response(route)))
  return { release: resolve }
}
