import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { delayCalls, noConnection } from "#e2e/admin/broken-calls.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated, openPage } from "#e2e/open-page.ts"
import { contactForm, contactRequest, sendContactForm } from "./contact-form.ts"
import { screens } from "./screens.ts"

const phone = { width: 360, height: 740 }
const desk = { width: 1440, height: 900 }

/** The sectors' pages have one layout, so two of them stand for all. */
const repeated = ["/agriculture", "/elevage", "/ventes-materiaux", "/immobilier"]
const layouts = screens.filter(({ path }) => !repeated.includes(path))
const project = { path: "/realisations/villa-familiale-a-ma-campagne", heading: "Villa familiale à Ma Campagne" }
const filtered = { path: "/realisations?secteur=transport", heading: "Nos réalisations" }
const empty = { path: "/realisations?secteur=transport&statut=annule", heading: "Nos réalisations" }
const thanks = { path: "/contact/merci", heading: "Message envoyé" }
const missing = { path: "/introuvable", heading: "404 Page Not Found" }

/** Goes to a page as the back and forward buttons do, since a new document would have to load axe again. */
async function comeTo(page: Page, { path, heading }: { path: string; heading: string }) {
  await page.evaluate((path) => {
    history.pushState({}, "", path)
    dispatchEvent(new PopStateEvent("popstate", { state: {} }))
  }, path)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading)
}

test.use({ expectedConsole: /Failed to load resource/, viewport: desk })

// Pages of one layout differ by their width only, so each is checked at one width, and every second at the other.
test("axe finds nothing on public pages, at the width of a phone or of a desk, nor in their passing states", async ({
  page,
}) => {
  test.setTimeout(120_000)
  await openPage(page, "/login")

  await test.step("nor on a list that is loading, nor on one that failed", async () => {
    const { release } = await delayCalls(page, "projects.page", noConnection)
    await comeTo(page, { path: "/immobilier", heading: "Immobilier" })
    await expect(page.getByText("Chargement des projets...")).toBeVisible()
    await expectAccessible(page)
    release()
    await expect(page.getByText("Erreur lors de la récupération des projets")).toBeVisible()
    await expectAccessible(page)
    await page.unrouteAll()
  })

  const all = [...layouts, project, thanks, filtered, empty]
  for (const screen of all.filter((_, index) => index % 2 === 0)) {
    await comeTo(page, screen)
    await expectAccessible(page)
  }
  await page.setViewportSize(phone)
  for (const screen of all.filter((_, index) => index % 2 === 1)) {
    await comeTo(page, screen)
    await expectAccessible(page)
  }

  await test.step("nor on a page that is not found, with the mobile menu open", async () => {
    await comeTo(page, missing)
    await expectAccessible(page)
    await page.getByRole("button", { name: "Ouvrir le menu" }).click()
    await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press("Escape")
  })
  await test.step("nor in an open lightbox", async () => {
    await comeTo(page, { path: "/ventes-materiaux", heading: "Vente de Matériaux" })
    const photo = page.getByRole("button", { name: /^Agrandir/ }).first()
    await photo.click()
    await expect(page.getByRole("dialog")).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press("Escape")
  })
  await test.step("nor on the contact form with its errors and a toast, and data saver on", async () => {
    // Without an answer, the request would wait on the device and be sent before the toast is read.
    await page.route("**/trpc/messages.send*", (route) => route.fulfill({ status: 500 }))
    await comeTo(page, { path: "/contact", heading: "Contactez-Nous" })
    const dataSaver = page.getByRole("contentinfo").getByRole("switch")
    await dataSaver.click()
    await expect(dataSaver).toBeChecked() // it is a new document
    await expectHydrated(page) // a slow machine would otherwise send the form without the script
    await sendContactForm(page, contactRequest())
    await page.getByRole("alert").hover() // a toast stays while it is hovered
    await contactForm(page).firstName.fill("")
    await contactForm(page).firstName.press("Enter")
    await expect(page.getByText("Le prénom est requis")).toBeVisible()
    await expect(page.getByRole("alert")).toBeVisible()
    await expectAccessible(page)
  })
})
