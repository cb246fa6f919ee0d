import { Agent, request } from "node:http"

interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string
}

export interface Tally {
  /** Whole answers, by status. */
  answered: Record<number, number>
  /** New connections that nobody took. */
  refused: number
  /** Requests whose answer broke off, or never came over a connection that had answered before. */
  brokenOff: string[]
}

/**
 * So many visitors ask one request after the other, each over a connection that stays open, until the site takes no
 * more; what each request is, `next` tells.
 */
export async function keepAsking(
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
      over = await askOnce(url + path, sent)
    }
  }

  /** Whether the site takes no more. */
  function askOnce(address: string, { method = "GET", headers = {}, body }: Sent): Promise<boolean> {
    return new Promise((resolve) => {
      const asked = request(address, { agent, method, headers }, (response) => {
        response.resume()
        response.on("end", () => {
          const status = response.statusCode ?? 0
          tally.answered[status] = (tally.answered[status] ?? 0) + 1
          resolve(false)
        })
        response.on("error", (error) => {
          tally.brokenOff.push(`${method} ${address}: answer ${error.message}`)
          resolve(true)
        })
      })
      asked.on("error", (error: NodeJS.ErrnoException) => {
        if (asked.reusedSocket) tally.brokenOff.push(`${method} ${address}: ${error.code}`)
        else tally.refused += 1
        resolve(true)
      })
      asked.end(body)
    })
  }

  await Promise.all(Array.from({ length: visitors }, visit))
  agent.destroy()
  return tally
}
