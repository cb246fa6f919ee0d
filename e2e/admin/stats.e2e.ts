import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { makeImage, makeProject } from "#server/testing/make.ts"
import { addMessage } from "./add-message.ts"
import { breakCalls, readFailures } from "./broken-calls.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openScreen, signIn } from "./sign-in.ts"

const names = ["a.jpg", "b.jpg", "c.jpg"]

const test = testOnDedicatedSite({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    for (const name of names) await makeImage(db, name)
    await makeProject(db, { name: "Ancien", sector: "Élevage", status: "Annulé" })
    await makeProject(db, { name: "Importé", sector: "Élevage", status: "Livré" })
    await makeProject(db, { name: "Sans image", sector: "Agriculture", status: "Terminé" })
    await makeProject(db, { name: "Une image", status: "Terminé", images: [{ name: "a.jpg", alt: "" }] })
    await makeProject(db, { name: "Chantier", status: "En cours" })
    await makeProject(db, { name: "Trois images", status: "Terminé", images: names.map((name) => ({ name, alt: "" })) })
    await makeProject(db, { name: "Dernier", sector: "Immobilier", status: "En attente" })
    await addMessage(db)
  },
})

test.beforeEach(({ page }) => signIn(page))

function open(page: Page) {
  return openScreen(page, "/admin/stats", "Statistiques")
}

function figures(page: Page) {
  return page.getByRole("main").getByRole("definition")
}

function panel(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true })
}

test("four cards tell projects, users, messages and the success rate in whole percent", async ({ page }) => {
  await open(page)
  const labels = ["Projets", "Utilisateurs", "Messages", "Taux de réussite"]
  await expect(page.getByRole("main").getByRole("term")).toHaveText(labels)
  await expect(figures(page)).toHaveText(["7", "1", "1", /^43\s%$/])
})

test("each breakdown reads label, count and percent", async ({ page }) => {
  await open(page)
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

test("the bars stand on whole steps from zero", async ({ page }) => {
  await open(page)
  const bars = page.getByRole("img", { name: "Diagramme en barres des projets par statut" })
  await expect(bars.locator("svg text").filter({ hasText: "Terminé" })).toBeVisible()
  const texts = await bars.locator("svg text").allTextContents()
  const steps = texts.filter((text) => /^\d/.test(text))
  expect(steps).toEqual(expect.arrayContaining(["0", "1", "2", "3"]))
  expect(steps.filter((step) => !/^\d+$/.test(step))).toEqual([])
})

test("each chart is described by the table of its figures", async ({ page }) => {
  await open(page)
  await expect(page.getByRole("img", { name: /circulaire/ })).toHaveAccessibleDescription(/Élevage 2 29\s%/)
  await expect(page.getByRole("img", { name: /barres/ })).toHaveAccessibleDescription(/Terminé 3 43\s%/)
})

test("a slice tells its figures when it is pointed at", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await open(page)
  const pie = page.getByRole("img", { name: /circulaire/ })
  await expect(pie.getByText("3", { exact: true })).toBeVisible()
  const box = await pie.locator('svg path[fill="#b4511f"]').boundingBox()
  if (!box) throw new Error("no slice")
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await expect(pie.getByText(/Construction\s: 3 projets \(43\s%\)/)).toBeVisible()
})

test("the five newest projects come with the number of their pictures", async ({ page }) => {
  await open(page)
  await expect(panel(page, "Projets récents").getByRole("listitem")).toHaveText([
    /^Dernier.*En attente.*0 image\b/,
    /^Trois images.*Terminé.*3 images/,
    /^Chantier.*En cours.*0 image\b/,
    /^Une image.*Terminé.*1 image\b/,
    /^Sans image.*Terminé.*0 image\b/,
  ])
})

test("its address answers a browser with the screen and another client with JSON", async ({ page }) => {
  const html = await page.request.get("/admin/stats", { headers: { Accept: "text/html,*/*;q=0.8" } })
  expect(html.headers()["content-type"]).toContain("text/html")
  const json = await page.request.get("/admin/stats", { headers: { Accept: "application/json" } })
  expect(await json.json()).toMatchObject({ totalProjects: 7, totalUsers: 1, totalMessages: 1 })
})

test.describe("when it cannot be filled", () => {
  test.use({ expectedConsole: /Failed to load resource|Failed to fetch dynamically imported module/ })

  for (const { name, answer, text } of readFailures) {
    test(`a red banner tells ${name}, with zeros beside it`, async ({ page }) => {
      await breakCalls(page, "stats.", answer)
      await open(page)
      await expect(page.getByRole("alert")).toHaveText(`Erreur lors du chargement des statistiques : ${text}`)
      await expect(figures(page)).toHaveText(["0", "0", "0", /^0\s%$/])
      await expect(panel(page, "Projets récents").getByText("Erreur lors du chargement", { exact: true })).toBeVisible()
    })
  }

  test("a chart whose code does not arrive leaves its table", async ({ page }) => {
    await page.route("**/assets/drawn-chart-*.js", (route) => route.abort())
    await open(page)
    await expect(panel(page, "Projets par secteur").getByText(/graphique n’a pas pu être chargé/)).toBeVisible()
    await expect(panel(page, "Projets par secteur").getByRole("row")).toHaveCount(7)
  })
})

test("nothing moves under reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  await open(page)
  const slice = page.getByRole("img", { name: /circulaire/ }).locator('svg path[fill="#b4511f"]')
  const first = await slice.getAttribute("d")
  await page.waitForTimeout(300)
  expect(await slice.getAttribute("d")).toBe(first)
})

test("on paper the report stands alone", async ({ page }) => {
  await open(page)
  await page.emulateMedia({ media: "print" })
  await expect(page.getByRole("heading", { level: 1, name: "Statistiques" })).toBeVisible()
  await expect(page.getByRole("complementary")).toBeHidden()
  await expect(page.getByRole("button", { name: "Imprimer" })).toBeHidden()
  await expect(panel(page, "Projets par secteur").getByRole("table")).toBeVisible()
})

test("no public page fetches the charts' code", async ({ page }) => {
  const fetched: string[] = []
  page.on("request", (request) => fetched.push(request.url()))
  for (const path of ["/", "/agriculture", "/contact", "/login"]) await page.goto(path, { waitUntil: "load" })
  expect(fetched.filter((url) => /chart|echarts/.test(url))).toEqual([])
})

test("axe finds nothing", async ({ page }) => {
  await open(page)
  await expect(
    page
      .getByRole("img", { name: /barres/ })
      .locator("svg path")
      .first(),
  ).toBeAttached()
  await expectAccessible(page)
})

test("a phone shows it whole, and axe finds nothing there", async ({ page }) => {
  await open(page)
  await expect(panel(page, "Projets récents").getByRole("listitem")).toHaveCount(5)
  await expectFitsPhone(page)
  await expectAccessible(page)
  await expectFitsLargeText(page)
})
