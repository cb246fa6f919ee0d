import type { Locator } from "@playwright/test"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { contactRequest, sendContactForm } from "#e2e/site/contact-form.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { fillProject, projectForm } from "./project-form.ts"
import { openTable, statusOf } from "./project-table.ts"

const colours = { Terminé: "green", "En cours": "blue", "En attente": "yellow", Annulé: "red", Livré: "grey" }

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    for (const status of Object.keys(colours))
      await createTestProject(db, { name: `Quai ${status}`, sector: "Transport", status })
  },
})

/** Names the colour of an element by its hue as people would: "red", or "grey" if it has hardly any. */
function colourOf(element: Locator, property: "color" | "backgroundColor" = "backgroundColor") {
  return element.evaluate((found, property) => {
    const pixel = new OffscreenCanvas(1, 1).getContext("2d")
    if (!pixel) throw new Error("no canvas")
    pixel.fillStyle = getComputedStyle(found)[property]
    pixel.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data
    const most = Math.max(red, green, blue)
    const range = most - Math.min(red, green, blue)
    if (range < 40) return "grey"
    const sextant =
      most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range
    const hue = (sextant * 60 + 360) % 360
    return hue < 20 || hue > 340 ? "red" : hue < 70 ? "yellow" : hue < 170 ? "green" : hue < 260 ? "blue" : "purple"
  }, property)
}

test.use({ expectedConsole: /Failed to load resource/ })

test("statuses, failures and successes have their colours, for visitors and in the office", async ({ page }) => {
  await openPage(page, "/transport")
  for (const [status, colour] of Object.entries(colours)) {
    const badge = page.getByRole("main").getByText(status, { exact: true })
    expect(await colourOf(badge), `${status} on a card`).toBe(colour)
  }
  await page.route("**/trpc/projects.page*", (route) => route.fulfill({ status: 502, body: "Bad Gateway" }))
  await page.getByRole("banner").getByRole("link", { name: "Agriculture" }).click()
  const failure = page.getByText("Erreur serveur", { exact: true })
  await expect(failure).toBeVisible()
  expect(await colourOf(failure, "color")).toBe("red")
  await page.getByRole("banner").getByRole("link", { name: "Contact" }).click()
  await page.route("**/trpc/messages.send*", (route) => route.fulfill({ status: 502, body: "Bad Gateway" }))
  await sendContactForm(page, contactRequest())
  const toast = page.getByRole("region", { name: /Notifications/ }).getByRole("alert")
  await expect(toast).toBeVisible()
  expect(await colourOf(toast)).toBe("red")

  await openTable(page)
  for (const [status, colour] of Object.entries(colours))
    expect(await colourOf(statusOf(page, `Quai ${status}`)), `${status} in the table`).toBe(colour)
  await page.getByRole("link", { name: "Ajouter un projet" }).click()
  const { add } = projectForm(page)
  const banner = page.getByRole("main").getByRole("alert")
  const label = page.getByText("Nom du projet", { exact: true })
  expect(await colourOf(label, "color")).toBe("grey")
  await add.click()
  await expect(banner).toBeVisible()
  expect(await colourOf(banner)).toBe("red")
  expect(await colourOf(label, "color")).toBe("red")
  await fillProject(page, "Bac de Maluku")
  await add.click()
  const success = page.getByRole("status").filter({ hasText: "Projet ajouté avec succès !" })
  await expect(success).toBeVisible()
  expect(await colourOf(success)).toBe("green")
})
