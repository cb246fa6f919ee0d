import type { RequestListener } from "node:http"
import { getRequestListener } from "@hono/node-server"
import type { createApp } from "./app.ts"

type App = ReturnType<typeof createApp>

/** What stands behind a port: kept answers leave at once, everything else goes through the app. */
export function listenerOf({ fetch, answerAtOnce }: Pick<App, "fetch" | "answerAtOnce">): RequestListener {
  const listener = getRequestListener(fetch)
  return (incoming, outgoing) => {
    if (!answerAtOnce(incoming, outgoing)) listener(incoming, outgoing)
  }
}
