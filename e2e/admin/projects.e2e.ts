import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { makeImage, makeProject } from "#server/testing/make.ts"
import { breakCalls, noConnection, readFailures } from "./broken-calls.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { figures, namesShown, openTable, row, rows, searchBox, statusOf } from "./project-table.ts"
import { openScreen, signIn } from "./sign-in.ts"

const long = "Réhabilitation complète de l’école primaire et du collège technique de Mbanza-Ngungu ".repeat(2).trim()

const test = testOnDedicatedSite({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    await makeProject(db, { name: "Villa de Binza", status: "Terminé", at: "2024-03-05T12:00:00.000Z" })
    await makeProject(db, { name: "Pont de Matadi", status: "En cours", sector: "Transport", address: "Matadi" })
    await makeProject(db, { name: "Étable de Kenge", status: "En attente", sector: "Élevage" })
    await makeProject(db, { name: "Ciment de Masina", status: "Annulé", sector: "Ventes de matériaux", address: null })
    await makeProject(db, { name: "Ferme sans statut", status: null })
    await makeProject(db, { name: "Verger importé", status: "Livré", sector: "Agriculture" })
    await makeProject(db, { name: long, status: "Terminé", address: `${"Avenue du Fleuve, ".repeat(8)}Boma` })
  },
})

test.beforeEach(({ page }) => signIn(page))

test("the counters tell all projects, the finished, those under way and those that wait", async ({ page }) => {
  await openTable(page)
  await expect(page.getByRole("main").getByRole("term")).toHaveText(["Total", "Terminés", "En cours", "En attente"])
  await expect(figures(page)).toHaveText(["7", "2", "1", "1"])
  await expect(page.getByText("7 projets trouvés", { exact: true })).toBeVisible()
})

test("a row tells name, place, sector, status and date in French", async ({ page }) => {
  await openTable(page)
  const villa = row(page, "Villa de Binza")
  await expect(villa.getByRole("cell")).toHaveText([
    /Villa de Binza\s*Gombe, Kinshasa/,
    "Construction",
    /Terminé/,
    "5 mars 2024",
    /Modifier\s*Supprimer/,
  ])
  await expect(statusOf(page, "Villa de Binza")).toHaveValue("Terminé")
  await expect(row(page, "Ciment de Masina").getByRole("cell").nth(1)).toHaveText("Ventes-matériaux")
})

const badges = [
  { name: "Villa de Binza", text: "Terminé", colour: "rgb(31, 107, 63)" },
  { name: "Pont de Matadi", text: "En cours", colour: "rgb(29, 95, 134)" },
  { name: "Étable de Kenge", text: "En attente", colour: "rgb(244, 194, 92)" },
  { name: "Ciment de Masina", text: "Annulé", colour: "rgb(163, 35, 28)" },
  { name: "Ferme sans statut", text: "Non défini", colour: "rgb(91, 105, 101)" },
  { name: "Verger importé", text: "Non défini", colour: "rgb(91, 105, 101)" },
]

for (const { name, text, colour } of badges) {
  test(`the badge of ${name} says '${text}' on its colour`, async ({ page }) => {
    await openTable(page)
    await expect(statusOf(page, name).locator("option:checked")).toHaveText(text)
    await expect(statusOf(page, name)).toHaveCSS("background-color", colour)
  })
}

test.describe("a picture that the store does not have", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("is looked for under /uploads/, then under its bare name, then left out", async ({ page, site }) => {
    const id = await withDatabase(site, async (db) => {
      await makeImage(db, "absente-1.jpg")
      return makeProject(db, { name: "Sans photo", images: [{ name: "absente-1.jpg", alt: "" }] })
    })
    const asked: string[] = []
    page.on("request", (request) => {
      if (request.url().includes("absente-1")) asked.push(new URL(request.url()).pathname)
    })
    await openTable(page)
    await expect.poll(() => asked).toEqual(["/uploads/absente-1.jpg", "/admin/absente-1.jpg"])
    await expect(row(page, "Sans photo").locator("img")).toHaveCount(0)
    await withDatabase(site, (db) => db.deleteFrom("projects").where("id", "=", id).execute())
  })
})

