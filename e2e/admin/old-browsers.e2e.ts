import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { deleteNewFunctions } from "#e2e/old-browser.ts"
import { createTestMessage } from "#server/testing/fixtures.ts"
import { openEditor } from "./content-editor.ts"
import { makePicture } from "./make-picture.ts"
import { fillProject, openNewProject, projectForm } from "./project-form.ts"

const test = testAsAdmin({
  async fill(db) {
    await createTestMessage(db, { firstName: "Aline", lastName: "Ilunga" })
  },
})

test("without functions of the last years, projects are published, requests archived, and all screens shown", async ({
  page,
}) => {
  await deleteNewFunctions(page)
  await openNewProject(page)
  await fillProject(page, "Entrepôt de Limete")
  const note = { name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("note") }
  await projectForm(page).images.setInputFiles([await makePicture({ name: "mur.jpg" }), note])
  await expect(page.getByText("note.txt")).toBeVisible()
  await projectForm(page).add.click()
  await expect(page.getByText("Projet ajouté avec succès !")).toBeVisible()

  const title = page.getByRole("heading", { level: 1 })
  const menu = page.getByRole("complementary")
  for (const screen of ["Statistiques", "Journal", "Utilisateurs", "Mon compte", "Images", "Projets"]) {
    if (screen === "Journal") await menu.getByText("Avancé").click()
    await menu.getByRole("link", { name: screen, exact: true }).click()
    await expect(title).toHaveText(screen)
  }
  await page.getByRole("button", { name: "Filtres et outils" }).click()
  await page.getByRole("button", { name: "Vues" }).click()
  const saveView = page.getByRole("button", { name: "Enregistrer cette vue" })
  await expect(saveView).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(saveView).toBeHidden()

  await menu.getByRole("link", { name: "Messages" }).click()
  await page
    .getByRole("link", { name: /Aline Ilunga/ })
    .first()
    .click()
  await expect(title).toContainText("Aline")
  await page.getByRole("region", { name: "Actions" }).getByRole("button", { name: "Archiver" }).click()
  await expect(page.getByText("Archivé", { exact: true })).toBeVisible()

  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole("button", { name: "Ouvrir le menu" }).click()
  const link = page.locator("#admin-menu").getByRole("link", { name: "Projets" })
  await link.click()
  await expect(title).toHaveText("Projets")
  await expect(link).toBeHidden()
  await openEditor(page, "accueil", "Accueil")
})
