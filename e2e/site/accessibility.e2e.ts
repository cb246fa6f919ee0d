import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { delayCalls, noConnection } from "#e2e/admin/broken-calls.ts"
import { makePicture } from "#e2e/admin/make-picture.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { contactForm, contactRequest, sendContactForm } from "./contact-form.ts"

// Screens at rest are checked one by one elsewhere; these states pass.
test.use({ expectedConsole: /Failed to load resource/ })

const dataSaver = (page: Page) => page.getByRole("contentinfo").getByRole("switch")

test("an open menu, a list that is loading, one that failed, and an open lightbox are accessible", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openPage(page, "/ventes-materiaux")
  await page
    .getByRole("button", { name: /^Agrandir/ })
    .first()
    .click()
  await expect(page.getByRole("dialog")).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press("Escape")
  const menu = page.getByRole("navigation", { name: "Menu" })
  await page.getByRole("button", { name: "Ouvrir le menu" }).click()
  await expect(menu).toBeVisible()
  await expectAccessible(page)
  const { release } = await delayCalls(page, "projects.page", noConnection)
  await menu.getByRole("link", { name: "Immobilier" }).click()
  await expect(page.getByText("Chargement des projets...")).toBeVisible()
  await expectAccessible(page)
  release()
  await expect(page.getByText("Erreur lors de la récupération des projets")).toBeVisible()
  await expectAccessible(page)
})

test("on a phone the contact form with errors, pictures with long names and a toast, with data saver on, is accessible and fits", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto("/contact")
  await dataSaver(page).click()
  await expect(dataSaver(page)).toBeChecked()
  await openPage(page, "/contact")
  await page.route("**/trpc/messages.send*", (route) => route.fulfill({ status: 500 }))
  const name = `IMG_1_${"20261126".repeat(6)}.jpg`
  await page.locator("[type=file]").setInputFiles(await makePicture({ name }))
  await expect(page.getByText("1\u00a0sur 1 envoyée")).toBeVisible()
  await sendContactForm(page, contactRequest())
  await page.getByRole("alert").hover() // a toast stays while it is hovered
  await contactForm(page).firstName.fill("")
  await contactForm(page).firstName.press("Enter")
  await expect(page.getByText("Le prénom est requis")).toBeVisible()
  await expect(page.getByRole("alert")).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
})
