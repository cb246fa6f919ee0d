import { Agent, request } from "node:http"

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string
}

export interface Tally {
  /** Complete responses, by status. */
  answered: Record<number, number>
  /** New connections that were refused. */
  refused: number
  /** Requests whose response broke off, or never came over a connection that had answered before. */
  brokenOff: string[]
}

/**
 * Lets visitors send one request after the other over keep-alive connections, until the site accepts no more; `next`
 * makes each request.
 */
export async function sendContinuously(
  url: string,
  { visitors, next }: { visitors: number; next: (count: number) => Sent & { path: string } },
) {
  const agent = new Agent({ keepAlive: true, maxSockets: visitors })
  const tally: Tally = { answered: {}, refused: 0, brokenOff: [] }
  let count = 0
  async function visit() {
    for (let over = false; !over; ) {
      count += 1
      const { path, ...sent } = next(count)
      over = await sendOnce(url + path, sent)
    }
  }

  /** Whether the site accepts no more. */
  function sendOnce(url: string, { method = "GET", headers = {}, body }: Sent): Promise<boolean> {
    return new Promise((resolve) => {
      const outgoing = request(url, { agent, method, headers }, (response) => {
        response.resume()
        response.on("end", () => {
          const status = response.statusCode ?? 0
          tally.answered[status] = (tally.answered[status] ?? 0) + 1
          resolve(false)
        })
        response.on("error", (error) => {
          tally.brokenOff.push(`${method} ${url}: answer ${error.message}`)
          resolve(true)
        })
      })
      outgoing.on("error", (error: NodeJS.ErrnoException) => {
        if (outgoing.reusedSocket) tally.brokenOff.push(`${method} ${url}: ${error.code}`)
        else tally.refused += 1
        resolve(true)
      })
      outgoing.end(body)
    })
  }

  await Promise.all(Array.from({ length: visitors }, visit))
  agent.destroy()
  return tally
}
