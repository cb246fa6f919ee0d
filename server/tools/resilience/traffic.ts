import { randomUUID } from "node:crypto"
import { setTimeout as pause } from "node:timers/promises"
import { contactFields } from "#server/testing/fixtures.ts"
import { quantile } from "#server/tools/figures/statistics.ts"
import { sendContact } from "./visitor.ts"

export interface Exchange {
  /** The id of a contact request, or undefined for a page. */
  requestId: string | undefined
  /** It is 0 without a response. */
  status: number
  retryAfter: string | null
  /** In milliseconds, by performance.now(). */
  startedAt: number
  milliseconds: number
}

interface Options {
  readers?: number
  writers?: number
  paths?: readonly string[]
}

/** These are cached pages, a list and a project. */
const PATHS = ["/", "/transport", "/api/projects", "/api/projects/1"]

/** Lets visitors read pages or send contact requests, one after the other, until `end()`. */
export function startTraffic(url: string, { readers = 12, writers = 4, paths = PATHS }: Options = {}) {
  const exchanges: Exchange[] = []
  let isOver = false

  async function visit(send: (count: number) => Promise<Exchange>) {
    for (let count = 0; !isOver; count += 1) {
      exchanges.push(await send(count))
      await pause(2)
    }
  }

  const visits = [
    ...Array.from({ length: readers }, () => visit((count) => exchange(url + paths[count % paths.length]))),
    ...Array.from({ length: writers }, () => visit(() => exchange(`${url}/api/contact`, randomUUID()))),
  ]
  return {
    exchanges,
    async end(): Promise<Exchange[]> {
      isOver = true
      await Promise.all(visits)
      return exchanges
    },
  }
}

async function exchange(url: string, requestId?: string): Promise<Exchange> {
  const startedAt = performance.now()
  const response = await fetch(url, requestId === undefined ? {} : contactRequest(requestId)).catch(() => undefined)
  // A body that breaks off counts as no response.
  const isWhole = await response?.bytes().then(
    () => true,
    () => false,
  )
  return {
    requestId,
    status: (isWhole && response?.status) || 0,
    retryAfter: response?.headers.get("Retry-After") ?? null,
    startedAt,
    milliseconds: performance.now() - startedAt,
  }
}

function contactRequest(requestId: string): RequestInit {
  const body = JSON.stringify({ ...contactFields, requestId, message: `${contactFields.message} ${requestId}` })
  return { method: "POST", headers: { "Content-Type": "application/json" }, body }
}

/** Counts each status, for pages and for contact requests. */
export function statusesOf(exchanges: readonly Exchange[]) {
  const counts: Record<"pages" | "contacts", Record<number, number>> = { pages: {}, contacts: {} }
  for (const { requestId, status } of exchanges) {
    const kind = counts[requestId === undefined ? "pages" : "contacts"]
    kind[status] = (kind[status] ?? 0) + 1
  }
  return counts
}

export function p99Of(exchanges: readonly Exchange[]): number {
  return quantile(
    exchanges.map(({ milliseconds }) => milliseconds),
    0.99,
  )
}

/** Sends each contact request that got no 201 again, as the form in a visitor's browser does. */
export async function repeatUnanswered(url: string, exchanges: readonly Exchange[]): Promise<number> {
  const unanswered = exchanges.flatMap(({ requestId, status }) => (status === 201 || !requestId ? [] : [requestId]))
  for (const requestId of unanswered) {
    const { status, text } = await sendContact({ url }, { requestId })
    if (status !== 201) throw new Error(`A repeated contact request was answered ${status}: ${text}`)
  }
  return unanswered.length
}

export function idsOf(exchanges: readonly Exchange[]): string[] {
  return exchanges.flatMap(({ requestId }) => requestId ?? [])
}
