import type { Page } from "@playwright/test"
import { contentList } from "#client/copy/admin-content.ts"
import { dashboard } from "#client/copy/admin-dashboard.ts"
import { stats } from "#client/copy/admin-stats.ts"
import { openScreen, signIn } from "#e2e/admin/sign-in.ts"
import { untilCompressed } from "#e2e/first-visit.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated } from "#e2e/open-page.ts"
import { bytesOf, type Fetched, type Visit, visit, watchFetches } from "#e2e/visit.ts"
import { accountScreens, screens } from "./screens.ts"

// Sizes are bytes on the wire with headers, on a first visit at 360 px and density 1.
type Measured = Omit<Visit, "lateFont"> & {
  path: string
  /** The scripts that are fetched until the page is hydrated. */
  script: Fetched[]
}

/** Visits the page with an empty cache, as on a first visit. */
async function visitFirst(page: Page, url: string): Promise<Visit> {
  const devtools = await page.context().newCDPSession(page)
  await page.goto("about:blank")
  await devtools.send("Network.clearBrowserCache")
  await devtools.detach()
  const seen = await visit(page, url)
  // A font that comes after the first paint on a busy machine would make the figures those of the machine.
  return seen.lateFont ? visitFirst(page, url) : seen
}

async function measure(page: Page, url: string): Promise<Measured> {
  const { fetched, shift, blocking } = await visitFirst(page, url)
  const watch = await watchFetches(page)
  await page.keyboard.press("Tab")
  await expectHydrated(page)
  await watch.untilIdle()
  await watch.stop()
  return { path: new URL(url).pathname, fetched, shift, blocking, script: onlyScripts([...fetched, ...watch.fetched]) }
}

/** Returns the path of the newest project's page. */
async function newestProject(url: string): Promise<string> {
  const [project] = await (await fetch(`${url}/api/projects?sector=construction`)).json()
  return `/realisations/${project.slug}`
}

function onlyScripts(fetched: readonly Fetched[]) {
  return fetched.filter(({ kind }) => kind === "script")
}

async function expectSameWords(page: Page) {
  const [plain, hydrated] = await page.evaluate(async () => {
    const html = await (await fetch(location.href)).text()
    const documents = [new DOMParser().parseFromString(html, "text/html"), document]
    return documents.map((each) => ["header", "main", "footer"].map((part) => each.querySelector(part)?.textContent))
  })
  expect(plain?.join("").length, page.url()).toBeGreaterThan(500)
  expect(plain, page.url()).toEqual(hydrated)
}

/** Returns the pages over a limit, with their costs. */
function over(limit: number, seen: readonly Measured[], measure: (seen: Measured) => number) {
  expect(seen.length).toBeGreaterThan(0)
  const costs = seen.map((one) => [one.path, measure(one)] as const)
  return Object.fromEntries(costs.filter(([, cost]) => cost > limit))
}

/** Finds traces of charts and back office in scripts: the name ECharts, and texts of the admin screens. */
async function foundIn(fetched: readonly Fetched[]): Promise<string[]> {
  const urls = [...new Set(fetched.map(({ url }) => url))]
  const texts = await Promise.all(urls.map(async (url) => (await fetch(url)).text()))
  const marks = ["ECharts", stats.lead, stats.empty, dashboard.lead, contentList.lead]
  return marks.filter((mark) => texts.some((text) => text.includes(mark)))
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 780 }, deviceScaleFactor: 1 })

  test("each public page keeps its budgets, and is hydrated without another word", async ({ page, site }) => {
    test.setTimeout(180_000)
    const known = [...screens, ...accountScreens].map(({ path }) => path)
    const paths = [...known, await newestProject(site.url)]
    await untilCompressed(paths.map((path) => site.url + path))
    const all: Measured[] = []
    for (const path of paths) {
      all.push(await measure(page, site.url + path))
      await expectSameWords(page)
    }

    await test.step("a first visit that only reads fetches little, and nothing moves meanwhile", () => {
      const weight = ({ fetched }: Measured) => bytesOf(fetched)
      const [home = [], others = []] = [all.filter(({ path }) => path === "/"), all.filter(({ path }) => path !== "/")]
      expect.soft(over(130_000, home, weight), "130 kB at home").toEqual({})
      expect.soft(over(120_000, others, weight), "120 kB").toEqual({})
      const text = over(20_000, all, ({ fetched }) => bytesOf(fetched, "html", "css"))
      expect.soft(text, "20 kB of HTML and CSS").toEqual({})
      const fonts = over(42_000, all, ({ fetched }) => bytesOf(fetched, "fonts"))
      expect.soft(fonts, "42 kB of fonts").toEqual({})
      const requests = over(12, all, ({ fetched }) => fetched.length)
      expect.soft(requests, "12 requests").toEqual({})
      const shifts = over(0.004, all, ({ shift }) => shift)
      expect.soft(shifts, "layout shift").toEqual({})
      for (const { path, blocking, fetched } of all) {
        expect.soft(blocking, path).toEqual([expect.stringMatching(/\.css$/)])
        expect.soft(bytesOf(fetched, "css"), `${path} had no cache`).toBeGreaterThan(0)
      }
    })

    await test.step("hydration has 125 kB of script at most, without charts and back-office", async () => {
      expect(over(125_000, all, ({ script }) => bytesOf(script))).toEqual({})
      for (const { path, script } of all) expect(script.length, path).toBeGreaterThan(0)
      expect(await foundIn(all.flatMap(({ script }) => script))).toEqual([])
    })

    await test.step("text that is laid out anew for a late font moves the page little", async () => {
      await page.route("**/*.woff2", async (route) => {
        await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0)
        await route.continue()
      })
      const { shift, lateFont } = await visit(page, site.url)
      expect(lateFont).toBe(true)
      expect(shift).toBeLessThan(0.1)
    })
  })
})

test("an administrator's screens have 30 scripts at most, and 330 kB of them with charts", async ({ page }) => {
  await signIn(page)
  const watch = await watchFetches(page)
  await openScreen(page, "/admin/stats", "Statistiques")
  await expect(page.getByRole("img", { name: stats.byStatus.chart }).locator("svg path").first()).toBeAttached()
  await watch.untilIdle()
  expect(bytesOf(watch.fetched, "script")).toBeLessThanOrEqual(330_000)
  expect(await foundIn(onlyScripts(watch.fetched))).toEqual(expect.arrayContaining(["ECharts", stats.lead]))
  await page.getByRole("link", { name: "Projets", exact: true }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Projets" })).toBeVisible()
  await watch.untilIdle()
  expect(new Set(onlyScripts(watch.fetched).map(({ url }) => url)).size).toBeLessThanOrEqual(30)
})
