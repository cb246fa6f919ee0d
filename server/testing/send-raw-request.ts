import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"

interface RequestOptions {
  method?: string
  headers?: Record<string, string>
  body?: string | URLSearchParams
}

/** Sends a request through a socket, and returns the raw response, since fetch would set encodings and the Host. */
export async function sendRawRequest(
  port: number,
  path: string,
  { method = "GET", headers = {}, body }: RequestOptions = {},
) {
  const type = body instanceof URLSearchParams && { "Content-Type": "application/x-www-form-urlencoded" }
  const asked = request({
    port,
    host: "127.0.0.1",
    path,
    method,
    headers: { Host: "site.example", ...type, ...headers },
  })
  const bytes = body?.toString() ?? ""
  // Without a length, Node sends the body of a DELETE as if it were the next request.
  if (bytes) asked.setHeader("Content-Length", Buffer.byteLength(bytes))
  asked.end(bytes)
  const [answer] = (await once(asked, "response")) as [IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of answer) chunks.push(chunk)
  const { statusCode: status = 0, rawHeaders } = answer
  const pairs = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""]] : []))
  const own = pairs.filter(([name = ""]) => !/^(date|connection|keep-alive)$/i.test(name)) as [string, string][]
  return new Response(chunks.length > 0 ? Buffer.concat(chunks) : null, { status, headers: own })
}
