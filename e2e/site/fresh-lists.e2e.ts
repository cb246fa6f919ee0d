import type { Page } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { mainNavigation } from "./header.ts"

/** Collects the tRPC calls that the page makes from now on. */
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

test.use({ expectedConsole: /Failed to load resource/ })

test("a list is fetched after five minutes at the earliest, only for who comes to its page, and once if it fails @slow", async ({
  page,
}) => {
  await page.clock.install()
  // The page was rendered and cached an hour ago, yet its list counts as fetched now.
  await page.clock.setSystemTime(Date.now() + 3_600_000)
  const calls = listenToCalls(page)
  await openPage(page, "/transport")
  const project = page.getByRole("heading", { name: "Liaison Kinshasa – Matadi" })
  await page.clock.runFor("04:00")
  await walkTo(page, "Accueil")
  await walkTo(page, "Transport")
  await expect(project).toBeVisible()
  expect(calls).toEqual([])

  await page.clock.fastForward("01:00:00")
  await page.evaluate(() => {
    dispatchEvent(new Event("focus"))
    document.dispatchEvent(new Event("visibilitychange"))
  })
  await page.clock.runFor("01:00")
  expect(calls).toEqual([])

  await walkTo(page, "Accueil")
  await walkTo(page, "Transport")
  await expect(project).toBeVisible()
  expect(calls).toEqual(["/trpc/projects.page"])

  await test.step("a list that failed is not fetched again by itself", async () => {
    await page.route("**/trpc/**", (route) => route.abort())
    await walkTo(page, "Agriculture")
    const failure = page.getByText("Erreur lors de la récupération des projets")
    await expect(failure).toBeVisible()
    const made = calls.length
    await page.clock.runFor("02:00")
    expect(calls.length).toBe(made)
    await expect(failure).toBeVisible()
  })
})
