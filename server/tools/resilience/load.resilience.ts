import { expect, test } from "vitest"
import { startSite } from "#server/testing/start-site.ts"
import { createTemporaryFolder } from "#server/testing/test-site.ts"
import { startFilledSite } from "#server/tools/bench/filled-site.ts"
import { HOUR, simulateHour } from "#server/tools/bench/hour.ts"
import { residentMegabytes } from "#server/tools/bench/resident.ts"
import { quantile } from "#server/tools/figures/statistics.ts"
import { figuresOf } from "./figures.ts"
import { checkIntegrity, checkPictures } from "./inspect-data.ts"
import { type Kind, mixedRequests } from "./mixed-requests.ts"
import { chooseSeed, randomNumbers } from "./random.ts"
import { signIn } from "./visitor.ts"

const figures = figuresOf("load", "Load")

const REQUESTS = 10_000
const CONNECTIONS = 100

/** Shuffles requests of all kinds; each kind has its share of every hundred. */
function deal(kinds: readonly Kind[], random: () => number): Kind[] {
  const hundred = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind))
  expect(hundred).toHaveLength(100)
  const all = Array.from({ length: REQUESTS / 100 }, () => hundred).flat()
  return all
    .map((kind) => ({ kind, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ kind }) => kind)
}

test("10,000 mixed requests at 100 connections are answered without a single 5xx", async () => {
  using folder = createTemporaryFolder()
  const settings = { RATE_LIMITS: "1", TRUST_PROXY: "1", LOG_LEVEL: "warn" }
  await using site = await startSite({ dataDir: folder.path, settings })
  const seed = chooseSeed()
  const random = randomNumbers(seed)
  figures.step(`seed ${seed}`)
  const kinds = await mixedRequests(site, { headers: await signIn(site), random })
  const requests = deal(kinds, random)
  const statuses: Record<number, number> = {}
  const odd: string[] = []
  const times: number[] = []
  const ofPages: number[] = []
  let next = 0
  async function visit() {
    for (let number = next++; number < requests.length; number = next++) {
      const kind = requests[number] as Kind
      const start = performance.now()
      const { status, text } = await kind.send(number)
      times.push(performance.now() - start)
      if (kind.name === "pages") ofPages.push(performance.now() - start)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (!kind.expected.includes(status)) odd.push(`${kind.name}: ${status} ${text.slice(0, 200)}`)
      if (number % 2000 === 1999) figures.step(`${number + 1} requests`)
    }
  }
  const start = performance.now()
  await Promise.all(Array.from({ length: CONNECTIONS }, visit))
  const seconds = (performance.now() - start) / 1000
  expect(odd).toEqual([])
  expect(site.output()).not.toMatch(/"level":"error"/)
  expect(checkIntegrity(folder.path)).toBe("ok")
  expect((await checkPictures(folder.path)).lines.filter((line) => line.startsWith("Image sans"))).toEqual([])
  figures.add("mixed requests at 100 connections", requests.length)
  figures.add("answered 5xx, not at all, or otherwise than they should be", odd.length, "0")
  figures.add(
    "answers by status",
    Object.entries(statuses)
      .map(([status, count]) => `${status}: ${count}`)
      .join(", "),
  )
  figures.add("p50, p99 of pages, ms", `${quantile(ofPages, 0.5).toFixed(0)}, ${quantile(ofPages, 0.99).toFixed(0)}`)
  figures.add("p50, p99 of all kinds, ms", `${quantile(times, 0.5).toFixed(0)}, ${quantile(times, 0.99).toFixed(0)}`)
  figures.add("seconds", seconds)
  figures.add("seed (RESILIENCE_SEED)", String(seed))
})

test("an hour's requests do not make the memory grow", async () => {
  await using site = await startFilledSite({ projects: 200, messages: 200 })
  const resident: number[] = []
  await simulateHour(site, HOUR, (minute) => {
    resident.push(residentMegabytes(site.pid))
    if (minute % 12 === 0) figures.step(`${minute} minutes' requests: ${resident.at(-1)?.toFixed(0)} MB`)
  })
  // Memory rises between two full garbage collections and falls at each, so only the peaks can be compared.
  const heights = [0, 12, 24, 36, 48].map((minute) => Math.max(...resident.slice(minute, minute + 12)))
  const growths = heights.slice(1).map((height, index) => (height / (heights[index] ?? Number.NaN) - 1) * 100)
  figures.add("pages, files, messages, changes in an hour's requests", Object.values(HOUR).join(", "))
  figures.add(
    "resident memory in each fifth of an hour, at most, MB",
    heights.map((height) => height.toFixed(0)).join(", "),
    "< 350",
  )
  const total = (Math.max(...heights.slice(1)) / (heights[0] ?? Number.NaN) - 1) * 100
  figures.add("growth after the first fifth, %", total, "< 20")
  // A leak grows in every fifth, while memory that the allocator takes once and keeps is a single step.
  const [_step = 0, ...others] = growths.toSorted((one, other) => other - one)
  const growth = others.reduce((sum, one) => sum + one, 0)
  figures.add("growth from fifth to fifth without the largest step, together, %", growth, "< 12")
  expect(growth).toBeLessThan(12)
  expect(total).toBeLessThan(20)
  expect(Math.max(...heights)).toBeLessThan(350)
})
