import { Agent, type OutgoingHttpHeaders, request } from "node:http"

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

export interface Sent {
  method?: string
  headers?: OutgoingHttpHeaders
  body?: string
}

export interface Answer {
  body: Buffer<ArrayBuffer>
  headers: Record<string, string | string[] | undefined>
  /** From sending to the last byte. */
  milliseconds: number
}

/** One request over a connection that stays open, its body as it came over the wire. */
export function ask(url: string, { method = "GET", headers = {}, body }: Sent = {}): Promise<Answer> {
  const start = performance.now()
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, (response) => {
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
    sent.on("error", reject)
    sent.end(body)
  })
}

/** Asks again and again, as long and as often as given, at least three times; answers the milliseconds of each. */
export async function askRepeatedly(once: () => Promise<Answer>, limits: { seconds: number; times: number }) {
  const found: number[] = []
  const end = performance.now() + limits.seconds * 1000
  while (found.length < 3 || (found.length < limits.times && performance.now() < end)) {
    found.push((await once()).milliseconds)
  }
  return found
}