test("« Modifier » keeps the project's id for this tab and opens its form", async ({ page, site }) => {
  const { id } = await withDatabase(site, (db) =>
    db.selectFrom("projects").select("id").where("name", "=", "Pont de Matadi").executeTakeFirstOrThrow(),
  )
  await openTable(page)
  await page.getByRole("button", { name: "Modifier Pont de Matadi", exact: true }).click()
  await expect(page).toHaveURL(`/admin/project-edit/${id}`)
  expect(await page.evaluate(() => sessionStorage.getItem("projectId"))).toBe(String(id))
  await expect(page.getByLabel("Nom du projet")).toHaveValue("Pont de Matadi")
})

test("« Ajouter un projet » leads to an empty form", async ({ page }) => {
  await openTable(page)
  await page.getByRole("link", { name: "Ajouter un projet" }).click()
  await expect(page).toHaveURL("/admin/project-form")
  await expect(page.getByLabel("Nom du projet")).toHaveValue("")
})

test("on a phone each row is a card with its column's names, and the search stands at the top", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openTable(page)
  const card = row(page, "Villa de Binza")
  const labels = await card
    .locator("td[data-label]")
    .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, "::before").content))
  expect(labels).toEqual(['"Secteur"', '"Statut"', '"Date"'])
  await expect(card.getByRole("button", { name: "Modifier Villa de Binza" })).toContainText("Modifier")
  await expect(page.getByRole("link", { name: "Ajouter un projet" })).toBeInViewport()
  await expect(searchBox(page)).toBeInViewport()
  const [box, counters] = [await searchBox(page).boundingBox(), await figures(page).first().boundingBox()]
  expect(box?.y).toBeLessThan(counters?.y ?? 0)
})

for (const width of [768, 1024, 1440]) {
  test(`${width} px wide the table fits, long texts and all`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openTable(page)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    for (const button of await page.getByRole("button", { name: /^Supprimer / }).all()) {
      const box = await button.boundingBox()
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
    }
  })
}

test("axe finds nothing, and a phone shows it whole", async ({ page }) => {
  await openTable(page)
  await expect(rows(page)).toHaveCount(7)
  await expectAccessible(page)
  await expectFitsPhone(page)
  await expectAccessible(page)
  await expectFitsLargeText(page)
})

test.describe("when it cannot be read", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  for (const { name, answer, text } of readFailures) {
    test(`a red banner tells ${name}, with the counters at zero`, async ({ page }) => {
      await breakCalls(page, "projects.search", answer)
      await openScreen(page, "/admin/projects", "Projets")
      const banner = page.getByRole("alert")
      await expect(banner).toHaveText(`Erreur lors du chargement des projets : ${text}`)
      await expect(banner).toHaveCSS("background-color", "rgb(163, 35, 28)")
      await expect(figures(page)).toHaveText(["0", "0", "0", "0"])
    })
  }

  test("« Réessayer » fills it once the server is back", async ({ page }) => {
    await breakCalls(page, "projects.search", noConnection)
    await openScreen(page, "/admin/projects", "Projets")
    await expect(page.getByRole("alert")).toBeVisible()
    await page.unrouteAll()
    await page.getByRole("button", { name: "Réessayer" }).click()
    await expect(page.getByRole("alert")).toHaveCount(0)
    await expect(rows(page)).toHaveCount(7)
  })
})

test("while it loads grey bars stand where rows and figures will", async ({ page }) => {
  const answered = Promise.withResolvers<void>()
  await breakCalls(page, "projects.search", (route) => answered.promise.then(() => route.continue()))
  await openScreen(page, "/admin/projects", "Projets")
  await expect(figures(page)).toHaveText(["", "", "", ""])
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "true")
  await expect(rows(page)).toHaveCount(6)
  expect(await namesShown(page)).toEqual([])
  answered.resolve()
  await expect(rows(page)).toHaveCount(7)
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false")
})
