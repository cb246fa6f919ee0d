import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import type { Site } from "#e2e/start-site.ts"
import { makeProject } from "#server/testing/make.ts"
import { breakCalls, noConnection, proxyPage, refused } from "./broken-calls.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openProject, projectForm, storedProject } from "./project-form.ts"
import { openScreen, signIn } from "./sign-in.ts"

const test = testOnDedicatedSite({ settings: { DEMO_CONTENT: "0" } })

test.beforeEach(({ page }) => signIn(page))

let made = 0

/** A project that no other test changes. */
async function newProject(site: Site, given: Parameters<typeof makeProject>[1] = {}) {
  made += 1
  const name = `Chantier ${made}`
  const id = await withDatabase(site, (db) => makeProject(db, { name, ...given }))
  return { id, name }
}

function banner(page: Page, role: "status" | "alert") {
  return page.getByRole("main").getByRole(role)
}

test("the form is filled with the project; name and sector are marked mandatory", async ({ page, site }) => {
  const { id, name } = await newProject(site, { sector: "Ventes de matériaux", address: null })
  await openProject(page, id)
  const form = projectForm(page)
  await expect(form.name).toHaveValue(name)
  await expect(form.description).toHaveValue("Un projet d’essai.")
  await expect(form.address).toHaveValue("")
  await expect(form.status).toHaveValue("En cours")
  await expect(form.sector.getByRole("option", { selected: true })).toHaveText("Ventes-matériaux")
  for (const field of [form.name, form.sector]) await expect(field).toHaveAttribute("required")
  for (const field of [form.description, form.status]) await expect(field).not.toHaveAttribute("required")
  await expect(page.getByText("obligatoire", { exact: true })).toHaveCount(2)
})

test("a change is stored, told in green, and after two seconds leads to the dashboard", async ({ page, site }) => {
  const { id, name } = await newProject(site)
  await openProject(page, id)
  await projectForm(page).description.fill("Deux étages de plus.")
  await projectForm(page).status.selectOption("Annulé")
  await page.clock.install()
  await projectForm(page).save.click()
  await expect(banner(page, "status").getByText("Projet mis à jour avec succès !", { exact: true })).toBeVisible()
  await expect(banner(page, "status")).toHaveCSS("background-color", "rgb(31, 107, 63)")
  await page.clock.runFor(500)
  await expect(page).toHaveURL(`/admin/project-edit/${id}`)
  await page.clock.runFor(1600)
  await expect(page).toHaveURL("/admin/dashboard")
  expect(await storedProject(page, name)).toMatchObject({
    description: "Deux étages de plus.",
    status: "Annulé",
    address: "Gombe, Kinshasa",
    version: 2,
  })
})

test("the status may be taken back to « Non défini »", async ({ page, site }) => {
  const { id, name } = await newProject(site)
  await openProject(page, id)
  await projectForm(page).status.selectOption({ label: "Non défini" })
  await projectForm(page).save.click()
  await expect(banner(page, "status")).toBeVisible()
  expect((await storedProject(page, name))?.status).toBeNull()
})

test("a status of another origin is told, and stays while nobody chooses one", async ({ page, site }) => {
  const { id, name } = await newProject(site, { status: "Livré" })
  await openProject(page, id)
  await expect(projectForm(page).status.getByRole("option", { selected: true })).toHaveText("Non défini")
  await expect(projectForm(page).status).toHaveAccessibleDescription(/«\sLivré\s»/)
  await projectForm(page).address.fill("Matete")
  await projectForm(page).save.click()
  await expect(banner(page, "status")).toBeVisible()
  expect(await storedProject(page, name)).toMatchObject({ status: "Livré", address: "Matete" })
})

test("an address can be emptied, a name cannot", async ({ page, site }) => {
  const { id, name } = await newProject(site)
  await openProject(page, id)
  await projectForm(page).address.fill("")
  await projectForm(page).name.fill(" ")
  await projectForm(page).save.click()
  await expect(banner(page, "alert")).toHaveText("Tous les champs obligatoires doivent être remplis")
  await expect(projectForm(page).name).toBeFocused()
  await projectForm(page).name.fill(name)
  await projectForm(page).save.click()
  await expect(banner(page, "status")).toBeVisible()
  expect((await storedProject(page, name))?.address).toBeNull()
})

test("Ctrl+S saves from anywhere on the page", async ({ page, site }) => {
  const { id } = await newProject(site)
  await openProject(page, id)
  await projectForm(page).address.fill("Lemba")
  await page.keyboard.press("Control+s")
  await expect(banner(page, "status")).toContainText("Projet mis à jour avec succès !")
})

