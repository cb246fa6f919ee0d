import type { Page } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { contactForm, contactRequest, sendContactForm, toast } from "./contact-form.ts"

function region(page: Page) {
  return page.getByRole("region", { name: /Notifications/ })
}

async function showToast(page: Page) {
  await sendContactForm(page, contactRequest())
  await expect(region(page).getByRole("status")).toContainText("Message envoyé")
  await expect(contactForm(page).message).toHaveValue("")
}

test("a toast stays five seconds, or while somebody is at it by F8, until a newer one takes its place, and on the next page @slow", async ({
  page,
}) => {
  await page.clock.install()
  await openPage(page, "/contact")
  await page.keyboard.press("F8")
  await expect(region(page)).toBeFocused()
  await showToast(page)
  await page.clock.runFor(3500)
  await expect(toast(page)).toBeVisible()
  await page.clock.runFor(1600)
  await expect(toast(page)).toHaveCount(0)

  await showToast(page)
  await page.clock.runFor(3000)
  await page.route("**/trpc/messages.send*", (route) =>
    route.fulfill({ json: [{ error: { message: "Plus tard", code: -32603, data: { code: "internal" } } }] }),
  )
  await sendContactForm(page, contactRequest())
  await expect(toast(page)).toContainText("Plus tard")
  await expect(toast(page)).toHaveCount(1)
  await page.clock.runFor(3000)
  await expect(toast(page)).toBeVisible()

  await page.keyboard.press("F8")
  await page.clock.runFor(20_000)
  await expect(toast(page)).toBeVisible()
  await contactForm(page).firstName.focus()
  await page.clock.runFor(5100)
  await expect(toast(page)).toHaveCount(0)

  await test.step("on the next page F8 still leads to it, and the next stop closes it", async () => {
    await page.unroute("**/trpc/messages.send*")
    await showToast(page)
    await page.getByRole("banner").getByRole("link", { name: "Accueil" }).click()
    await expect(page).toHaveURL("/")
    await expect(toast(page)).toBeVisible()
    await page.keyboard.press("F8")
    await expect(region(page)).toBeFocused()
    await page.keyboard.press("Tab")
    await expect(toast(page).getByRole("button", { name: "Fermer" })).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(toast(page)).toHaveCount(0)
  })
})
