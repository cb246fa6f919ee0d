import { expectAccessible } from "#e2e/accessible.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { contactForm, contactRequest, sendContactForm } from "./contact-form.ts"
import { mainNavigation } from "./header.ts"
import { screens } from "./screens.ts"

const phone = { width: 360, height: 740 }
const desk = { width: 1440, height: 900 }

// Pages of one layout differ by width alone, so that each is checked at one and every second at the other.
const projectPath = "/realisations/villa-familiale-a-ma-campagne"
const lists = ["/realisations?secteur=transport", "/realisations?secteur=transport&statut=annule"]
const paths = [...screens.map(({ path }) => path), projectPath, "/contact/merci", ...lists, projectPath]
for (const [index, size] of [desk, phone].entries()) {
  test(`axe finds nothing on public pages at ${size.width} px`, async ({ page }) => {
    test.setTimeout(120_000)
    await page.setViewportSize(size)
    for (const path of paths.filter((_, number) => number % 2 === index)) {
      await openPage(page, path)
      await expectAccessible(page)
    }
  })
}

test.describe("in passing states", () => {
  test.use({ expectedConsole: /status of 404|Failed to load resource/ })

  test("axe finds nothing in the mobile menu, on the page that is not found, and in an open lightbox", async ({
    page,
  }) => {
    await page.setViewportSize(phone)
    await openPage(page, "/introuvable")
    await page.getByRole("button", { name: "Ouvrir le menu" }).click()
    await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible()
    await expectAccessible(page)
    await openPage(page, "/ventes-materiaux")
    await page
      .getByRole("button", { name: /^Agrandir/ })
      .first()
      .click()
    await expect(page.getByRole("dialog")).toBeVisible()
    await expectAccessible(page)
  })

  test("axe finds nothing on a list that is loading, nor on one that failed", async ({ page }) => {
    const answered = Promise.withResolvers<void>()
    await page.route("**/trpc/projects.page*", (route) => answered.promise.then(() => route.abort()))
    await openPage(page, "/about")
    await mainNavigation(page).getByRole("link", { name: "Immobilier" }).click()
    await expect(page.getByText("Chargement des projets...")).toBeVisible()
    await expectAccessible(page)
    answered.resolve()
    await expect(page.getByText("Erreur lors de la récupération des projets")).toBeVisible()
    await expectAccessible(page)
  })

  test("axe finds nothing on the contact form with its errors, nor with a toast", async ({ page }) => {
    await page.route("**/trpc/messages.send*", (route) => route.abort())
    await openPage(page, "/contact")
    await contactForm(page).button.click()
    await expect(page.getByText("Le prénom est requis")).toBeVisible()
    await expectAccessible(page)
    await sendContactForm(page, contactRequest())
    await expect(page.getByRole("alert")).toBeVisible()
    await page.getByRole("alert").hover() // it stays while it is hovered
    await expectAccessible(page)
  })
})
