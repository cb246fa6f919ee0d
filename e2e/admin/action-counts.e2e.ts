import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { countActions } from "./count-actions.ts"
import { makePicture } from "./make-picture.ts"
import { pictures, projectForm, storedProject } from "./project-form.ts"
import { statusOf } from "./project-table.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({})

test.beforeEach(({ page }) => openScreen(page, "/admin/dashboard", "Dashboard"))

test("a project with five photos and its sector is stored in 8 actions at most", async ({ page }) => {
  const files = await Promise.all([1, 2, 3, 4, 5].map((number) => makePicture({ name: `photo-${number}.jpg` })))
  const person = countActions(page)
  const form = projectForm(page)
  await person.click(page.getByRole("main").getByRole("link", { name: "Ajouter un projet" }))
  await person.fill(form.name, "Marché de la Liberté")
  await person.fill(form.description, "Trois halles et un parking.")
  await person.choose(form.status, "En cours")
  await person.choose(form.sector, "Construction")
  await person.chooseFiles(form.images, files)
  await person.click(form.add)
  await expect(page).toHaveURL("/admin/projects")
  expect(await storedProject(page, "Marché de la Liberté")).toMatchObject({ sector: "Construction" })
  expect((await storedProject(page, "Marché de la Liberté"))?.project_images).toHaveLength(5)
  expect(person.count).toBeLessThanOrEqual(8)
})

test("a status is changed in 2 actions: to the list, and there", async ({ page }) => {
  const person = countActions(page)
  await person.click(page.getByRole("link", { name: "Projets", exact: true }))
  await person.choose(statusOf(page, "Immeuble mixte à Limete"), "Terminé")
  await expect.poll(async () => (await storedProject(page, "Immeuble mixte à Limete"))?.status).toBe("Terminé")
  expect(person.count).toBeLessThanOrEqual(2)
})

test("the last photo is brought to the front in 3 actions", async ({ page }) => {
  const before = await storedProject(page, "Immeuble mixte à Limete")
  expect(before?.project_images.length).toBeGreaterThan(1)
  const person = countActions(page)
  await person.click(page.getByRole("button", { name: "Modifier Immeuble mixte à Limete" }))
  await expect(pictures(page)).toHaveCount(before?.project_images.length ?? 0)
  await person.click(page.getByRole("button", { name: /^Mettre en premier/ }).last())
  await person.click(projectForm(page).save)
  await expect(page.getByRole("main").getByRole("status")).toBeVisible()
  const after = await storedProject(page, "Immeuble mixte à Limete")
  expect(after?.project_images[0]).toBe(before?.project_images.at(-1))
  expect(person.count).toBeLessThanOrEqual(3)
})

test("a project with five photos is kept as a draft and published in 9 actions at most", async ({ page }) => {
  const files = await Promise.all([1, 2, 3, 4, 5].map((number) => makePicture({ name: `vue-${number}.jpg` })))
  const person = countActions(page)
  const form = projectForm(page)
  await person.click(page.getByRole("main").getByRole("link", { name: "Ajouter un projet" }))
  await person.fill(form.name, "Port de Kalamu")
  await person.fill(form.description, "Un quai de quarante mètres.")
  await person.choose(form.status, "En cours")
  await person.choose(form.sector, "Construction")
  await person.chooseFiles(form.images, files)
  await person.click(form.saveDraft)
  await expect(page).toHaveURL(/\/admin\/project-edit\/\d+$/)
  expect(await storedProject(page, "Port de Kalamu")).toBeUndefined()
  await person.click(form.publish)
  await expect(page.getByText("Projet publié : les visiteurs le voient dès maintenant.")).toBeVisible()
  expect((await storedProject(page, "Port de Kalamu"))?.project_images).toHaveLength(5)
  expect(person.count).toBeLessThanOrEqual(9)
})

test("a wrong edit is taken back in 3 actions at most", async ({ page }) => {
  const name = "Gare de Kasangulu"
  const right = { description: "Deux quais.", address: "Kasangulu" }
  const multipart = { project_name: name, status: "En cours", sector: "Construction", ...right }
  await page.request.post("/api/projects", { multipart })
  const before = await storedProject(page, name)
  const wrong = { description: "Une erreur.", address: "Ailleurs" }
  await page.request.put(`/api/projects/${before?.id}`, { data: wrong })
  await openScreen(page, "/admin/dashboard", "Dashboard")
  const person = countActions(page)
  await person.click(page.getByRole("button", { name: `Modifier ${name}` }))
  await person.click(projectForm(page).history)
  await person.click(page.getByRole("button", { name: /^Restaurer la version du/ }).first())
  await expect(page.getByRole("main").getByRole("status").first()).toContainText("est restaurée")
  expect(await storedProject(page, name)).toMatchObject(right)
  expect(person.count).toBeLessThanOrEqual(3)
})
