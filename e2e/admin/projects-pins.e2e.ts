import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, ON_POSTGRES } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { breakCalls, noConnection } from "./broken-calls.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openTable } from "./project-table.ts"

const sectors = ["Transport", "Élevage", "Agriculture"] as const

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    for (const sector of sectors) {
      for (const name of ["Pont", "Route", "Gare", "Quai"]) await createTestProject(db, { name, sector })
    }
  },
})

function pinned(page: Page) {
  return page.getByRole("region", { name: "En tête du secteur" }).getByRole("listitem")
}

function button(page: Page, action: string, name: string) {
  return page.getByRole("main").getByRole("button", { name: `${action} : ${name}`, exact: true })
}

/** In the order of the sector's public page. */
async function publicOrder(page: Page, path: string) {
  const html = await (await page.request.get(path)).text()
  const names = ["Pont", "Route", "Gare", "Quai"]
  return names.toSorted((one, other) => html.indexOf(`>${one}<`) - html.indexOf(`>${other}<`))
}

async function pin(page: Page, names: readonly string[]) {
  for (const [index, name] of names.entries()) {
    await button(page, "Épingler en tête", name).click()
    await expect(pinned(page)).toHaveCount(index + 1)
  }
}

test(
  "projects are pinned to the top of their sector, ordered by buttons and unpinned",
  ON_POSTGRES,
  async ({ page }) => {
    await openTable(page, "/admin/projects?etat=publie&secteur=transport")
    await expect(page.getByText("Aucun projet épinglé")).toBeVisible()
    await pin(page, ["Pont", "Gare"])
    await expect(pinned(page)).toHaveText([/Pont/, /Gare/])
    await expect.poll(() => publicOrder(page, "/transport")).toEqual(["Pont", "Gare", "Quai", "Route"])
    await button(page, "Monter", "Gare").press("Enter")
    await expect(pinned(page)).toHaveText([/Gare/, /Pont/])
    await expect(button(page, "Monter", "Gare")).toBeFocused()
    await expect(page.getByText("Gare est épinglé en position 1.")).toBeAttached()
    await expect.poll(() => publicOrder(page, "/transport")).toEqual(["Gare", "Pont", "Quai", "Route"])
    await page.reload()
    await expect(pinned(page)).toHaveText([/Gare/, /Pont/])
    await button(page, "Désépingler", "Gare").first().click()
    await expect(pinned(page)).toHaveText([/Pont/])
    await expect.poll(() => publicOrder(page, "/transport")).toEqual(["Pont", "Quai", "Gare", "Route"])
  },
)

test("dragging orders them, and a fourth one is refused with a message", async ({ page }) => {
  await openTable(page, "/admin/projects?etat=publie&secteur=elevage")
  await pin(page, ["Pont", "Route", "Gare"])
  await pinned(page).nth(2).locator("[draggable=true]").dragTo(pinned(page).first())
  await expect(pinned(page)).toHaveText([/Gare/, /Pont/, /Route/])
  await expect.poll(() => publicOrder(page, "/elevage")).toEqual(["Gare", "Pont", "Route", "Quai"])
  await button(page, "Épingler en tête", "Quai").click()
  await expect(page.getByRole("alert")).toContainText(
    "Trois projets au plus peuvent être épinglés en tête d’un secteur",
  )
  await expect(pinned(page)).toHaveCount(3)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)
  await expectFitsPhone(page)
})

test.describe("an order that cannot be stored", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("goes back to the one before with a red banner", async ({ page }) => {
    await openTable(page, "/admin/projects?etat=publie&secteur=agriculture")
    await breakCalls(page, "projects.pin", noConnection)
    await button(page, "Épingler en tête", "Pont").click()
    await expect(page.getByRole("alert").first()).toContainText(
      "L’ordre n’a pas pu être enregistré : connexion impossible",
    )
    await page.unrouteAll()
    await page.reload()
    await expect(page.getByText("Aucun projet épinglé")).toBeVisible()
  })
})
