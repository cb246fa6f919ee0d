import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated } from "#e2e/open-page.ts"
import { mainNavigation } from "./header.ts"
import { screens } from "./screens.ts"

test("hydration changes no word of any public page", async ({ page }) => {
  for (const { path } of screens) {
    await page.goto(path, { waitUntil: "domcontentloaded" })
    await expectHydrated(page)
    const [plain, hydrated] = await page.evaluate(async () => {
      const html = await (await fetch(location.href)).text()
      const documents = [new DOMParser().parseFromString(html, "text/html"), document]
      return documents.map((each) => ["header", "main", "footer"].map((part) => each.querySelector(part)?.textContent))
    })
    expect(plain?.join("").length, path).toBeGreaterThan(500)
    expect(plain, path).toEqual(hydrated)
  }
})

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("links lead through the site, pictures are there, and controls that would do nothing are not", async ({
    page,
  }) => {
    await page.goto("/")
    await expect(page.getByRole("banner").getByRole("link", { name: "Connexion" })).toBeVisible()
    await expect(page.getByRole("banner").getByRole("button", { name: "Déconnexion" })).toBeHidden()
    await mainNavigation(page).getByRole("link", { name: "Immobilier" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Immobilier")
    const photo = page.getByRole("region", { name: "Projets immobiliers" }).getByRole("img").first()
    await photo.scrollIntoViewIfNeeded()
    await expect(photo).toBeVisible()
    await expect(page.getByRole("button", { name: "Précédent" })).toHaveCount(0)
    await expect(page.getByRole("button", { name: "Suivant" })).toHaveCount(0)
    await mainNavigation(page).getByRole("link", { name: "Accueil" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Excellence Multi-Sectorielle")
  })
})
