import { expect, type Page } from "@playwright/test"

/** The home page's cards, one for each sector. */
export function cards(page: Page) {
  return page.getByRole("listitem").filter({ has: page.getByRole("link", { name: /^En savoir plus/ }) })
}

/** Expects the hero's buttons to scroll to the sectors and to the closing band. */
export async function expectHeroLeads(page: Page) {
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
