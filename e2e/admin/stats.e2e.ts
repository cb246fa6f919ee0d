import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestImage, createTestProject } from "#server/testing/fixtures.ts"
import { addMessage } from "./add-message.ts"
import { breakCalls, noConnection } from "./broken-calls.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openScreen } from "./sign-in.ts"

const names = ["a.jpg", "b.jpg", "c.jpg"]

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    for (const name of names) await createTestImage(db, name)
    await createTestProject(db, { name: "Ancien", sector: "Élevage", status: "Annulé" })
    await createTestProject(db, { name: "Importé", sector: "Élevage", status: "Livré" })
    await createTestProject(db, { name: "Sans image", sector: "Agriculture", status: "Terminé" })
    await createTestProject(db, { name: "Une image", status: "Terminé", images: [{ name: "a.jpg", alt: "" }] })
    await createTestProject(db, { name: "Chantier", status: "En cours" })
    await createTestProject(db, {
      name: "Trois images",
      status: "Terminé",
      images: names.map((name) => ({ name, alt: "" })),
    })
    await createTestProject(db, { name: "Dernier", sector: "Immobilier", status: "En attente" })
    await addMessage(db)
  },
})

function open(page: Page) {
  return openScreen(page, "/admin/stats", "Statistiques")
}

/** Those at the top of the screen. */
function counters(page: Page) {
  return page.getByRole("main").locator("dl").first()
}

function figures(page: Page) {
  return counters(page).getByRole("definition")
}

/** The shapes of a chart, which change while it moves. */
function shapes(page: Page, chart: RegExp) {
  const paths = page.getByRole("img", { name: chart }).locator("svg path")
  return paths.evaluateAll((all) => all.map((path) => path.getAttribute("d")))
}

function panel(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true })
}

test("the statistics have figures, breakdowns as tables and charts, and the newest projects", async ({ page }) => {
  await open(page)
  await expect(
    page
      .getByRole("img", { name: /circulaire/ })
      .locator("svg path")
      .first(),
  ).toBeAttached()
  const drawn = await shapes(page, /circulaire/)
  const labels = ["Projets", "Utilisateurs", "Messages", "Taux de réussite"]
  await expect(counters(page).getByRole("term")).toHaveText(labels)
  await expect(figures(page)).toHaveText(["7", "1", "1", /^43\s%$/])

  await test.step("each breakdown has label, count and percent", async () => {
    await expect(panel(page, "Projets par secteur").getByRole("row")).toHaveText([
      /^Secteur/,
      /^Construction 3 43\s%$/,
      /^Agriculture 1 14\s%$/,
      /^Élevage 2 29\s%$/,
      /^Transport 0 0\s%$/,
      /^Ventes-matériaux 0 0\s%$/,
      /^Immobilier 1 14\s%$/,
    ])
    await expect(panel(page, "Projets par statut").getByRole("row")).toHaveText([
      /^Statut/,
      /^En attente 1 14\s%$/,
      /^En cours 1 14\s%$/,
      /^Terminé 3 43\s%$/,
      /^Annulé 1 14\s%$/,
      /^Non défini 1 14\s%$/,
    ])
  })
  await test.step("each row has a colour of its own", async () => {
    for (const title of ["Projets par secteur", "Projets par statut"]) {
      const fills = await panel(page, title)
        .locator("td svg rect, th svg rect")
        .evaluateAll((swatches) => swatches.map((swatch) => getComputedStyle(swatch).fill))
      expect(fills.length).toBeGreaterThan(4)
      expect(new Set(fills).size).toBe(fills.length)
      expect(fills, "black stands in for a custom property that is missing").not.toContain("rgb(0, 0, 0)")
    }
  })
  await test.step("each chart is described by its table; the bars' axis has whole steps from zero", async () => {
    await expect(page.getByRole("img", { name: /circulaire/ })).toHaveAccessibleDescription(/Élevage 2 29\s%/)
    const bars = page.getByRole("img", { name: "Diagramme en barres des projets par statut" })
    await expect(bars).toHaveAccessibleDescription(/Terminé 3 43\s%/)
    await expect(bars.locator("svg text").filter({ hasText: "Terminé" })).toBeVisible()
    const steps = (await bars.locator("svg text").allTextContents()).filter((text) => /^\d/.test(text))
    expect(steps).toEqual(expect.arrayContaining(["0", "1", "2", "3"]))
    expect(steps.filter((step) => !/^\d+$/.test(step))).toEqual([])
  })
  await test.step("the five newest projects have the number of their pictures", async () => {
    await expect(panel(page, "Projets récents").getByRole("listitem")).toHaveText([
      /^Dernier.*En attente.*0 image\b/,
      /^Trois images.*Terminé.*3 images/,
      /^Chantier.*En cours.*0 image\b/,
      /^Une image.*Terminé.*1 image\b/,
      /^Sans image.*Terminé.*0 image\b/,
    ])
  })
  await test.step("under reduced motion the chart stands still from the start", async () => {
    expect(await shapes(page, /circulaire/)).toEqual(drawn)
  })
  await test.step("a slice shows its figures under the pointer", async () => {
    const pie = page.getByRole("img", { name: /circulaire/ })
    await expect(pie.getByText("3", { exact: true })).toBeVisible()
    const box = await pie.boundingBox()
    if (!box) throw new Error("no pie")
    // The first sector's slice begins at twelve o'clock.
    await expect(async () => {
      await page.mouse.move(box.x + box.width * 0.5, box.y + 5)
      await page.mouse.move(box.x + box.width * 0.62, box.y + box.height * 0.4, { steps: 3 })
      await expect(pie.getByText(/Construction\s: 3 projets \(43\s%\)/)).toBeVisible({ timeout: 500 })
    }).toPass()
  })
  await test.step("on paper the report stands alone", async () => {
    await page.emulateMedia({ media: "print" })
    await expect(page.getByRole("heading", { level: 1, name: "Statistiques" })).toBeVisible()
    await expect(page.getByRole("complementary")).toBeHidden()
    await expect(page.getByRole("button", { name: "Imprimer" })).toBeHidden()
    await expect(panel(page, "Projets par secteur").getByRole("table")).toBeVisible()
  })
})

