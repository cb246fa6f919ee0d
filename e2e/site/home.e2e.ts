import type { Page } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { screens, sectorScreens } from "./screens.ts"

function cards(page: Page) {
  return page.getByRole("listitem").filter({ has: page.getByRole("link", { name: /^En savoir plus/ }) })
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled })

    test("the hero's buttons scroll to the sectors and to the closing band, and stay on the page", async ({ page }) => {
      if (javaScriptEnabled) await openPage(page, "/")
      else await page.goto("/")
      const contact = page.locator("#contact")
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
    })
  })
}

test("a URL with #contact opens at the closing band, which leads to the contact page", async ({ page }) => {
  await openPage(page, "/#contact")
  await expect(page.locator("#contact")).toBeInViewport()
  await page.locator("#contact").getByRole("link").click()
  await expect(page).toHaveURL("/contact")
})

test("the home page has a card for each sector, the company's story, its figures and its values", async ({ page }) => {
  await page.goto("/", { waitUntil: "domcontentloaded" })
  await expect(cards(page).getByRole("heading", { level: 3 })).toHaveText(sectorScreens.map(({ link }) => link))
  for (const [index, { path }] of sectorScreens.entries()) {
    const card = cards(page).nth(index)
    await expect(card.getByRole("img")).toHaveAttribute("alt", /\S/)
    await expect(card.getByRole("paragraph")).toHaveText(/\S{3}/)
    await expect(card.getByRole("list").getByRole("listitem")).toHaveText([/\S/, /\S/, /\S/, /\S/])
    await expect(card.getByRole("link", { name: "En savoir plus" })).toHaveAttribute("href", path)
    await expect(card.getByRole("link", { name: "En savoir plus" })).toHaveText("En savoir plus")
  }
  const story = page.getByRole("region").filter({ hasText: "Confiance" })
  await expect(story).toContainText("2023")
  await expect(story).toContainText(/famille/)
  await expect(story.getByRole("link", { name: /À propos/i })).toHaveAttribute("href", "/about")
  await expect(page.getByRole("definition")).toHaveText(["2+", "6+"])
  await expect(page.getByRole("term")).toHaveText([/^années d.expérience$/, "employés"])
  for (const value of ["Confiance", "Excellence", "Durabilité"]) {
    await expect(page.getByRole("heading", { name: value, exact: true })).toBeVisible()
  }
  await cards(page)
    .nth(4)
    .getByRole("link", { name: /^En savoir plus/ })
    .click()
  await expect(page).toHaveURL("/ventes-materiaux")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    screens.find(({ path }) => path === "/ventes-materiaux")?.heading ?? "",
  )
})
