import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { cards, expectHeroLeads } from "./home.ts"

test("#contact opens at the closing band, and the hero's buttons, the band and the cards lead on", async ({ page }) => {
  await openPage(page, "/#contact")
  await expect(page.locator("#contact")).toBeInViewport()
  await test.step("the hero's buttons scroll to the sectors and to the closing band", () => expectHeroLeads(page))
  await test.step("the closing band leads to the contact page, and a card to its sector", async () => {
    await page.locator("#contact").getByRole("link").click()
    await expect(page).toHaveURL("/contact")
    await page.goBack()
    const more = cards(page)
      .nth(4)
      .getByRole("link", { name: /^En savoir plus/ })
    await more.click()
    await expect(page).toHaveURL("/ventes-materiaux")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vente de Matériaux")
    await page.goBack()
    await page.getByRole("main").getByRole("link", { name: "Toutes nos réalisations" }).click()
    await expect(page).toHaveURL("/realisations")
  })
})
