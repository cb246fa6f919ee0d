import { expect, test } from "#e2e/fixtures.ts"
import { contactForm } from "./contact-form.ts"
import { mainNavigation } from "./header.ts"
import { expectHeroLeads } from "./home.ts"

test.use({ javaScriptEnabled: false, expectedConsole: /status of 400/ })

test("links lead through the site, pictures are there, and controls that would do nothing are not", async ({
  page,
}) => {
  const heading = page.getByRole("heading", { level: 1 })
  await page.goto("/", { waitUntil: "domcontentloaded" })
  await expect(page.getByRole("banner").getByRole("link", { name: "Connexion" })).toBeVisible()
  await expect(page.getByRole("banner").getByRole("button", { name: "Déconnexion" })).toBeHidden()
  await test.step("the hero's buttons scroll to the sectors and to the closing band", () => expectHeroLeads(page))
  await mainNavigation(page).getByRole("link", { name: "Construction" }).click()
  await expect(heading).toHaveText("Construction")
  const photo = page.getByRole("region", { name: "Nos Réalisations" }).getByRole("img").first()
  await photo.scrollIntoViewIfNeeded()
  await expect(photo).toBeVisible()
  await expect(page.getByRole("button", { name: "Précédent" })).toHaveCount(0)
  await expect(page.getByRole("button", { name: "Suivant" })).toHaveCount(0)
  const enlarging = page.getByRole("button", { name: /^Agrandir/ })
  await expect(enlarging).toHaveCount(0)

  await test.step("projects are filtered by links, which can be removed", async () => {
    await page.getByRole("link", { name: "Toutes nos réalisations" }).click()
    const filters = page.getByRole("navigation", { name: "Filtrer les réalisations" })
    await filters.getByRole("link", { name: /^Construction \d+$/ }).click()
    await expect(page).toHaveURL("/realisations?secteur=construction")
    await expect(filters.getByRole("link", { name: "Retirer le filtre : Construction" })).toBeVisible()
  })
  await test.step("a card leads to its project, and that to a contact form about it", async () => {
    await page.getByRole("link", { name: "Villa familiale à Ma Campagne", exact: true }).click()
    await expect(heading).toHaveText("Villa familiale à Ma Campagne")
    await expect(page.getByRole("article").getByRole("img").first()).toBeVisible()
    await expect(enlarging).toHaveCount(0)
    await page.getByRole("link", { name: "Demander un devis pour un projet semblable" }).click()
    await expect(heading).toHaveText("Contactez-Nous")
    const { sector, message } = contactForm(page)
    await expect(sector).toHaveValue("construction")
    await expect(message).toHaveValue(/^Bonjour, je souhaite un devis .* «\s*Villa familiale à Ma Campagne\s*»/)
  })
  await test.step("the footer's switch is remembered on every page, and is switched off again", async () => {
    const dataSaver = page.getByRole("contentinfo").getByRole("switch", { name: "Économiser les données" })
    await expect(dataSaver).not.toBeChecked()
    await dataSaver.click()
    await expect(dataSaver).toBeChecked()
    await expect(page).toHaveURL(/\/contact\?projet=[\w-]+#economie$/)
    await page.goto("/about", { waitUntil: "domcontentloaded" })
    await expect(dataSaver).toBeChecked()
    await dataSaver.click()
    await expect(dataSaver).not.toBeChecked()
  })
  await test.step("the mobile menu opens and closes by its buttons, and leads to a page", async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    const menu = page.getByRole("navigation", { name: "Menu" })
    await expect(menu).toBeHidden()
    await page.getByRole("button", { name: "Ouvrir le menu" }).click()
    await expect(menu).toBeVisible()
    await page.getByRole("button", { name: "Fermer le menu" }).click()
    await expect(menu).toBeHidden()
    await page.getByRole("button", { name: "Ouvrir le menu" }).click()
    await menu.getByRole("link", { name: "Immobilier" }).click()
    await expect(page).toHaveURL("/immobilier")
    await expect(menu).toBeHidden()
  })
  await test.step("an account form that comes back rejected has the focus in its first invalid field", async () => {
    await page.goto("/login")
    await page.getByRole("button", { name: "Se connecter" }).click()
    await expect(page.getByText("L’e-mail est requis")).toBeVisible()
    await expect(page.getByLabel("E-mail", { exact: true })).toBeFocused()
    await page.getByLabel("E-mail", { exact: true }).fill("amina@exemple.cd")
    await page.getByRole("button", { name: "Se connecter" }).click()
    await expect(page.getByLabel("Mot de passe", { exact: true })).toBeFocused()
  })
})
