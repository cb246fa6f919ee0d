import { once } from "node:events"
import { createServer, request, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

type Rewrite = (body: string) => string | undefined

/** Starts a proxy to the site that can be cut, and that can change the service worker as a new build would. */
export async function startRelay(siteUrl: string) {
  let isCut = false
  let rewrite: Rewrite = (body) => body
  const seen: string[] = []
  const server = createServer((incoming, outgoing) => {
    if (isCut) return incoming.socket.destroy()
    const { url = "", method, headers } = incoming
    seen.push(`${method} ${url}`)
    const isWorker = url === "/sw.js"
    const plain = isWorker ? { ...headers, "accept-encoding": "identity", "if-none-match": "" } : headers
    const onward = request(siteUrl + url, { method, headers: plain }, (response) => {
      if (isWorker) return void text(response).then((body) => sendWorker(outgoing, rewrite(body), method))
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    onward.on("error", () => outgoing.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The methods and paths of the requests that got through. */
    seen,
    cut: () => {
      isCut = true
      server.closeAllConnections()
    },
    restore: () => {
      isCut = false
    },
    /** Sets what `/sw.js` answers from now on, which is a 404 where `change` returns undefined. */
    changeWorker: (change: Rewrite) => {
      rewrite = change
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

function sendWorker(outgoing: ServerResponse, body: string | undefined, method: string | undefined) {
  const policy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'"
  const headers = { "Content-Type": "text/javascript", "Cache-Control": "no-cache", "Content-Security-Policy": policy }
  outgoing.writeHead(body === undefined ? 404 : 200, headers).end(method === "HEAD" ? undefined : body)
}
