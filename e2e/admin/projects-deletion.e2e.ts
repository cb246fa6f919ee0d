import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, ON_POSTGRES } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { breakCalls, noConnection, proxyPage, rejection } from "./broken-calls.ts"
import { countActions } from "./count-actions.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { makePicture } from "./make-picture.ts"
import { figures, openTable, row, rows, stateLink } from "./project-table.ts"

const question = "Êtes-vous sûr de vouloir supprimer ce projet ?"

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    for (const name of ["Villa", "Pont"]) await createTestProject(db, { name, status: "Terminé", sector: "Immobilier" })
  },
})

test("a deletion is asked for in a modal dialog, and its banner says that the project is in the trash", async ({
  page,
}) => {
  const pictures = await Promise.all([makePicture({ name: "a.jpg" }), makePicture({ name: "b.jpg" })])
  const form = new FormData()
  const fields = { project_name: "Dépôt", description: "…", status: "Terminé", sector: "Ventes-matériaux" }
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const { name, mimeType, buffer } of pictures) {
    form.append("project_images", new File([new Uint8Array(buffer)], name, { type: mimeType }))
  }
  const created = await page.request.post("/api/projects", { multipart: form })
  expect(created.status(), await created.text()).toBe(201)
  expect(await (await page.request.get("/ventes-materiaux")).text()).toContain("Dépôt")

  await openTable(page)
  await expect(figures(page)).toHaveText(["3", "3", "0", "0"])
  const button = page.getByRole("button", { name: "Supprimer Dépôt", exact: true })
  const dialog = page.getByRole("dialog", { name: question })

  await test.step("« Annuler » and Escape change nothing and give the focus back", async () => {
    await button.click()
    await expect(dialog.getByRole("heading")).toHaveText(question)
    await expect(dialog).toContainText("Dépôt")
    await expect(dialog.getByRole("button", { name: "Annuler" })).toBeFocused()
    expect(await dialog.evaluate((element) => element.matches(":modal"))).toBe(true)
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Annuler" }).click()
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Escape")
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
    await expect(rows(page)).toHaveCount(3)
  })
  await test.step("the project leaves the table, its figures and its page, and the banner says so", async () => {
    await button.click()
    await dialog.getByRole("button", { name: "Supprimer" }).click()
    const banner = page.getByRole("status")
    await expect(banner.getByText("Projet supprimé avec succès", { exact: true })).toBeVisible()
    await expect(banner).toContainText(/«\sDépôt\s» est dans la corbeille pour 30\sjours/)
    await expect(row(page, "Dépôt")).toHaveCount(0)
    await expect(figures(page)).toHaveText(["2", "2", "0", "0"])
    await expect(page.getByText("2 projets trouvés", { exact: true })).toBeVisible()
    await banner.getByRole("link", { name: "Voir la page Ventes de matériaux" }).click()
    await expect(page).toHaveURL("/ventes-materiaux")
    await expect(page.getByText("Aucun projet trouvé.")).toBeVisible()
  })
})

