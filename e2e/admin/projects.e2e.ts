import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestImage, createTestProject } from "#server/testing/fixtures.ts"
import { delayCalls, noConnection } from "./broken-calls.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { figures, namesShown, openTable, row, rows, searchBox, statusOf } from "./project-table.ts"
import { openScreen } from "./sign-in.ts"

const long = "Réhabilitation complète de l’école primaire et du collège technique de Mbanza-Ngungu ".repeat(2).trim()

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    await createTestProject(db, { name: "Villa de Binza", status: "Terminé", at: "2024-03-05T12:00:00.000Z" })
    await createTestProject(db, { name: "Pont de Matadi", status: "En cours", sector: "Transport", address: "Matadi" })
    await createTestProject(db, { name: "Étable de Kenge", status: "En attente", sector: "Élevage" })
    await createTestProject(db, {
      name: "Ciment de Masina",
      status: "Annulé",
      sector: "Ventes de matériaux",
      address: null,
    })
    await createTestProject(db, { name: "Ferme sans statut", status: null })
    await createTestProject(db, { name: "Verger importé", status: "Livré", sector: "Agriculture" })
    await createTestProject(db, { name: long, status: "Terminé", address: `${"Avenue du Fleuve, ".repeat(8)}Boma` })
  },
})

test("the table counts the projects, and a row has name, place, sector, status, state and date", async ({
  page,
  site,
}) => {
  await openTable(page)
  await expect(page.getByRole("main").getByRole("term")).toHaveText(["Total", "Terminés", "En cours", "En attente"])
  await expect(figures(page)).toHaveText(["7", "2", "1", "1"])
  await expect(page.getByText("7 projets trouvés", { exact: true })).toBeVisible()
  await expect(row(page, "Villa de Binza").getByRole("cell")).toHaveText([
    "",
    /Villa de Binza\s*Gombe, Kinshasa/,
    "Construction",
    /Terminé/,
    "Publié",
    "5 mars 2024",
    "",
  ])
  await expect(row(page, "Ciment de Masina").getByRole("cell").nth(2)).toHaveText("Ventes-matériaux")

  await test.step("each status has its text, and an unknown one is « Non défini »", async () => {
    const texts = {
      "Villa de Binza": "Terminé",
      "Pont de Matadi": "En cours",
      "Étable de Kenge": "En attente",
      "Ciment de Masina": "Annulé",
      "Ferme sans statut": "Non défini",
      "Verger importé": "Non défini",
    }
    for (const [name, text] of Object.entries(texts)) {
      await expect(statusOf(page, name).locator("option:checked")).toHaveText(text)
    }
  })
  await test.step("« Ajouter un projet » leads to an empty form", async () => {
    await page.getByRole("link", { name: "Ajouter un projet" }).click()
    await expect(page).toHaveURL("/admin/project-form")
    await expect(page.getByLabel("Nom du projet")).toHaveValue("")
    await page.goBack()
  })
  await test.step("« Modifier » opens the project's form", async () => {
    const { id } = await withDatabase(site, (db) =>
      db.selectFrom("projects").select("id").where("name", "=", "Pont de Matadi").executeTakeFirstOrThrow(),
    )
    await page.getByRole("button", { name: "Modifier Pont de Matadi", exact: true }).click()
    await expect(page).toHaveURL(`/admin/project-edit/${id}`)
    await expect(page.getByLabel("Nom du projet")).toHaveValue("Pont de Matadi")
  })
})

test.describe("a picture that the store does not have", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("is fetched from /uploads/, then by its bare name, then left out", async ({ page, site }) => {
    const id = await withDatabase(site, async (db) => {
      await createTestImage(db, "absente-1.jpg")
      return createTestProject(db, { name: "Sans photo", images: [{ name: "absente-1.jpg", alt: "" }] })
    })
    const fetched: string[] = []
    page.on("request", (request) => {
      if (request.url().includes("absente-1")) fetched.push(new URL(request.url()).pathname)
    })
    await openTable(page)
    await expect.poll(() => fetched).toEqual(["/uploads/absente-1.jpg", "/admin/absente-1.jpg"])
    await expect(row(page, "Sans photo").locator("img")).toHaveCount(0)
    await withDatabase(site, (db) => db.deleteFrom("projects").where("id", "=", id).execute())
  })
})

test("on a phone a row is at most 120 px high, with name, sector, status and actions; the table fits every width", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openTable(page)
  await expect(rows(page)).toHaveCount(7)
  const card = row(page, "Ciment de Masina")
  await expect(card.getByText("Ciment de Masina")).toBeVisible()
  await expect(card.getByText("Ventes-matériaux")).toBeVisible()
  await expect(statusOf(page, "Ciment de Masina")).toBeVisible()
  await expect(card.getByRole("button", { name: "Modifier Ciment de Masina" })).toBeVisible()
  await expect(card.getByRole("button", { name: "Supprimer Ciment de Masina" })).toBeVisible()
  for (const each of await rows(page).all()) expect((await each.boundingBox())?.height).toBeLessThanOrEqual(120)
  await expect(page.getByRole("link", { name: "Ajouter un projet" })).toBeInViewport()
  await expect(searchBox(page)).toBeInViewport()
  await expectAccessible(page)
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const beyond = await page
      .locator("html, main button")
      .evaluateAll((all) => Math.max(...all.map((element) => element.getBoundingClientRect().right)) - innerWidth)
    expect(beyond, `${width} px`).toBeLessThanOrEqual(0)
  }
  await expectFitsPhone(page)
  await expectFitsLargeText(page)
})

test.describe("while the projects cannot be read", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("grey bars wait for them, a red banner tells the failure, and « Réessayer » shows them", async ({ page }) => {
    const { release } = await delayCalls(page, "projects.search", noConnection)
    await openScreen(page, "/admin/projects", "Projets")
    await expect(figures(page)).toHaveText(["", "", "", ""])
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "true")
    expect(await namesShown(page)).toEqual([])
    release()
    await expect(page.getByRole("alert")).toHaveText("Erreur lors du chargement des projets : connexion impossible")
    await expect(figures(page)).toHaveText(["0", "0", "0", "0"])
    await page.unrouteAll()
    await page.getByRole("button", { name: "Réessayer" }).click()
    await expect(page.getByRole("alert")).toHaveCount(0)
    await expect(rows(page)).toHaveCount(7)
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false")
  })
})
