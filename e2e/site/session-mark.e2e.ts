import type { Page } from "@playwright/test"
import { readTokens } from "#e2e/admin/sign-in.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated, openPage } from "#e2e/open-page.ts"

function logInLink(page: Page) {
  return page.getByRole("banner").getByRole("link", { name: "Connexion" })
}

function logOutButton(page: Page) {
  return page.getByRole("banner").getByRole("button", { name: "Déconnexion" })
}

test.use({ expectedConsole: /Failed to load resource/ })

test("the header shows the right control before anything is painted, in the same place, also after Back", async ({
  page,
}) => {
  await page.route("**/assets/*.js", (route) => route.fulfill({ contentType: "text/javascript", body: "" }))
  await page.goto("/")
  await expect(logOutButton(page)).toBeHidden()
  const before = await logInLink(page).boundingBox()
  for (const storage of ["localStorage", "sessionStorage"] as const) {
    await page.evaluate((name) => window[name].setItem("token", "jeton"), storage)
    await page.reload()
    await expect(logOutButton(page)).toBeVisible()
    await expect(logInLink(page)).toBeHidden()
    const after = await logOutButton(page).boundingBox()
    expect(after?.y).toBe(before?.y)
    expect((after?.x ?? 0) + (after?.width ?? 0)).toBe((before?.x ?? 0) + (before?.width ?? 0))
    // Back shows a page of the browser's cache without loading it again.
    await page.evaluate((name) => {
      window[name].clear()
      dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))
    }, storage)
    await expect(logInLink(page)).toBeVisible()
  }
})

test("a token whose session has ended goes with the server's answer, stays without one, and moves no page", async ({
  page,
}) => {
  await openPage(page, "/")
  await page.evaluate(() => {
    sessionStorage.setItem("token", "jeton")
    scrollTo(0, 600)
  })
  await page.route("**/trpc/accounts.me*", (route) => route.abort())
  await Promise.all([page.waitForEvent("requestfailed"), page.reload()])
  await expectHydrated(page)
  await expect(logOutButton(page)).toBeVisible()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(600)
  await page.unrouteAll()
  await page.reload()
  await expect(logInLink(page)).toBeVisible()
  expect(await readTokens(page)).toEqual([null, null])
})
