import { Agent, type OutgoingHttpHeaders, request } from "node:http"

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

export interface Sent {
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string
}

export interface Response {
  body: Buffer<ArrayBuffer>
  headers: Record<string, string | string[] | undefined>
  /** The time from sending the request to the last byte of the response. */
  milliseconds: number
}

/** Sends one request over a keep-alive connection, and does not decode the body. */
export function send(url: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<Response> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method, headers }, (response) => {
      const chunks: Buffer<ArrayBuffer>[] = []
      response.on("data", (chunk) => chunks.push(chunk))
      response.on("error", reject)
      response.on("end", () => {
        const milliseconds = performance.now() - start
        const whole = Buffer.concat(chunks)
        if (response.statusCode === undefined || response.statusCode > 299)
          return reject(new Error(`${method} ${url}: ${response.statusCode} ${whole.toString().slice(0, 200)}`))
        resolve({ body: whole, headers: response.headers, milliseconds })
      })
    })
    outgoing.on("error", reject)
    outgoing.end(body)
  })
}

type Once = () => Promise<Response>

/** Repeats a request within these limits, at least three times; returns the milliseconds of each. */
export async function sendRepeatedly(once: Once, limits: { seconds: number; times: number }): Promise<number[]> {
  return (await sendInTurn([once], limits)).flat()
}

/** Sends several requests, one of each in turn, so that whatever slows the machine slows all of them. */
export async function sendInTurn(requests: readonly Once[], limits: { seconds: number; times: number }) {
  const rounds: number[][] = []
  const end = performance.now() + limits.seconds * 1000
  while (rounds.length < 3 || (rounds.length < limits.times && performance.now() < end)) {
    const round: number[] = []
    for (const once of requests) round.push((await once()).milliseconds)
    rounds.push(round)
  }
  return requests.map((_, index) => rounds.map((round) => round[index] ?? Number.NaN))
}
