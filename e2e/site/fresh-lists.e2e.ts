import type { Page } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { mainNavigation } from "./header.ts"

/** The calls that the page makes from now on. */
function listenToCalls(page: Page) {
  const calls: string[] = []
  page.on("request", (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith("/trpc/")) calls.push(pathname)
  })
  return calls
}

async function walkTo(page: Page, link: string) {
  await mainNavigation(page).getByRole("link", { name: link }).click()
  await expect(mainNavigation(page).getByRole("link", { name: link })).toHaveAttribute("aria-current", "page")
}

const transport = (page: Page) => page.getByRole("heading", { name: "Liaison Kinshasa – Matadi" })

test.beforeEach(({ page }) => page.clock.install())

test("a page that came with its projects asks for none", async ({ page }) => {
  const calls = listenToCalls(page)
  await openPage(page, "/transport")
  await page.clock.runFor("04:00")
  expect(calls).toEqual([])
})

test("a page that was rendered an hour ago, and kept since, asks for nothing as it opens", async ({ page }) => {
  await page.clock.setSystemTime(Date.now() + 3_600_000)
  const calls = listenToCalls(page)
  await openPage(page, "/transport")
  await walkTo(page, "Accueil")
  await walkTo(page, "Transport")
  await expect(transport(page)).toBeVisible()
  expect(calls).toEqual([])
})

test("a list is not asked for again within five minutes", async ({ page }) => {
  await openPage(page, "/transport")
  const calls = listenToCalls(page)
  await walkTo(page, "Accueil")
  await page.clock.fastForward("04:50")
  await walkTo(page, "Transport")
  await expect(transport(page)).toBeVisible()
  expect(calls).toEqual([])
})

test("a list older than five minutes is asked for again", async ({ page }) => {
  await openPage(page, "/transport")
  await walkTo(page, "Accueil")
  await page.clock.fastForward("05:10")
  const calls = listenToCalls(page)
  await walkTo(page, "Transport")
  await expect(transport(page)).toBeVisible()
  expect(calls).toEqual(["/trpc/projects.page"])
})

test("nothing is asked for as time passes, nor on a return to the window", async ({ page }) => {
  await openPage(page, "/transport")
  const calls = listenToCalls(page)
  await page.clock.fastForward("01:00:00")
  await page.evaluate(() => {
    dispatchEvent(new Event("focus"))
    document.dispatchEvent(new Event("visibilitychange"))
  })
  await page.clock.runFor("01:00")
  expect(calls).toEqual([])
})

test.describe("after a failure", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("a list is not tried again by itself", async ({ page }) => {
    await openPage(page, "/about")
    await page.route("**/trpc/**", (route) => route.abort())
    const calls = listenToCalls(page)
    await walkTo(page, "Transport")
    await expect(page.getByText("Erreur lors de la récupération des projets")).toBeVisible()
    const asked = calls.length
    await page.clock.runFor("02:00")
    expect(calls.length).toBe(asked)
    await expect(page.getByText("Erreur lors de la récupération des projets")).toBeVisible()
  })
})
