import { expect, test } from "#e2e/fixtures.ts"
import { contactForm } from "./contact-form.ts"
import { mainNavigation } from "./header.ts"

test.use({ javaScriptEnabled: false })

test("links lead from home by filtered projects to a contact form, pictures are there, and no dead control is", async ({
  page,
}) => {
  const heading = page.getByRole("heading", { level: 1 })
  await page.goto("/", { waitUntil: "domcontentloaded" })
  await expect(page.getByRole("banner").getByRole("link", { name: "Connexion" })).toBeVisible()
  await expect(page.getByRole("banner").getByRole("button", { name: "Déconnexion" })).toBeHidden()
  await mainNavigation(page).getByRole("link", { name: "Construction" }).click()
  await expect(heading).toHaveText("Construction")
  const picture = page.getByRole("region", { name: "Nos Réalisations" }).getByRole("img").first()
  await picture.scrollIntoViewIfNeeded()
  await expect(picture).toBeVisible()
  const dead = page.getByRole("button", { name: /^(Précédent|Suivant|Agrandir|Copier|Partager|Réessayer)/ })
  await expect(dead).toHaveCount(0)

  await page.getByRole("link", { name: "Toutes nos réalisations" }).click()
  const filters = page.getByRole("navigation", { name: "Filtrer les réalisations" })
  await filters.getByRole("link", { name: /^Construction \d+$/ }).click()
  await expect(page).toHaveURL("/realisations?secteur=construction")
  await expect(filters.getByRole("link", { name: "Retirer le filtre : Construction" })).toBeVisible()
  await page.getByRole("link", { name: "Villa familiale à Ma Campagne", exact: true }).click()
  await expect(heading).toHaveText("Villa familiale à Ma Campagne")
  await expect(page.getByRole("article").getByRole("img").first()).toBeVisible()
  await expect(dead).toHaveCount(0)
  await page.getByRole("link", { name: "Demander un devis pour un projet semblable" }).click()
  await expect(heading).toHaveText("Contactez-Nous")
  const { sector, message } = contactForm(page)
  await expect(sector).toHaveValue("construction")
  await expect(message).toHaveValue(/^Bonjour, je souhaite un devis .* «\s*Villa familiale à Ma Campagne\s*»/)
})

test("the mobile menu opens and closes by its buttons, and leads to a page, where the data saver can be switched", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto("/contact?projet=villa-familiale-a-ma-campagne", { waitUntil: "domcontentloaded" })
  const menu = page.getByRole("navigation", { name: "Menu" })
  await expect(menu).toBeHidden()
  await page.getByRole("button", { name: "Ouvrir le menu" }).click()
  await expect(menu).toBeVisible()
  await page.getByRole("button", { name: "Fermer le menu" }).click()
  await expect(menu).toBeHidden()

  const dataSaver = page.getByRole("contentinfo").getByRole("switch", { name: "Économiser les données" })
  await dataSaver.click()
  await expect(dataSaver).toBeChecked()
  await expect(page).toHaveURL(/\/contact\?projet=[\w-]+#economie$/)
  await page.getByRole("button", { name: "Ouvrir le menu" }).click()
  await menu.getByRole("link", { name: "Immobilier" }).click()
  await expect(page).toHaveURL("/immobilier")
  await expect(menu).toBeHidden()
  await expect(dataSaver).toBeChecked()
  await dataSaver.click()
  await expect(dataSaver).not.toBeChecked()
})
