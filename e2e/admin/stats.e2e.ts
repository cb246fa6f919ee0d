import type { Page } from "@playwright/test"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    for (const status of ["Terminé", "Terminé", "Terminé", "En cours"] as const) await createTestProject(db, { status })
    for (const status of ["Annulé", "Livré"]) await createTestProject(db, { sector: "Élevage", status })
  },
})

const panels = ["Projets par secteur", "Projets par statut"]

function panel(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true })
}

test("the charts stand still under reduced motion, follow their width, and the report is printed alone", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openScreen(page, "/admin/stats", "Statistiques")
  const pie = page.getByRole("img", { name: "Diagramme circulaire des projets par secteur" })
  const bars = page.getByRole("img", { name: "Diagramme en barres des projets par statut" })
  const shapes = () => pie.locator("svg path").evaluateAll((all) => all.map((path) => path.getAttribute("d")))
  await expect(pie.locator("svg path").first()).toBeAttached()
  const drawn = await shapes()
  await expect(bars.locator("svg text").filter({ hasText: "Terminé" })).toBeVisible()
  const steps = (await bars.locator("svg text").allTextContents()).filter((text) => /^\d/.test(text))
  expect(steps, "whole steps from zero").toEqual(expect.arrayContaining(["0", "1", "2", "3"]))
  expect(steps.filter((step) => !/^\d+$/.test(step))).toEqual([])
  expect(await shapes()).toEqual(drawn)
  await expect(pie.getByText("4", { exact: true })).toBeVisible()
  await expect(pie.getByText("Construction")).toHaveCount(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(pie.getByText("Construction")).toBeVisible()

  for (const title of panels) {
    const swatches = panel(page, title).locator("td svg rect, th svg rect")
    const fills = await swatches.evaluateAll((all) => all.map((swatch) => getComputedStyle(swatch).fill))
    expect(fills.length).toBeGreaterThan(4)
    expect(new Set(fills).size, "a colour for each row").toBe(fills.length)
    expect(fills, "black stands in for a custom property that is missing").not.toContain("rgb(0, 0, 0)")
  }

  const box = await pie.boundingBox()
  if (!box) throw new Error("no pie")
  // The first sector's slice begins at twelve o'clock of the pie.
  await expect(async () => {
    await page.mouse.move(box.x + box.width * 0.5, box.y + 5)
    await page.mouse.move(box.x + box.width * 0.62, box.y + box.height * 0.4, { steps: 3 })
    await expect(pie.getByText(/Construction\s: 4 projets \(67\s%\)/)).toBeVisible({ timeout: 500 })
  }).toPass()

  await page.emulateMedia({ media: "print" })
  await expect(page.getByRole("heading", { level: 1, name: "Statistiques" })).toBeVisible()
  await expect(page.getByRole("complementary")).toBeHidden()
  await expect(page.getByRole("button", { name: "Imprimer" })).toBeHidden()
  for (const title of panels) await expect(panel(page, title).getByRole("table")).toBeVisible()
  const pdf = await page.pdf({ preferCSSPageSize: true })
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})
