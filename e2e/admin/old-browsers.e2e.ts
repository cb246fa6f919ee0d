import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { deleteNewFunctions } from "#e2e/old-browser.ts"
import { addMessage } from "./add-message.ts"
import { makePicture } from "./make-picture.ts"
import { fillProject, openNewProject, projectForm } from "./project-form.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({
  async fill(db) {
    await addMessage(db, { firstName: "Aline", lastName: "Ilunga" })
  },
})

test("the office works without functions of the last years", async ({ page }) => {
  await deleteNewFunctions(page)
  await test.step("a project is published with its pictures, one of which is none", async () => {
    await openNewProject(page)
    await fillProject(page, "Entrepôt de Limete")
    const note = { name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("note") }
    await projectForm(page).images.setInputFiles([await makePicture({ name: "mur.jpg" }), note])
    await expect(page.getByText("note.txt")).toBeVisible()
    await projectForm(page).add.click()
    await expect(page.getByText("Projet ajouté avec succès !")).toBeVisible()
  })
  await test.step("the views of the table open", async () => {
    await openScreen(page, "/admin/projects", "Projets")
    await page.getByRole("button", { name: "Vues" }).click()
    await expect(page.getByRole("button", { name: /^Enregistrer cette vue|Enregistrer la vue/ })).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("button", { name: /^Enregistrer cette vue|Enregistrer la vue/ })).toBeHidden()
  })
  await test.step("a request is archived", async () => {
    await openScreen(page, "/admin/messages", "Messages")
    await page
      .getByRole("link", { name: /Aline Ilunga/ })
      .first()
      .click()
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Aline")
    await page.getByRole("region", { name: "Actions" }).getByRole("button", { name: "Archiver" }).click()
    await expect(page.getByText("Archivé", { exact: true })).toBeVisible()
  })
  await test.step("content, statistics, the journal and people are shown", async () => {
    for (const [path, heading] of [
      ["/admin/site-management/accueil", /Accueil/],
      ["/admin/stats", "Statistiques"],
      ["/admin/audit", "Journal"],
      ["/admin/users", "Utilisateurs"],
      ["/admin/account", "Mon compte"],
      ["/admin/images", "Images"],
    ] as const)
      await openScreen(page, path, heading)
  })
  await test.step("on a phone the menu opens and closes", async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole("button", { name: "Ouvrir le menu" }).click()
    const link = page.locator("#admin-menu").getByRole("link", { name: "Messages" })
    await link.click()
    await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeVisible()
    await expect(link).toBeHidden()
  })
})

test("with forced colours the screen that is open is marked in the menu", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" })
  await openScreen(page, "/admin/dashboard", "Dashboard")
  const links = page.getByRole("complementary").getByRole("link")
  const outlines = await links.evaluateAll((all) => all.map((link) => getComputedStyle(link).outlineStyle))
  expect(outlines.filter((style) => style === "solid")).toHaveLength(1)
})
