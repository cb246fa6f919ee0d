import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { deleteNewFunctions } from "#e2e/old-browser.ts"
import { createTestMessage } from "#server/testing/fixtures.ts"
import { makePicture } from "./make-picture.ts"
import { fillProject, openNewProject, projectForm } from "./project-form.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({
  async fill(db) {
    await createTestMessage(db, { firstName: "Aline", lastName: "Ilunga" })
  },
})

test.beforeEach(({ page }) => deleteNewFunctions(page))

test("without functions of the last years a project is published with its pictures, one of which is none", async ({
  page,
}) => {
  await openNewProject(page)
  await fillProject(page, "Entrepôt de Limete")
  const note = { name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("note") }
  await projectForm(page).images.setInputFiles([await makePicture({ name: "mur.jpg" }), note])
  await expect(page.getByText("note.txt")).toBeVisible()
  await projectForm(page).add.click()
  await expect(page.getByText("Projet ajouté avec succès !")).toBeVisible()
  await openScreen(page, "/admin/projects", "Projets")
  await page.getByRole("button", { name: "Vues" }).click()
  const saveView = page.getByRole("button", { name: "Enregistrer cette vue" })
  await expect(saveView).toBeVisible()
  await page.keyboard.press("Escape")
  await expect(saveView).toBeHidden()
})

test("without them a request is archived, and on a phone the menu opens and closes", async ({ page }) => {
  await openScreen(page, "/admin/messages", "Messages")
  const request = page.getByRole("link", { name: /Aline Ilunga/ })
  await request.first().click()
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Aline")
  await page.getByRole("region", { name: "Actions" }).getByRole("button", { name: "Archiver" }).click()
  await expect(page.getByText("Archivé", { exact: true })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole("button", { name: "Ouvrir le menu" }).click()
  const link = page.locator("#admin-menu").getByRole("link", { name: "Projets" })
  await link.click()
  await expect(page.getByRole("heading", { level: 1, name: "Projets" })).toBeVisible()
  await expect(link).toBeHidden()
})

test("without them content, statistics, journal, people and pictures are shown", async ({ page }) => {
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

test("with forced colours the screen that is open is marked in the menu", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" })
  await openScreen(page, "/admin/dashboard", "Dashboard")
  const links = page.getByRole("complementary").getByRole("link")
  const outlines = await links.evaluateAll((all) => all.map((link) => getComputedStyle(link).outlineStyle))
  expect(outlines.filter((style) => style === "solid")).toHaveLength(1)
})