test.describe("while the statistics cannot be read", () => {
  test.use({ expectedConsole: /Failed to load resource|Failed to fetch dynamically imported module/ })

  test("a red banner tells the failure with zeros beside it; a chart whose code is missing leaves its table", async ({
    page,
  }) => {
    await breakCalls(page, "stats.", noConnection)
    await page.route("**/assets/drawn-chart-*.js", (route) => route.abort())
    await open(page)
    const failures = page.getByRole("alert")
    await expect(failures).toHaveCount(2)
    await expect(failures.first()).toHaveText("Erreur lors du chargement des statistiques : connexion impossible")
    await expect(panel(page, "Demandes de devis").getByRole("alert")).toHaveText(/connexion impossible/)
    await expect(figures(page)).toHaveText(["0", "0", "0", /^0\s%$/])
    await expect(panel(page, "Projets récents").getByText("Erreur lors du chargement", { exact: true })).toBeVisible()
    await page.unrouteAll()
    await page.route("**/assets/drawn-chart-*.js", (route) => route.abort())
    await page.getByRole("button", { name: "Réessayer" }).first().click()
    await expect(panel(page, "Projets par secteur").getByText(/graphique n’a pas pu être chargé/)).toBeVisible()
    await expect(panel(page, "Projets par secteur").getByRole("row")).toHaveCount(7)
  })
})

test("the statistics are accessible on a desk and on a phone, which they fit also at 200 % text", async ({ page }) => {
  await open(page)
  const bars = page.getByRole("img", { name: /projets par statut/ })
  await expect(bars.locator("svg path").first()).toBeAttached()
  await expect(panel(page, "Projets récents").getByRole("listitem")).toHaveCount(5)
  await expectAccessible(page)
  await expectFitsPhone(page)
  await expectFitsLargeText(page)
})
