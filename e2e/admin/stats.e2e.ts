import { readFile } from "node:fs/promises"
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

const HOUR_MS = 3_600_000

/** This is Monday, 2 March 2026, at 10:00 in Kinshasa. */
const MONDAY = Date.UTC(2026, 2, 2, 9)

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
    for (const [hours, sector] of [
      [1, "construction"],
      [3, "construction"],
      [50, "elevage"],
    ] as const) {
      const { id } = await addMessage(db, { at: new Date(MONDAY), sector, message: `Un devis, ${hours} heures.` })
      const answeredAt = new Date(MONDAY + hours * HOUR_MS).toISOString()
      await db.updateTable("messages").set({ state: "answered", answeredAt }).where("id", "=", id).execute()
    }
    await addMessage(db, { at: new Date(MONDAY + 8 * 24 * HOUR_MS), message: "Une demande sans réponse." })
  },
})
test.use({ expectedConsole: /Failed to load resource|Failed to fetch dynamically imported module/ })

/** The counters at the top of the screen. */
function counters(page: Page) {
  return page.getByRole("main").locator("dl").first()
}

function figures(page: Page) {
  return counters(page).getByRole("definition")
}

/** The paths of a chart, which change while it is animated. */
function shapes(page: Page, chart: RegExp) {
  const paths = page.getByRole("img", { name: chart }).locator("svg path")
  return paths.evaluateAll((all) => all.map((path) => path.getAttribute("d")))
}

function panel(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true })
}

function chart(page: Page, name: RegExp) {
  return page.getByRole("img", { name })
}

function section(page: Page) {
  return page.getByRole("region", { name: "Demandes de devis", exact: true })
}

function table(page: Page, name: string) {
  return section(page).getByRole("region", { name, exact: true }).getByRole("row")
}

const labels = ["Projets", "Utilisateurs", "Messages", "Taux de réussite"]

test("the statistics wait for their figures, and show them in tables, in charts and on paper @slow", async ({
  page,
}) => {
  const failures = page.getByRole("alert")
  await breakCalls(page, "stats.", noConnection)
  await page.route("**/assets/drawn-chart-*.js", (route) => route.abort())
  await openScreen(page, "/admin/stats?du=2026-03-01&au=2026-03-31", "Statistiques")

  await test.step("a red banner tells a failure with zeros beside it; a chart without its code leaves its table", async () => {
    const text = "Erreur lors du chargement des statistiques : connexion impossible"
    await expect(failures).toHaveText([text, text])
    await expect(figures(page)).toHaveText(["0", "0", "0", /^0\s%$/])
    await expect(panel(page, "Projets récents").getByText("Erreur lors du chargement", { exact: true })).toBeVisible()
    await page.unrouteAll()
    await page.route("**/assets/drawn-chart-*.js", (route) => route.abort())
    await page.getByRole("button", { name: "Réessayer" }).first().click()
    await expect(panel(page, "Projets par secteur").getByText(/graphique n’a pas pu être chargé/)).toBeVisible()
    await expect(panel(page, "Projets par secteur").getByRole("row")).toHaveCount(7)
    await page.unrouteAll()
  })
  await test.step("each chart is drawn, and stands still from the start under reduced motion", async () => {
    await page.reload()
    await expect(
      chart(page, /circulaire/)
        .locator("svg path")
        .first(),
    ).toBeAttached()
    const drawn = await shapes(page, /circulaire/)
    await expect(counters(page).getByRole("term")).toHaveText(labels)
    await expect(figures(page)).toHaveText(["7", "1", "4", /^43\s%$/])
    await expect(
      chart(page, /projets par statut/)
        .locator("svg path")
        .first(),
    ).toBeAttached()
    expect(await shapes(page, /circulaire/)).toEqual(drawn)
  })
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
  await test.step("a slice shows its figures under the pointer", async () => {
    const pie = page.getByRole("img", { name: /circulaire/ })
    await expect(pie.getByText("3", { exact: true })).toBeVisible()
    const box = await pie.boundingBox()
    if (!box) throw new Error("no pie")
    // The first sector's slice begins at twelve o'clock of the pie.
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
    await page.emulateMedia({ media: null })
  })
  await test.step("the requests of a period are counted by answer time, sector, state and week", async () => {
    await expect(section(page).getByRole("definition")).toHaveText(["4", /^3\sh\s00$/, /^2\sj\s2\sh$/, /^67\s%$/])
    await expect(table(page, "Par secteur")).toContainText([/^Secteur/, /^Construction 3 75\s%$/])
    await expect(table(page, "Par état")).toContainText([/^État/, /^Nouveau 1 25\s%$/, /^En cours 0/, /^Répondu 3/])
    await section(page).getByText("Chiffres par semaine").click()
    await expect(table(page, "Par semaine")).toHaveText([
      /^Semaine du/,
      /23 févr\. 20260$/,
      /2 mars 20263$/,
      /9 mars 20261$/,
      /16 mars 20260$/,
      /23 mars 20260$/,
      /30 mars 20260$/,
    ])
    await expect(
      chart(page, /par semaine/)
        .locator("svg path")
        .first(),
    ).toBeAttached()
    await expectAccessible(page)
  })
  await test.step("another period is in the address, and its figures are a file", async () => {
    await section(page).getByLabel("Du", { exact: true }).fill("2026-03-09")
    await section(page).getByRole("button", { name: "Afficher" }).click()
    await expect(page).toHaveURL(/du=2026-03-09&au=2026-03-31/)
    await expect(section(page).getByRole("definition")).toHaveText(["1", "–", "–", "–"])
    const download = page.waitForEvent("download")
    await section(page).getByRole("link", { name: "Télécharger en CSV" }).click()
    const text = await readFile(await (await download).path(), "utf8")
    expect(text).toContain("Demandes reçues;;1\r\n")
    await section(page).getByLabel("Du", { exact: true }).fill("2026-04-01")
    await section(page).getByLabel("Au", { exact: true }).fill("2026-04-30")
    await section(page).getByRole("button", { name: "Afficher" }).click()
    await expect(page, "later than the period that is shown").toHaveURL(/du=2026-04-01&au=2026-04-30/)
    await expect(section(page).getByRole("button", { name: "Afficher" })).toBeFocused()
    await section(page).getByLabel("Au", { exact: true }).fill("2026-03-01")
    await section(page).getByRole("button", { name: "Afficher" }).click()
    await expect(failures, "an end before the start").toHaveText(/^Choisissez deux dates, la première avant la seconde/)
    await section(page)
      .getByRole("link", { name: /^30\sjours$/ })
      .click()
    await expect(page).not.toHaveURL(/du=2026-04-01/)
    await expect(section(page).getByLabel("Du", { exact: true })).not.toHaveValue("2026-04-01")
  })
  await test.step("the screen fits a phone, also with large text", async () => {
    await expectFitsPhone(page)
    await expectFitsLargeText(page)
  })
})
