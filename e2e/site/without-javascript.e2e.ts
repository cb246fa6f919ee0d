import { expect, test } from "#e2e/fixtures.ts"
import { contactForm } from "./contact-form.ts"
import { mainNavigation } from "./header.ts"

test.use({ javaScriptEnabled: false })

test("links lead through the site, pictures are there, and controls that would do nothing are not", async ({
  page,
}) => {
  const heading = page.getByRole("heading", { level: 1 })
  await page.goto("/", { waitUntil: "domcontentloaded" })
  await expect(page.getByRole("banner").getByRole("link", { name: "Connexion" })).toBeVisible()
  await expect(page.getByRole("banner").getByRole("button", { name: "Déconnexion" })).toBeHidden()
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
})

test.describe("rejected forms", () => {
  test.use({ expectedConsole: /400/ })

  test("an account form that comes back rejected has the focus in its first invalid field", async ({ page }) => {
    await page.goto("/login")
    await page.getByRole("button", { name: "Se connecter" }).click()
    await expect(page.getByText("L’e-mail est requis")).toBeVisible()
    await expect(page.getByLabel("E-mail", { exact: true })).toBeFocused()
    await page.getByLabel("E-mail", { exact: true }).fill("amina@exemple.cd")
    await page.getByRole("button", { name: "Se connecter" }).click()
    await expect(page.getByLabel("Mot de passe", { exact: true })).toBeFocused()
  })
})
