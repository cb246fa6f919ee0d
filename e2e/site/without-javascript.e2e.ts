import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { mainNavigation } from "./header.ts"
import { screens } from "./screens.ts"

for (const { path } of screens) {
  test(`${path} holds the same words without JavaScript as with it`, async ({ page }) => {
    await openPage(page, path)
    const [plain, alive] = await page.evaluate(async () => {
      const html = await (await fetch(location.href)).text()
      const documents = [new DOMParser().parseFromString(html, "text/html"), document]
      return documents.map((each) => ["header", "main", "footer"].map((part) => each.querySelector(part)?.textContent))
    })
    expect(plain?.join("").length).toBeGreaterThan(500)
    expect(plain).toEqual(alive)
  })
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("the header's links lead through the site", async ({ page }) => {
    await page.goto("/")
    await mainNavigation(page).getByRole("link", { name: "Élevage" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Élevage")
    await mainNavigation(page).getByRole("link", { name: "Accueil" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Excellence Multi-Sectorielle")
  })

  test("the first picture of each project is there", async ({ page }) => {
    await page.goto("/immobilier")
    const photo = page.getByRole("region", { name: "Projets immobiliers" }).getByRole("img").first()
    await photo.scrollIntoViewIfNeeded()
    await expect(photo).toBeVisible()
  })

  test("arrows that would do nothing are not shown", async ({ page }) => {
    await page.goto("/immobilier")
    await expect(page.getByRole("button", { name: "Précédent" })).toHaveCount(0)
    await expect(page.getByRole("button", { name: "Suivant" })).toHaveCount(0)
  })

  test("the header shows Connexion alone", async ({ page }) => {
    await page.goto("/")
    await expect(page.getByRole("banner").getByRole("link", { name: "Connexion" })).toBeVisible()
    await expect(page.getByRole("banner").getByRole("button", { name: "Déconnexion" })).toBeHidden()
  })
})
