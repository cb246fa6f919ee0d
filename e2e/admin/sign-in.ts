import { expect, type Page } from "@playwright/test"
import { admin } from "#server/testing/start-site.ts"

export { admin }

/** Logs in over REST; afterwards the browser has the session's cookie, and both storages have the token. */
export async function signIn(page: Page, credentials: { email: string; password: string } = admin) {
  const response = await page.request.post("/api/login", { data: credentials })
  expect(response.status(), await response.text()).toBe(200)
  const { token } = await response.json()
  await page.goto("/robots.txt")
  await page.evaluate((value) => {
    localStorage.setItem("token", value)
    sessionStorage.setItem("token", value)
  }, token)
}

/** Opens an admin screen and waits until it is drawn, and nothing moves any more that a test may press. */
export async function openScreen(page: Page, path: string, heading: string | RegExp) {
  await page.goto(path, { waitUntil: "domcontentloaded" })
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible()
  await expect(page.locator(".skeleton")).toHaveCount(0)
}

export function readTokens(page: Page) {
  return page.evaluate(() => [localStorage.getItem("token"), sessionStorage.getItem("token")])
}
