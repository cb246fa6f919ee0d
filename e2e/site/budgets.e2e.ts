import { contentList } from "#client/copy/admin-content.ts"
import { dashboard } from "#client/copy/admin-dashboard.ts"
import { stats } from "#client/copy/admin-stats.ts"
import { openScreen, signIn } from "#e2e/admin/sign-in.ts"
import { firstVisit, untilCompressed } from "#e2e/first-visit.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated } from "#e2e/open-page.ts"
import { bytesOf, type Fetched, type Visit, visit, watchFetches } from "#e2e/visit.ts"
import { accountScreens, screens } from "./screens.ts"

// Bytes on the wire with their headers, on a first visit at 360 px and density 1.
type Measured = Omit<Visit, "lateFont"> & {
  path: string
  /** All that is fetched until the page is hydrated. */
  script: Fetched[]
}

const all: Measured[] = []

test.beforeAll(async ({ browser, sharedSite: site }) => {
  test.setTimeout(180_000)
  const paths = [...[...screens, ...accountScreens].map(({ path }) => path), await newestProject(site.url)]
  await untilCompressed(paths.map((path) => site.url + path))
  for (const path of paths) {
    await using seen = await firstVisit(browser, site.url + path, { width: 360 })
    const { fetched, shift, blocking, page } = seen
    const watch = await watchFetches(page)
    await page.keyboard.press("Tab")
    await expectHydrated(page)
    await watch.untilIdle()
    all.push({ path, fetched, shift, blocking, script: onlyScripts([...fetched, ...watch.fetched]) })
  }
})

/** The path of its page. */
async function newestProject(url: string): Promise<string> {
  const [project] = await (await fetch(`${url}/api/projects?sector=construction`)).json()
  return `/realisations/${project.slug}`
}

function onlyScripts(fetched: readonly Fetched[]) {
  return fetched.filter(({ kind }) => kind === "script")
}

/** The pages over a limit, with what they cost. */
function over(limit: number, measure: (seen: Measured) => number, seen = all) {
  expect(seen.length).toBeGreaterThan(0)
  const costs = seen.map((one) => [one.path, measure(one)] as const)
  return Object.fromEntries(costs.filter(([, cost]) => cost > limit))
}

/** Marks of charts and back-office that stand in scripts: ECharts' own name, and texts of its screens. */
async function foundIn(fetched: readonly Fetched[]): Promise<string[]> {
  const texts = await Promise.all(fetched.map(async ({ url }) => (await fetch(url)).text()))
  const marks = ["ECharts", stats.lead, stats.empty, dashboard.lead, contentList.lead]
  return marks.filter((mark) => texts.some((text) => text.includes(mark)))
}

test("a first visit that only reads keeps the budgets of bytes and requests, and nothing moves meanwhile", async () => {
  const home = all.filter(({ path }) => path === "/")
  const others = all.filter(({ path }) => path !== "/")
  const weight = ({ fetched }: Measured) => bytesOf(fetched)
  expect.soft({ ...over(130_000, weight, home), ...over(120_000, weight, others) }, "130 kB, 120 kB").toEqual({})
  expect
    .soft(
      over(20_000, ({ fetched }) => bytesOf(fetched, "html", "css")),
      "20 kB of HTML and CSS",
    )
    .toEqual({})
  expect
    .soft(
      over(42_000, ({ fetched }) => bytesOf(fetched, "fonts")),
      "42 kB of fonts",
    )
    .toEqual({})
  expect
    .soft(
      over(12, ({ fetched }) => fetched.length),
      "12 requests",
    )
    .toEqual({})
  expect
    .soft(
      over(0.004, ({ shift }) => shift),
      "layout shift",
    )
    .toEqual({})
  for (const { path, blocking } of all) expect.soft(blocking, path).toEqual([expect.stringMatching(/\.css$/)])
})

test("public pages have 125 kB of script at most, without charts and back-office", async () => {
  expect(over(125_000, ({ script }) => bytesOf(script))).toEqual({})
  for (const { path, script } of all) {
    expect(script.length, path).toBeGreaterThan(0)
    expect(await foundIn(script), path).toEqual([])
  }
})

test("text that is laid out anew for a late font moves the page little", async ({ page, site }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await page.route("**/*.woff2", async (route) => {
    await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0)
    await route.continue()
  })
  const { shift, lateFont } = await visit(page, site.url)
  expect(lateFont).toBe(true)
  expect(shift).toBeLessThan(0.1)
})

test("an administrator's screen has 30 scripts at most, and 330 kB of them with its charts", async ({ page }) => {
  await signIn(page)
  const watch = await watchFetches(page)
  await openScreen(page, "/admin/stats", "Statistiques")
  await expect(page.getByRole("img", { name: stats.byStatus.chart }).locator("svg path").first()).toBeAttached()
  await watch.untilIdle()
  expect(bytesOf(watch.fetched, "script")).toBeLessThanOrEqual(330_000)
  expect(await foundIn(onlyScripts(watch.fetched))).toEqual(expect.arrayContaining(["ECharts", stats.lead]))
  await openScreen(page, "/admin/projects", "Projets")
  const urls = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name))
  expect(new Set(urls.filter((url) => url.endsWith(".js"))).size).toBeLessThanOrEqual(30)
})
