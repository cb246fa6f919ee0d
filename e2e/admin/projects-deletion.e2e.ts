import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { makeProject } from "#server/testing/make.ts"
import { breakCalls, noConnection, proxyPage, refused } from "./broken-calls.ts"
import { makePicture } from "./make-picture.ts"
import { figures, openTable, row, rows } from "./project-table.ts"
import { signIn } from "./sign-in.ts"

const question = "Êtes-vous sûr de vouloir supprimer ce projet ?"

const test = testOnDedicatedSite({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    for (const name of ["Villa", "Pont"]) await makeProject(db, { name, status: "Terminé", sector: "Immobilier" })
  },
})

test.beforeEach(({ page }) => signIn(page))

async function ask(page: Page, name: string) {
  await openTable(page)
  await page.getByRole("button", { name: `Supprimer ${name}`, exact: true }).click()
  const dialog = page.getByRole("dialog", { name: question })
  await expect(dialog).toBeVisible()
  return dialog
}

test("asks first, in a modal dialog that names the project", async ({ page }) => {
  const dialog = await ask(page, "Pont")
  await expect(dialog.getByRole("heading")).toHaveText(question)
  await expect(dialog).toContainText("Pont")
  await expect(dialog.getByRole("button", { name: "Annuler" })).toBeFocused()
  expect(await dialog.evaluate((element) => element.matches(":modal"))).toBe(true)
  await expectAccessible(page)
})

test("« Annuler » and Escape leave everything as it is, and give the focus back", async ({ page }) => {
  const dialog = await ask(page, "Pont")
  await dialog.getByRole("button", { name: "Annuler" }).click()
  await expect(dialog).toBeHidden()
  const button = page.getByRole("button", { name: "Supprimer Pont", exact: true })
  await expect(button).toBeFocused()
  await page.keyboard.press("Enter")
  await page.keyboard.press("Escape")
  await expect(dialog).toBeHidden()
  await expect(button).toBeFocused()
  await expect(rows(page)).toHaveCount(2)
})

test("tells what became of the project, its pictures and its place on the site", async ({ page }) => {
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

  const dialog = await ask(page, "Dépôt")
  await expect(figures(page)).toHaveText(["3", "3", "0", "0"])
  await dialog.getByRole("button", { name: "Supprimer" }).click()
  const banner = page.getByRole("status")
  await expect(banner).toBeVisible()
  await expect(banner.getByText("Projet supprimé avec succès", { exact: true })).toBeVisible()
  await expect(banner).toContainText(/«\sDépôt\s» a été effacé avec 2 images/)
  await expect(banner).toHaveCSS("background-color", "rgb(31, 107, 63)")
  await expect(row(page, "Dépôt")).toHaveCount(0)
  await expect(figures(page)).toHaveText(["2", "2", "0", "0"])
  await expect(page.getByText("2 projets trouvés", { exact: true })).toBeVisible()
  await expectAccessible(page)
  await banner.getByRole("link", { name: "Voir la page Ventes de matériaux" }).click()
  await expect(page).toHaveURL("/ventes-materiaux")
  await expect(page.getByText("Aucun projet trouvé.")).toBeVisible()
})

test("the banner takes the focus from the button that went, and can be put away", async ({ page, site }) => {
  await withDatabase(site, (db) => makeProject(db, { name: "Passager" }))
  const dialog = await ask(page, "Passager")
  await dialog.getByRole("button", { name: "Supprimer" }).click()
  await expect(page.getByRole("status")).toBeVisible()
  await page.keyboard.press("Tab")
  await page.keyboard.press("Tab")
  await expect(page.getByRole("button", { name: "Fermer ce message" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page.getByRole("status")).toHaveCount(0)
})

test.describe("when it fails", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  const failures = [
    { name: "a refusal", answer: refused("Accès refusé"), text: "Erreur lors de la suppression : Accès refusé" },
    { name: "a refusal without a word", answer: refused(""), text: "Erreur lors de la suppression : Erreur inconnue" },
    { name: "an answer without sense", answer: proxyPage, text: "Erreur lors de la suppression du projet" },
    { name: "a lost connection", answer: noConnection, text: "Erreur de réseau lors de la suppression" },
  ]

  for (const { name, answer, text } of failures) {
    test(`${name} is told in a red banner, and the project stays`, async ({ page }) => {
      await breakCalls(page, "projects.delete", answer)
      const dialog = await ask(page, "Villa")
      await dialog.getByRole("button", { name: "Supprimer" }).click()
      await expect(dialog.getByRole("alert")).toHaveText(text)
      await expect(dialog.getByRole("alert")).toHaveCSS("background-color", "rgb(163, 35, 28)")
      await dialog.getByRole("button", { name: "Annuler" }).click()
      await expect(row(page, "Villa")).toBeVisible()
    })
  }

  test("a project that is gone already is told as the server says it", async ({ page, site }) => {
    await withDatabase(site, (db) => makeProject(db, { name: "Fugitif" }))
    const dialog = await ask(page, "Fugitif")
    await withDatabase(site, (db) => db.deleteFrom("projects").where("name", "=", "Fugitif").execute())
    await dialog.getByRole("button", { name: "Supprimer" }).click()
    await expect(dialog.getByRole("alert")).toHaveText("Erreur lors de la suppression : Projet introuvable")
  })
})
