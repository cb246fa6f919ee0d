import { expectAccessible } from "#e2e/accessible.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { contactForm } from "./contact-form.ts"
import { screens } from "./screens.ts"

const phone = { width: 360, height: 740 }
const desk = { width: 1440, height: 900 }

test.use({ reducedMotion: "reduce" })

for (const { path } of [...screens, { path: "/contact/merci" }]) {
  test(`axe finds nothing on ${path}, on a phone and on a desk`, async ({ page }) => {
    await page.setViewportSize(phone)
    await openPage(page, path)
    await expectAccessible(page)
    await page.setViewportSize(desk)
    await expectAccessible(page)
  })
}

test.describe("on the page that is not found", () => {
  test.use({ expectedConsole: /status of 404/ })

  test("axe finds nothing", async ({ page }) => {
    await page.setViewportSize(phone)
    await openPage(page, "/introuvable")
    await expectAccessible(page)
  })
})

test("axe finds nothing while the mobile menu is open", async ({ page }) => {
  await page.setViewportSize(phone)
  await openPage(page, "/transport")
  await page.getByRole("button", { name: "Ouvrir le menu" }).click()
  await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible()
  await expectAccessible(page)
})

test("axe finds nothing while the lightbox is open", async ({ page }) => {
  await openPage(page, "/ventes-materiaux")
  await page
    .getByRole("button", { name: /^Agrandir/ })
    .first()
    .click()
  await expect(page.getByRole("dialog")).toBeVisible()
  await expectAccessible(page)
})

test("axe finds nothing while the form shows its errors", async ({ page }) => {
  await openPage(page, "/contact")
  await contactForm(page).button.click()
  await expect(page.getByText("Le prénom est requis")).toBeVisible()
  await expectAccessible(page)
})

test.describe("while something failed", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("axe finds nothing on a list that is loading, nor on one that failed", async ({ page }) => {
    const answered = Promise.withResolvers<void>()
    await page.route("**/trpc/projects.page*", (route) => answered.promise.then(() => route.abort()))
    await openPage(page, "/about")
    await page.getByRole("banner").getByRole("link", { name: "Immobilier" }).click()
    await expect(page.getByText("Chargement des projets...")).toBeVisible()
    await expectAccessible(page)
    answered.resolve()
    await expect(page.getByText("Erreur lors de la récupération des projets")).toBeVisible()
    await expectAccessible(page)
  })

  test("axe finds nothing while a toast is shown", async ({ page }) => {
    await page.route("**/trpc/messages.send*", (route) => route.abort())
    await openPage(page, "/contact")
    const { firstName, lastName, email, sector, message, button } = contactForm(page)
    await firstName.fill("Amina")
    await lastName.fill("Kabongo")
    await email.fill("amina@exemple.cd")
    await sector.selectOption("transport")
    await message.fill("Un camion pour Matadi, s’il vous plaît.")
    await button.click()
    await expect(page.getByRole("alert")).toBeVisible()
    await page.getByRole("alert").hover() // it stays while somebody reads
    await expectAccessible(page)
  })
})
