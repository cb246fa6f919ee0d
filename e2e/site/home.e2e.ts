import type { Page } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"

function cards(page: Page) {
  return page.getByRole("listitem").filter({ has: page.getByRole("link", { name: /^En savoir plus/ }) })
}

async function expectHeroLeads(page: Page) {
  const contact = page.locator("#contact")
  await page.evaluate(() => scrollTo(0, 0))
  await expect(cards(page).first()).not.toBeInViewport({ ratio: 0.9 })
  await page.getByRole("link", { name: "Découvrir nos secteurs" }).click()
  await expect(page).toHaveURL(/\/#[\w-]+$/)
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole("heading", { level: 1 })).not.toBeInViewport()
  await expect(contact).not.toBeInViewport()
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole("link", { name: "Nous contacter", exact: true }).click()
  await expect(page).toHaveURL("/#contact")
  await expect(contact).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Excellence Multi-Sectorielle")
}

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

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false })

  test("the hero's buttons scroll to the sectors and to the closing band", async ({ page }) => {
    await page.goto("/", { waitUntil: "domcontentloaded" })
    await expectHeroLeads(page)
  })
})
