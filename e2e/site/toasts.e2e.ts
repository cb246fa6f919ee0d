import type { Page } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { contactForm, contactRequest, sendContactForm, toast } from "./contact-form.ts"

test.beforeEach(async ({ page }) => {
  await page.clock.install()
  await openPage(page, "/contact")
})

async function showToast(page: Page) {
  await sendContactForm(page, contactRequest())
  await expect(toast(page)).toContainText("Message envoyé")
}

test("a toast leaves by itself after five seconds", async ({ page }) => {
  await showToast(page)
  await page.clock.runFor(3500)
  await expect(toast(page)).toBeVisible()
  await page.clock.runFor(1600)
  await expect(toast(page)).toHaveCount(0)
})

test("only one toast is shown at a time, the newest", async ({ page }) => {
  await showToast(page)
  await page.route("**/trpc/messages.send*", (route) =>
    route.fulfill({ json: [{ error: { message: "Plus tard", code: -32603, data: { code: "internal" } } }] }),
  )
  await sendContactForm(page, contactRequest())
  await expect(toast(page)).toHaveCount(1)
  await expect(toast(page)).toContainText("Plus tard")
})

test("a newer toast has five seconds of its own", async ({ page }) => {
  await showToast(page)
  await page.clock.runFor(3000)
  await sendContactForm(page, contactRequest())
  await expect(contactForm(page).message).toHaveValue("")
  await page.clock.runFor(3000)
  await expect(toast(page)).toBeVisible()
})

test("F8 leads the focus to the region of notifications", async ({ page }) => {
  await showToast(page)
  await page.keyboard.press("F8")
  await expect(page.getByRole("region", { name: /Notifications/ })).toBeFocused()
})

test("F8 leads there when no toast is shown, too", async ({ page }) => {
  await page.keyboard.press("F8")
  await expect(page.getByRole("region", { name: /Notifications/ })).toBeFocused()
})

test("from the region the next stop is the toast's button, which dismisses it at once", async ({ page }) => {
  await showToast(page)
  await page.keyboard.press("F8")
  await page.keyboard.press("Tab")
  await expect(toast(page).getByRole("button", { name: "Fermer" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(toast(page)).toHaveCount(0)
})

test("a toast stays while somebody is at it, and leaves five seconds after", async ({ page }) => {
  await showToast(page)
  await page.keyboard.press("F8")
  await page.clock.runFor(20_000)
  await expect(toast(page)).toBeVisible()
  await contactForm(page).firstName.focus()
  await page.clock.runFor(5100)
  await expect(toast(page)).toHaveCount(0)
})

test("success is told politely, as a status", async ({ page }) => {
  await showToast(page)
  await expect(page.getByRole("region", { name: /Notifications/ }).getByRole("status")).toContainText("Message envoyé")
})

test("a toast survives the walk to another page", async ({ page }) => {
  await showToast(page)
  await page.getByRole("banner").getByRole("link", { name: "Accueil" }).click()
  await expect(page).toHaveURL("/")
  await expect(toast(page)).toBeVisible()
})
