import type { Page } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { contactForm } from "./contact-form.ts"

const name = "Villa familiale à Ma Campagne"

/** The home page's cards, one for each sector. */
function cards(page: Page) {
  return page.getByRole("listitem").filter({ has: page.getByRole("link", { name: /^En savoir plus/ }) })
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test("a reader goes from home by a sector's card to a project, looks at its pictures, and asks for the like", async ({
    page,
  }) => {
    const heading = page.getByRole("heading", { level: 1 })
    await openPage(page, "/")
    await cards(page).first().getByRole("link", { name: "En savoir plus" }).click()
    await expect(heading).toHaveText("Construction")
    await expect(heading).toBeInViewport()

    const card = page.getByRole("listitem").filter({ has: page.getByRole("link", { name, exact: true }) })
    await card.getByRole("button", { name: "Suivant" }).click()
    await expect(card.getByText("2 / 2")).toBeVisible()
    const turned = card.getByRole("img").last()
    await expect.poll(() => turned.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await card.getByRole("link", { name, exact: true }).click()
    await expect(heading).toHaveText(name)

    await page
      .getByRole("button", { name: /^Agrandir : \S/ })
      .nth(1)
      .click()
    const dialog = page.getByRole("dialog")
    await dialog.getByRole("button", { name: "Photo suivante" }).click()
    await expect(dialog.getByText("1 / 2")).toBeVisible()
    await expect(dialog.getByRole("img")).toBeInViewport({ ratio: 1 })
    await page.keyboard.press("Escape")
    await expect(dialog).toBeHidden()

    await page.getByRole("link", { name: "Demander un devis pour un projet semblable" }).click()
    await expect(heading).toHaveText("Contactez-Nous")
    await expect(contactForm(page).message).toHaveValue(/«\s*Villa familiale à Ma Campagne\s*»/)
  })
})

test("#contact opens at home's closing band, and the hero's buttons scroll to the sectors and to it", async ({
  page,
}) => {
  const contact = page.locator("#contact")
  await openPage(page, "/#contact")
  await expect(contact).toBeInViewport()
  await page.evaluate(() => scrollTo(0, 0))
  await expect(cards(page).first()).not.toBeInViewport({ ratio: 0.9 })
  await page.getByRole("link", { name: "Découvrir nos secteurs" }).click()
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole("heading", { level: 1 })).not.toBeInViewport()
  await expect(contact).not.toBeInViewport()
  await page.evaluate(() => scrollTo(0, 0))
  await page.getByRole("link", { name: "Nous contacter", exact: true }).click()
  await expect(page).toHaveURL("/#contact")
  await expect(contact).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Excellence Multi-Sectorielle")
})

test("the clipboard has a project's link after « Copier le lien », and « Partager » shows only where there is a sheet", async ({
  page,
  site,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"])
  const path = "/realisations/villa-familiale-a-ma-campagne"
  const share = page.getByRole("region", { name: "Partager ce projet" })
  await openPage(page, path)
  await expect(share.getByRole("button", { name: "Partager", exact: true })).toBeHidden()
  await share.getByRole("button", { name: "Copier le lien" }).click()
  await expect(share.getByRole("status")).toHaveText("Lien copié")
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(site.url + path)
  await page.addInitScript(() => Object.assign(navigator, { share: async () => {} }))
  await page.reload()
  await expect(share.getByRole("button", { name: "Partager", exact: true })).toBeVisible()
})
