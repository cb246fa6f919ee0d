import { setTimeout as pause } from "node:timers/promises"
import { expect } from "vitest"
import type { Site } from "#server/testing/start-site.ts"
import { quantile } from "#server/tools/figures/statistics.ts"
import type { figuresOf } from "./figures.ts"
import { pagesOf, probe } from "./probe.ts"
import { countStatuses, type Outcome, request, sendContact, type TimedOutcome, timed } from "./visitor.ts"

/** Repeats `act` until `until` is settled. */
export async function repeat<Result>(
  until: Promise<unknown>,
  act: (count: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let over = false
  void until.finally(() => {
    over = true
  })
  while (!over) {
    results.push(await act(results.length))
    await pause(20)
  }
  return results
}

/** Requests pages, images of those names and sends contact requests until `until` is settled. */
export async function visit({ url }: Site, names: readonly string[], until: Promise<unknown>) {
  const [pages, contacts, images] = await Promise.all([
    probe(pagesOf(url), until),
    repeat(until, () => timed(sendContact({ url }))),
    repeat(until, (count) => request(`${url}/uploads/${names[count % names.length]}`)),
  ])
  return { pages, contacts, images }
}

type Figures = ReturnType<typeof figuresOf>
type Visits = Awaited<ReturnType<typeof visit>>

/** A slow store takes this long to answer, so whoever waits for it takes at least as long. */
export const SLOW_MS = 2500

/** Expects that pages and contact requests never wait for the store. */
export function expectUndisturbed(figures: Figures, what: string, { pages, contacts }: Visits) {
  const times = contacts.map(({ seconds }) => seconds * 1000)
  const ofContacts = { p50: quantile(times, 0.5), p99: quantile(times, 0.99), most: Math.max(...times) }
  expect([pages.failed, contacts.filter(({ status }) => status !== 201)]).toEqual([0, []])
  expect(Math.max(pages.most, ofContacts.most)).toBeLessThan(SLOW_MS)
  const add = (kind: string, count: number, { p50, p99, most }: typeof ofContacts) =>
    figures.add(
      `${what}: ${kind}, of them failed; p50, p99, at most, ms`,
      `${count}, 0; ${[p50, p99, most].map((ms) => ms.toFixed(0)).join(", ")}`,
      `0; < ${SLOW_MS}`,
    )
  add("pages", pages.requests, pages)
  add("contact requests", contacts.length, ofContacts)
}

export function describeStatuses(outcomes: readonly Outcome[]): string {
  const counts = Object.entries(countStatuses(outcomes))
  return counts.map(([status, count]) => `${count} × ${status === "0" ? "cut off" : status}`).join(", ")
}

export function longestOf(outcomes: readonly TimedOutcome[]): string {
  return `${Math.max(...outcomes.map(({ seconds }) => seconds)).toFixed(1)} s`
}

/** Returns the status, and what the health check says of the database and the image store. */
export async function readHealth({ url }: Site): Promise<[number, unknown]> {
  const { status, text } = await request(`${url}/api/health`)
  return [status, JSON.parse(text).parts]
}

export function messageOf({ text }: Outcome): string {
  return JSON.parse(text).message
}