test("the banner takes the focus of the button that is gone, and can be closed", async ({ page, site }) => {
  await withDatabase(site, (db) => createTestProject(db, { name: "Passager" }))
  await openTable(page)
  await page.getByRole("button", { name: "Supprimer Passager", exact: true }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click()
  await expect(page.getByRole("status")).toBeVisible()
  await page.keyboard.press("Tab")
  await expect(page.getByRole("button", { name: "Annuler", exact: true })).toBeFocused()
  await page.keyboard.press("Tab")
  await page.keyboard.press("Tab")
  await expect(page.getByRole("button", { name: "Fermer ce message" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("status")).toHaveCount(0)
})

test.describe("a deletion that fails", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  const failures = [
    { response: rejection("Accès refusé"), text: "Erreur lors de la suppression : Accès refusé" },
    { response: rejection(""), text: "Erreur lors de la suppression : Erreur inconnue" },
    { response: proxyPage, text: "Erreur lors de la suppression du projet" },
    { response: noConnection, text: "Erreur de réseau lors de la suppression" },
  ]

  test("says why in the dialog, and the project stays", async ({ page, site }) => {
    await withDatabase(site, (db) => createTestProject(db, { name: "Fugitif" }))
    await openTable(page)
    await page.getByRole("button", { name: "Supprimer Fugitif", exact: true }).click()
    const dialog = page.getByRole("dialog", { name: question })
    for (const { response, text } of failures) {
      await breakCalls(page, "projects.delete", response)
      await dialog.getByRole("button", { name: "Supprimer" }).click()
      await expect(dialog.getByRole("alert")).toHaveText(text)
      await page.unrouteAll()
    }
    await expect(row(page, "Fugitif")).toBeAttached()
    await withDatabase(site, (db) => db.deleteFrom("projects").where("name", "=", "Fugitif").execute())
    await dialog.getByRole("button", { name: "Supprimer" }).click()
    await expect(dialog.getByRole("alert")).toHaveText("Erreur lors de la suppression : Projet introuvable")
  })
})

test(
  "a deleted project is brought back by « Annuler » in 2 actions after the question, by keyboard too",
  ON_POSTGRES,
  async ({ page, site }) => {
    await withDatabase(site, (db) => createTestProject(db, { name: "Revenant", sector: "Transport" }))
    const before = await page.request.get("/transport")
    expect(await before.text()).toContain("Revenant")
    await openTable(page)
    const total = await figures(page).first().textContent()
    await page.getByRole("button", { name: "Supprimer Revenant", exact: true }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click()
    await expect(row(page, "Revenant")).toHaveCount(0)
    expect(await (await page.request.get("/transport")).text()).not.toContain("Revenant")
    const person = countActions(page)
    await page.keyboard.press("Tab")
    await expect(page.getByRole("button", { name: "Annuler", exact: true })).toBeFocused()
    await person.click(page.getByRole("button", { name: "Annuler", exact: true }))
    await expect(page.getByRole("status").filter({ hasText: "Projet restauré" })).toContainText("Revenant")
    await expect(page.locator(":focus")).toContainText("Projet restauré")
    await expect(row(page, "Revenant")).toHaveCount(1)
    await expect(figures(page).first()).toHaveText(total ?? "")
    expect(await (await page.request.get("/transport")).text()).toContain("Revenant")
    expect(person.count).toBeLessThanOrEqual(2)
  },
)

test("the trash says when a project is erased, and « Restaurer » brings it back as it was, its address included", async ({
  page,
  site,
}) => {
  const id = await withDatabase(site, (db) => createTestProject(db, { name: "Halle de Matete", status: "Terminé" }))
  const stored = async () => (await page.request.get(`/api/projects/${id}`)).json()
  const { slug } = await stored()
  expect((await page.request.delete(`/api/projects/${id}`)).status()).toBe(200)
  await withDatabase(site, (db) =>
    db.updateTable("projects").set({ deletedAt: "2098-01-01T12:00:00.000Z" }).where("id", "=", id).execute(),
  )
  await openTable(page)
  await stateLink(page, "Corbeille").click()
  const trashed = rows(page).filter({ hasText: "Halle de Matete" })
  await expect(trashed).toContainText("Sera effacé le 31 janv. 2098")
  await expect(trashed.getByRole("combobox")).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.getByRole("button", { name: "Restaurer Halle de Matete", exact: true }).click()
  await expect(page.getByRole("status").filter({ hasText: "Projet restauré" })).toBeVisible()
  await expect(trashed).toHaveCount(0)
  expect(await stored()).toMatchObject({ slug, status: "Terminé" })
})

test.describe("a restoration that fails", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("says why in the banner, which keeps « Annuler »", async ({ page, site }) => {
    await withDatabase(site, (db) => createTestProject(db, { name: "Obstiné" }))
    await openTable(page)
    await page.getByRole("button", { name: "Supprimer Obstiné", exact: true }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click()
    const undo = page.getByRole("button", { name: "Annuler", exact: true })
    await breakCalls(page, "projects.restore", noConnection)
    await undo.click()
    await expect(page.getByRole("alert")).toHaveText("Le projet n’a pas pu être restauré : connexion impossible")
    await page.unrouteAll()
    await undo.click()
    await expect(row(page, "Obstiné")).toHaveCount(1)
  })
})
