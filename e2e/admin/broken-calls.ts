import type { Page, Route } from "@playwright/test"

type Answer = (route: Route) => Promise<void>

/** As the server refuses: JSON that says why. */
export function refused(message: string): Answer {
  const error = { message, code: -32603, data: { code: "unavailable", httpStatus: 503 } }
  return (route) => route.fulfill({ status: 503, json: { error } })
}

/** As a proxy answers for a server that is down. */
export const proxyPage: Answer = (route) =>
  route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" })

export const noConnection: Answer = (route) => route.abort("connectionrefused")

/** Has every call of a room, or one call, answered so: breakCalls(page, "stats.", proxyPage). */
export function breakCalls(page: Page, name: string, answer: Answer) {
  return page.route((url) => url.pathname.startsWith("/trpc/") && url.pathname.includes(name), answer)
}

/** Each way in which a screen cannot be read, with what its red banner then tells behind its own words. */
export const readFailures = [
  { name: "the server's own words", answer: refused("Le serveur est occupé"), text: "Le serveur est occupé" },
  { name: "an answer without sense", answer: proxyPage, text: "Erreur serveur" },
  { name: "a lost connection", answer: noConnection, text: "connexion impossible" },
]
