import type { Page } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { staticPage } from "./static-page.ts"

const sectors = [
  { path: "/construction", title: "Construction" },
  { path: "/agriculture", title: "Agriculture" },
  { path: "/elevage", title: "Élevage" },
  { path: "/transport", title: "Transport" },
  { path: "/ventes-materiaux", title: "Ventes de Matériaux" },
  { path: "/immobilier", title: "Immobilier" },
]

function cards(page: Page) {
  return page.getByRole("listitem").filter({ has: page.getByRole("link", { name: /^En savoir plus/ }) })
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled, reducedMotion: "reduce" })

    test.beforeEach(async ({ page }) => {
      if (javaScriptEnabled) await openPage(page, "/")
      else await page.goto("/")
    })

    test("'Découvrir nos secteurs' scrolls to the sectors and stays on the page", async ({ page }) => {
      await expect(cards(page).first()).not.toBeInViewport({ ratio: 0.9 })
      await page.getByRole("link", { name: "Découvrir nos secteurs" }).click()
      await expect(page).toHaveURL(/\/#[\w-]+$/)
      await expect(page.getByRole("heading", { level: 2 }).first()).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole("heading", { level: 1 })).not.toBeInViewport()
    })

    test("'Nous contacter' scrolls to the element with the id contact and stays on the page", async ({ page }) => {
      const contact = page.locator("#contact")
      await expect(contact).not.toBeInViewport()
      await page.getByRole("link", { name: "Nous contacter", exact: true }).click()
      await expect(page).toHaveURL("/#contact")
      await expect(contact).toBeInViewport({ ratio: 1 })
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Excellence Multi-Sectorielle")
    })
  })
}

test("an address with #contact opens at the closing band", async ({ page }) => {
  await openPage(page, "/#contact")
  await expect(page.locator("#contact")).toBeInViewport()
})

test("the closing band leads to the contact page", async ({ page }) => {
  await openPage(page, "/")
  await page.locator("#contact").getByRole("link").click()
  await expect(page).toHaveURL("/contact")
})

test.describe("as it comes from the server", () => {
  const page = staticPage("/")

  test("six cards stand for the six sectors", async () => {
    await expect(cards(page()).getByRole("heading", { level: 3 })).toHaveText(sectors.map(({ title }) => title))
  })

  test("each card has a picture, a description, four services and 'En savoir plus' to its sector", async () => {
    for (const [index, { path }] of sectors.entries()) {
      const card = cards(page()).nth(index)
      await expect(card.getByRole("img")).toHaveAttribute("alt", /\S/)
      await expect(card.getByRole("paragraph")).toHaveText(/\S{3}/)
      await expect(card.getByRole("list").getByRole("listitem")).toHaveText([/\S/, /\S/, /\S/, /\S/])
      await expect(card.getByRole("link", { name: "En savoir plus" })).toHaveAttribute("href", path)
      await expect(card.getByRole("link", { name: "En savoir plus" })).toHaveText("En savoir plus")
    }
  })

  test("the company's story tells that it was founded in 2023 and leads to À propos", async () => {
    const story = page().getByRole("region").filter({ hasText: "Confiance" })
    await expect(story).toContainText("2023")
    await expect(story).toContainText(/famille/)
    await expect(story.getByRole("link", { name: /À propos/i })).toHaveAttribute("href", "/about")
  })

  test("the story's figures are '2+' years and '6+' employees", async () => {
    await expect(page().getByRole("definition")).toHaveText(["2+", "6+"])
    await expect(page().getByRole("term")).toHaveText([/^années d.expérience$/, "employés"])
  })

  test("the three values are Confiance, Excellence and Durabilité", async () => {
    for (const value of ["Confiance", "Excellence", "Durabilité"]) {
      await expect(page().getByRole("heading", { name: value, exact: true })).toBeVisible()
    }
  })
})

test("'En savoir plus' opens the sector's page", async ({ page }) => {
  await openPage(page, "/")
  await cards(page)
    .nth(4)
    .getByRole("link", { name: /^En savoir plus/ })
    .click()
  await expect(page).toHaveURL("/ventes-materiaux")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Vente de Matériaux")
})
