import { waitFor } from "@testing-library/dom"
import { vi } from "vitest"
import type { createCookieClient } from "#server/testing/cookie-client.ts"

/** Answers a request in place of the app, which `proceed` asks. */
export type Answer = (request: Request, proceed: () => Promise<Response>) => Response | Promise<Response>

/** The server's own rejection: JSON with a message. */
export const rejection =
  (message: string): Answer =>
  () =>
    Response.json({ error: { message, code: -32603, data: { code: "unavailable", httpStatus: 503 } } }, { status: 503 })

/** Answers as a proxy does when the server behind it is down. */
export const proxyPage: Answer = () =>
  new Response("<h1>Bad Gateway</h1>", { status: 502, headers: { "Content-Type": "text/html" } })

export const noConnection: Answer = () => {
  throw new TypeError("Failed to fetch")
}

/** The server does what it was asked, but its response is lost. */
export const lostResponse: Answer = async (_request, proceed) => {
  await proceed()
  throw new TypeError("Failed to fetch")
}

export type Network = ReturnType<typeof connect>

/** Connects the page's fetch, XMLHttpRequest and EventSource with the app; tests break parts of that network. */
export function connect(client: ReturnType<typeof createCookieClient>) {
  const rules: { part: string; answer: Answer }[] = []
  const requests: string[] = []
  const answering = new Set<Promise<Response>>()

  async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const request = input instanceof Request ? input : new Request(new URL(input, location.href), init)
    const { pathname, search } = new URL(request.url)
    const path = pathname + search
    requests.push(`${request.method} ${path}`)
    const rule = rules.findLast(({ part }) => decodeURIComponent(path).includes(part))
    const body = request.body ? await request.clone().arrayBuffer() : undefined
    const headers = new Headers(request.headers)
    // What browsers send by themselves.
    if (request.method !== "GET") headers.set("Origin", location.origin)
    if (body) headers.set("Content-Length", String(body.byteLength))
    const { method, credentials } = request
    const proceed = async () => {
      const answered = Promise.resolve(client.request(path, { method, credentials, headers, ...(body && { body }) }))
      answering.add(answered)
      return answered.finally(() => answering.delete(answered))
    }
    return rule ? rule.answer(request, proceed) : proceed()
  }

  function fetchFromApp(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const signal = init?.signal
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal?.reason ?? new DOMException("Aborted", "AbortError"))
      if (signal?.aborted) return abort()
      signal?.addEventListener("abort", abort)
      send(input, init).then(resolve, reject)
    })
  }

  vi.stubGlobal("fetch", fetchFromApp)
  vi.stubGlobal("XMLHttpRequest", PageRequest)
  vi.stubGlobal("EventSource", PageEventSource)

  /** Answers requests whose path contains `part`, until the returned function is called: "projects.delete", "/". */
  function answer(part: string, answer: Answer): () => void {
    const rule = { part, answer }
    rules.push(rule)
    return () => {
      if (rules.includes(rule)) rules.splice(rules.indexOf(rule), 1)
    }
  }

  return {
    answer,
    /** Holds those requests back until the returned function is called; then the app, or `then`, answers them. */
    hold(part: string, then: Answer = (_request, proceed) => proceed()): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      const end = answer(part, (request, proceed) => promise.then(() => then(request, proceed)))
      return () => {
        end()
        resolve()
      }
    },
    /** What the page has sent so far: "POST /trpc/projects.delete?batch=1". */
    requests,
    /** Waits until the app has answered what has reached it, and a turn more. */
    async idle() {
      await new Promise((resolve) => setTimeout(resolve))
      await Promise.allSettled(answering)
      await new Promise((resolve) => setTimeout(resolve))
    },
    /** Waits until the page has sent `count` requests whose path contains `part`. */
    sent: (part: string, count = 1) =>
      waitFor(() => {
        const sent = requests.filter((request) => decodeURIComponent(request).includes(part))
        if (sent.length < count) throw new Error(`${sent.length} requests with ${part} were sent, not ${count}`)
      }),
  }
}

/** XMLHttpRequest as uploads use it, over the page's fetch. */
class PageRequest {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  onloadend?: () => void
  status = 0
  responseText = ""
  readonly #headers = new Headers()
  readonly #abort = new AbortController()
  #method = "GET"
  #url = ""
  #received = new Headers()

  open(method: string, url: string) {
    this.#method = method
    this.#url = url
  }

  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value)
  }

  getAllResponseHeaders() {
    return Array.from(this.#received, ([name, value]) => `${name}: ${value}\r\n`).join("")
  }

  abort() {
    this.#abort.abort()
  }

  async send(body?: BodyInit) {
    try {
      const init = { method: this.#method, headers: this.#headers, signal: this.#abort.signal, ...(body && { body }) }
      const response = await fetch(this.#url, init)
      this.upload.onprogress?.({ loaded: 1, total: 1 })
      this.status = response.status
      this.#received = response.headers
      this.responseText = await response.text()
      this.onload?.()
    } catch {
      if (this.#abort.signal.aborted) this.onabort?.()
      else this.onerror?.()
    } finally {
      this.onloadend?.()
    }
  }
}

const RECONNECT_MS = 3000

/** EventSource as the HTML standard describes it, over the page's fetch. */
class PageEventSource extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSED = 2
  readyState: number = PageEventSource.CONNECTING
  readonly #url: string
  #reader: ReadableStreamDefaultReader<string> | undefined

  constructor(url: string) {
    super()
    this.#url = url
    void this.#connect()
  }

  close() {
    this.readyState = PageEventSource.CLOSED
    void this.#reader?.cancel()
  }

  async #connect() {
    try {
      const response = await fetch(this.#url, { headers: { Accept: "text/event-stream" } })
      if (this.readyState === PageEventSource.CLOSED) return
      if (!response.ok || !response.body) return this.#fail()
      this.#reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      this.readyState = PageEventSource.OPEN
      let text = ""
      for (;;) {
        const { done, value } = await this.#reader.read()
        if (done) break
        const events = (text + value).split("\n\n")
        text = events.pop() ?? ""
        for (const event of events) this.#dispatch(event)
      }
    } catch {
      // As after the end of a stream, it connects again.
    }
    if (this.readyState === PageEventSource.CLOSED) return
    this.readyState = PageEventSource.CONNECTING
    this.dispatchEvent(new Event("error"))
    setTimeout(() => this.readyState !== PageEventSource.CLOSED && void this.#connect(), RECONNECT_MS)
  }

  #fail() {
    this.readyState = PageEventSource.CLOSED
    this.dispatchEvent(new Event("error"))
  }

  #dispatch(event: string) {
    const fields = event.split("\n").map((line) => /^(\w+): ?(.*)$/.exec(line) ?? [])
    const [, , type = "message"] = fields.find(([, name]) => name === "event") ?? []
    const lines = fields.filter(([, name]) => name === "data").map(([, , value]) => value)
    if (lines.length > 0) this.dispatchEvent(new MessageEvent(type, { data: lines.join("\n") }))
  }
}