test("without an id the project chosen in this tab is opened", async ({ page, site }) => {
  const { id, name } = await newProject(site)
  await page.evaluate((value) => sessionStorage.setItem("projectId", value), String(id))
  await openScreen(page, "/admin/project-edit", "Modifier le projet")
  await expect(projectForm(page).name).toHaveValue(name)
})

test("with neither, the screen says so and leads back to the dashboard", async ({ page }) => {
  await openScreen(page, "/admin/project-edit", "Modifier le projet")
  await expect(page.getByRole("main").getByText("Aucun projet sélectionné", { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole("main").getByRole("link", { name: "Retour au Dashboard" }).click()
  await expect(page).toHaveURL("/admin/dashboard")
})

test.describe("when it cannot be loaded", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("a project that does not exist is 'Projet introuvable'", async ({ page }) => {
    await openScreen(page, "/admin/project-edit/99999", "Modifier le projet")
    await expect(banner(page, "alert")).toHaveText("Projet introuvable")
    await expect(banner(page, "alert")).toHaveCSS("background-color", "rgb(163, 35, 28)")
    await openScreen(page, "/admin/project-edit/abc", "Modifier le projet")
    await expect(banner(page, "alert")).toHaveText("Projet introuvable")
    await page.getByRole("main").getByRole("link", { name: "Retour au Dashboard" }).click()
    await expect(page).toHaveURL("/admin/dashboard")
  })

  test("a lost connection says so beside it, and can be tried again", async ({ page, site }) => {
    const { id, name } = await newProject(site)
    await breakCalls(page, "projects.get", noConnection)
    await openScreen(page, `/admin/project-edit/${id}`, "Modifier le projet")
    await expect(banner(page, "alert").getByText("Projet introuvable", { exact: true })).toBeVisible()
    await expect(banner(page, "alert")).toContainText("connexion impossible")
    await page.unrouteAll()
    await page.getByRole("button", { name: "Réessayer" }).click()
    await expect(projectForm(page).name).toHaveValue(name)
  })
})

test("while it loads grey bars stand where the fields will", async ({ page, site }) => {
  const { id } = await newProject(site)
  const answered = Promise.withResolvers<void>()
  await breakCalls(page, "projects.get", (route) => answered.promise.then(() => route.continue()))
  await openScreen(page, `/admin/project-edit/${id}`, "Modifier le projet")
  await expect(page.getByRole("main").locator(".skeleton").first()).toBeVisible()
  await expect(projectForm(page).name).toHaveCount(0)
  answered.resolve()
  await expect(projectForm(page).name).toBeVisible()
})

test.describe("when saving fails", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  const failures = [
    {
      name: "a refusal",
      answer: refused("Le serveur est occupé"),
      text: /^Erreur lors de la mise à jour\s*Le serveur est occupé$/,
    },
    { name: "an answer without sense", answer: proxyPage, text: "Erreur lors de la mise à jour" },
    { name: "a lost connection", answer: noConnection, text: "Erreur de réseau : connexion impossible" },
  ]

  for (const { name, answer, text } of failures) {
    test(`${name} is told in a red banner, and what was typed stays`, async ({ page, site }) => {
      const { id } = await newProject(site)
      await openProject(page, id)
      await breakCalls(page, "projects.update", answer)
      await projectForm(page).address.fill("Kinkole")
      await projectForm(page).save.click()
      await expect(banner(page, "alert")).toHaveText(text)
      await expect(banner(page, "alert")).toHaveCSS("background-color", "rgb(163, 35, 28)")
      await expect(projectForm(page).address).toHaveValue("Kinkole")
      await page.unrouteAll()
      await projectForm(page).save.click()
      await expect(banner(page, "status")).toBeVisible()
    })
  }

  test("a project that was deleted meanwhile is told", async ({ page, site }) => {
    const { id } = await newProject(site)
    await openProject(page, id)
    await withDatabase(site, (db) => db.deleteFrom("projects").where("id", "=", id).execute())
    await projectForm(page).address.fill("Kinkole")
    await projectForm(page).save.click()
    await expect(banner(page, "alert")).toContainText("Projet introuvable")
    await expect(projectForm(page).address).toHaveValue("Kinkole")
  })
})

test("axe finds nothing, and a phone shows it whole", async ({ page, site }) => {
  const { id } = await newProject(site, { address: "Avenue du Fleuve, ".repeat(15).trim(), status: "Livré" })
  await openProject(page, id)
  await expectAccessible(page)
  await expectFitsPhone(page)
  await expectAccessible(page)
})
