import { dashboard } from "#client/copy/admin-dashboard.ts"
import { siteManagement } from "#client/copy/admin-site.ts"
import { stats } from "#client/copy/admin-stats.ts"
import { openScreen, signIn } from "#e2e/admin/sign-in.ts"
import { firstVisit } from "#e2e/first-visit.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated } from "#e2e/open-page.ts"
import { bytesOf, type Fetched, type Visit, watchFetches } from "#e2e/visit.ts"
import { accountScreens, screens } from "./screens.ts"

// Bytes on the wire with their headers, on a first visit at 360 px and density 1.
type Measured = Visit & {
  path: string
  /** What the application weighs once somebody means to use the page. */
  script: Fetched[]
}

const all: Measured[] = []

test.beforeAll(async ({ browser, site }) => {
  test.setTimeout(180_000)
  for (const path of [...screens, ...accountScreens].map(({ path }) => path)) {
    await using seen = await firstVisit(browser, site.url + path, { width: 360 })
    const { fetched, shift, blocking, page } = seen
    const watch = await watchFetches(page)
    await page.keyboard.press("Tab")
    await expectHydrated(page)
    await watch.quiet()
    all.push({ path, fetched, shift, blocking, script: onlyScripts([...fetched, ...watch.fetched]) })
  }
})

function onlyScripts(fetched: readonly Fetched[]) {
  return fetched.filter(({ kind }) => kind === "script")
}

/** The addresses that keep no budget, with what they cost. */
function over(limit: number, measure: (seen: Measured) => number, seen = all) {
  expect(seen.length).toBeGreaterThan(0)
  const costs = seen.map((one) => [one.path, measure(one)] as const)
  return Object.fromEntries(costs.filter(([, cost]) => cost > limit))
}

/** What of the charts and of the back-office stands in scripts: ECharts' own name, and words of its screens. */
async function foundIn(fetched: readonly Fetched[]): Promise<string[]> {
  const texts = await Promise.all(fetched.map(async ({ url }) => (await fetch(url)).text()))
  const marks = ["ECharts", stats.lead, stats.empty, dashboard.lead, siteManagement.lead]
  return marks.filter((mark) => texts.some((text) => text.includes(mark)))
}

test("the typeface weighs 42 kB at most", () => {
  expect(over(42_000, ({ fetched }) => bytesOf(fetched, "fonts"))).toEqual({})
})

test("nothing moves while a public page arrives", () => {
  expect(over(0.004, ({ shift }) => shift)).toEqual({})
})

test("nothing but the one style sheet stands before the first picture of a page", () => {
  for (const { path, blocking } of all) expect(blocking, path).toEqual([expect.stringMatching(/\.css$/)])
})

test("an administrator's screen with charts has 330 kB of script at most", async ({ page }) => {
  await signIn(page)
  const watch = await watchFetches(page)
  await openScreen(page, "/admin/stats", "Statistiques")
  await expect(page.getByRole("img", { name: stats.byStatus.chart }).locator("svg path").first()).toBeAttached()
  await watch.quiet()
  expect(bytesOf(watch.fetched, "script")).toBeLessThanOrEqual(330_000)
  expect(await foundIn(onlyScripts(watch.fetched))).toEqual(expect.arrayContaining(["ECharts", stats.lead]))
})

test("public pages fetch no code of charts or of the back-office", async () => {
  for (const { path, script } of all) expect(await foundIn(script), path).toEqual([])
})

test("no public page has more than 20 kB of HTML and style sheet", () => {
  expect(over(20_000, ({ fetched }) => bytesOf(fetched, "html", "css"))).toEqual({})
})

test("whoever only reads fetches 130 kB at most on home and 120 kB on any other page, pictures included", () => {
  const home = all.filter(({ path }) => path === "/")
  const others = all.filter(({ path }) => path !== "/")
  const weight = ({ fetched }: Measured) => bytesOf(fetched)
  expect({ ...over(130_000, weight, home), ...over(120_000, weight, others) }).toEqual({})
})

test("whoever only reads makes 12 requests at most", () => {
  expect(over(12, ({ fetched }) => fetched.length)).toEqual({})
})

test("public pages have 125 kB of script at most", () => {
  for (const { path, script } of all) expect(script.length, path).toBeGreaterThan(0)
  expect(over(125_000, ({ script }) => bytesOf(script))).toEqual({})
})
