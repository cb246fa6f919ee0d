import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import type { Site } from "#e2e/start-site.ts"
import { createTestImage, createTestProject } from "#server/testing/fixtures.ts"
import { breakCalls, delayCalls, noConnection, proxyPage, rejection } from "./broken-calls.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { figures, namesShown, row, rows, searchBox, statusOf } from "./project-table.ts"
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
    await createTestImage(db, "absente-1.jpg")
    await createTestProject(db, { name: "Sans statut", status: null, images: [{ name: "absente-1.jpg", alt: "" }] })
    await createTestProject(db, { name: "Verger importé", status: "Livré", sector: "Agriculture" })
    await createTestProject(db, { name: long, status: "Terminé", address: `${"Avenue du Fleuve, ".repeat(8)}Boma` })
  },
})
test.use({ expectedConsole: /Failed to load resource/ })

const PROJECT = "Pont de Matadi"

function storedProject(site: Site) {
  return withDatabase(site, (db) =>
    db.selectFrom("projects").select(["id", "status"]).where("name", "=", PROJECT).executeTakeFirstOrThrow(),
  )
}

async function storedStatus(site: Site) {
  return (await storedProject(site)).status
}

const failures = [
  { response: rejection("Le serveur est occupé"), text: /^Erreur lors de la mise à jour\s*Le serveur est occupé$/ },
  { response: proxyPage, text: "Erreur lors de la mise à jour" },
  { response: noConnection, text: "Erreur de réseau : connexion impossible" },
]

test("the table waits for the projects, counts and shows them, and changes their status on every width", async ({
  page,
  site,
}) => {
  const alert = page.getByRole("alert")
  const status = statusOf(page, PROJECT)
  const fetched: string[] = []
  page.on("request", (request) => {
    if (request.url().includes("absente-1")) fetched.push(new URL(request.url()).pathname)
  })
  const { release } = await delayCalls(page, "projects.search", noConnection)
  await openScreen(page, "/admin/projects", "Projets")
  await page.evaluate(() => document.body.setAttribute("data-same-page", ""))

  await test.step("grey bars wait, a red banner tells the failure, and « Réessayer » shows the projects", async () => {
    await expect(figures(page)).toHaveText(["", "", "", ""])
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "true")
    expect(await namesShown(page)).toEqual([])
    release()
    await expect(alert).toHaveText("Erreur lors du chargement des projets : connexion impossible")
    await expect(figures(page)).toHaveText(["0", "0", "0", "0"])
    await page.unrouteAll()
    await page.getByRole("button", { name: "Réessayer" }).click()
    await expect(alert).toHaveCount(0)
    await expect(rows(page)).toHaveCount(7)
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "false")
  })
  await test.step("the projects are counted, and a row has name, place, sector, status, state and date", async () => {
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
  })
  await test.step("each status has its text, and an unknown one is « Non défini »", async () => {
    const texts = {
      "Villa de Binza": "Terminé",
      "Pont de Matadi": "En cours",
      "Étable de Kenge": "En attente",
      "Ciment de Masina": "Annulé",
      "Sans statut": "Non défini",
      "Verger importé": "Non défini",
    }
    for (const [name, text] of Object.entries(texts)) {
      await expect(statusOf(page, name).locator("option:checked")).toHaveText(text)
    }
  })
  await test.step("a picture that is not there is fetched from /uploads/, then by its bare name, then left out", async () => {
    await expect.poll(() => fetched).toEqual(["/uploads/absente-1.jpg", "/admin/absente-1.jpg"])
    await expect(row(page, "Sans statut").locator("img")).toHaveCount(0)
  })
  await test.step("a status that cannot be stored goes back to the old one with a red banner", async () => {
    for (const { response, text } of failures) {
      await breakCalls(page, "projects.update", response)
      await status.selectOption("Terminé")
      await expect(alert).toHaveText(text)
      await expect(status).toHaveValue("En cours")
      await page.unrouteAll()
    }
    expect(await storedStatus(site)).toBe("En cours")
  })
  await test.step("chosen again it shows at once, is marked as busy on its way, and takes the banner away", async () => {
    const { release } = await delayCalls(page, "projects.update")
    await status.selectOption("Annulé")
    await expect(status).toHaveAttribute("aria-busy", "true")
    await expect(status).toHaveValue("Annulé")
    release()
    await expect(status).toHaveAttribute("aria-busy", "false")
    await expect(status).toHaveValue("Annulé")
    await expect(alert).toHaveCount(0)
    await page.unrouteAll()
    expect(await storedStatus(site)).toBe("Annulé")
  })
  await test.step("two changes in a row end with the second", async () => {
    await status.selectOption("Terminé")
    await status.selectOption("En attente")
    await expect(figures(page)).toHaveText(["7", "2", "0", "2"])
    await expect.poll(() => storedStatus(site)).toBe("En attente")
    await expect(alert).toHaveCount(0)
  })
  await test.step("the keyboard alone changes it", async () => {
    await status.focus()
    await page.keyboard.press("Space")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect.poll(() => storedStatus(site)).toBe("Terminé")
    await expect(figures(page)).toHaveText(["7", "3", "0", "1"])
    await expect(status).toHaveAttribute("aria-busy", "false")
  })
  await test.step("a project that somebody else changed meanwhile shows as they left it", async () => {
    const { id } = await storedProject(site)
    expect((await page.request.put(`/api/projects/${id}`, { data: { status: "Annulé" } })).status()).toBe(200)
    await status.selectOption("En cours")
    await expect(alert).toContainText("Ce projet a été modifié entre-temps")
    await expect(status).toHaveValue("Annulé")
    await page.getByRole("button", { name: "Fermer ce message" }).click()
    await expect(alert).toHaveCount(0)
  })
  await test.step("« Ajouter un projet » leads to an empty form, and « Modifier » to the project's", async () => {
    await page.getByRole("link", { name: "Ajouter un projet" }).click()
    await expect(page).toHaveURL("/admin/project-form")
    await expect(page.getByLabel("Nom du projet")).toHaveValue("")
    await page.goBack()
    await page.getByRole("button", { name: `Modifier ${PROJECT}`, exact: true }).click()
    await expect(page).toHaveURL(`/admin/project-edit/${(await storedProject(site)).id}`)
    await expect(page.getByLabel("Nom du projet")).toHaveValue(PROJECT)
    await page.goBack()
    await expect(rows(page)).toHaveCount(7)
  })
  await test.step("on a phone a row is at most 120 px high, with name, sector, status and actions", async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    const card = row(page, "Ciment de Masina")
    await expect(card.getByText("Ciment de Masina")).toBeVisible()
    await expect(card.getByText("Ventes-matériaux")).toBeVisible()
    await expect(statusOf(page, "Ciment de Masina")).toBeVisible()
    await expect(card.getByRole("button", { name: "Modifier Ciment de Masina" })).toBeVisible()
    await expect(card.getByRole("button", { name: "Supprimer Ciment de Masina" })).toBeVisible()
    for (const each of await rows(page).all()) expect((await each.boundingBox())?.height).toBeLessThanOrEqual(120)
    await page.evaluate(() => scrollTo(0, 0))
    await expect(page.getByRole("link", { name: "Ajouter un projet" })).toBeInViewport()
    await expect(searchBox(page)).toBeInViewport()
    await expectAccessible(page)
  })
  await test.step("the table fits every width, also with large text", async () => {
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
  await expect(page.locator("body[data-same-page]")).toHaveCount(1)
})
