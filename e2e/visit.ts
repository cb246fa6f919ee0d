import { setTimeout as pause } from "node:timers/promises"
import type { CDPSession, Page } from "@playwright/test"

export const KINDS = ["html", "css", "script", "fonts", "pictures", "other"] as const

export type Kind = (typeof KINDS)[number]

/** One request to the server; what the browser's cache answers does not count. */
export interface Fetched {
  url: string
  kind: Kind
  /** Counted on the wire, including headers. */
  bytes: number
}

type Pending = { url: string; mime: string; fromCache: boolean }

const QUIET_MS = 500

/** Records what a page fetches, as the browser itself reports it (CDP). */
export async function watchFetches(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  const fetched: Fetched[] = []
  const pending = new Map<string, Pending>()
  let events = 0
  listen(cdp, pending, (request) => {
    events += 1
    if (request) fetched.push(request)
  })
  await cdp.send("Network.enable")
  return {
    fetched,
    /** Waits until there has been no request for half a second. */
    async untilIdle() {
      for (let seen = -1; seen !== events || pending.size > 0; ) {
        seen = events
        await pause(QUIET_MS)
      }
    },
    stop: () => cdp.detach(),
  }
}

function listen(cdp: CDPSession, pending: Map<string, Pending>, onEvent: (request?: Fetched) => void) {
  cdp.on("Network.requestWillBeSent", ({ requestId, request, redirectResponse, type }) => {
    // An event stream never ends.
    if (!/^https?:/.test(request.url) || type === "EventSource") return
    const before = pending.get(requestId)
    if (before && redirectResponse)
      onEvent({ url: before.url, kind: "other", bytes: redirectResponse.encodedDataLength })
    pending.set(requestId, { url: request.url, mime: "", fromCache: false })
    onEvent()
  })
  cdp.on("Network.requestServedFromCache", ({ requestId }) => {
    const request = pending.get(requestId)
    if (request) request.fromCache = true
  })
  cdp.on("Network.responseReceived", ({ requestId, response }) => {
    const request = pending.get(requestId)
    if (!request) return
    request.mime = response.mimeType
    request.fromCache ||= Boolean(response.fromDiskCache || response.fromPrefetchCache)
  })
  cdp.on("Network.loadingFinished", ({ requestId, encodedDataLength: bytes }) => end(requestId, bytes))
  cdp.on("Network.loadingFailed", ({ requestId }) => end(requestId, 0))

  function end(requestId: string, bytes: number) {
    const request = pending.get(requestId)
    if (!request || !pending.delete(requestId)) return
    onEvent(request.fromCache ? undefined : { url: request.url, kind: kindOf(request.mime), bytes })
  }
}

function kindOf(mime: string): Kind {
  if (mime === "text/html") return "html"
  if (mime === "text/css") return "css"
  if (/javascript/.test(mime)) return "script"
  if (/^font\//.test(mime)) return "fonts"
  if (/^image\//.test(mime)) return "pictures"
  return "other"
}

export interface Visit {
  fetched: Fetched[]
  /** The sum of all unexpected layout shifts, which is at least CLS. */
  shift: number
  /** The URLs that block the first paint. */
  blocking: string[]
  /** Whether a font arrived after the first paint, and changed the layout again. */
  lateFont: boolean
}

/** Visits a page to read it only: waits for the load and then for idle, without any input. */
export async function visit(page: Page, url: string): Promise<Visit> {
  const watch = await watchFetches(page)
  await page.goto(url, { waitUntil: "load" })
  await watch.untilIdle()
  await watch.stop()
  return { fetched: watch.fetched, ...(await page.evaluate(readTimeline)) }
}

/** Runs in the page, and reads the browser's performance entries. */
function readTimeline() {
  const observer = new PerformanceObserver(() => {})
  observer.observe({ type: "layout-shift", buffered: true })
  const shifts = observer.takeRecords() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
  const resources = performance.getEntriesByType("resource") as (PerformanceResourceTiming & {
    renderBlockingStatus: string
  })[]
  const firstPaint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0
  return {
    shift: shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0),
    lateFont: resources.some(({ name, responseEnd }) => name.endsWith(".woff2") && responseEnd > firstPaint),
    blocking: resources.filter((resource) => resource.renderBlockingStatus === "blocking").map(({ name }) => name),
  }
}

export function bytesOf(fetched: readonly Fetched[], ...kinds: readonly Kind[]): number {
  const counted = kinds.length > 0 ? fetched.filter(({ kind }) => kinds.includes(kind)) : fetched
  return counted.reduce((sum, { bytes }) => sum + bytes, 0)
}
