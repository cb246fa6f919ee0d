import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import type { Site } from "#e2e/start-site.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { breakCalls, delayCalls, noConnection, proxyPage, rejection } from "./broken-calls.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openProject, projectForm, storedProject } from "./project-form.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

let made = 0

/** A project that no other test changes. */
async function newProject(site: Site, given: Parameters<typeof createTestProject>[1] = {}) {
  made += 1
  const name = `Chantier ${made}`
  const id = await withDatabase(site, (db) => createTestProject(db, { name, ...given }))
  return { id, name }
}

function banner(page: Page, role: "status" | "alert") {
  return page.getByRole("main").getByRole(role)
}

test("a project is filled in, changed and stored; after two seconds one is at the dashboard", async ({
  page,
  site,
}) => {
  const { id, name } = await newProject(site, { sector: "Ventes de matériaux" })
  await openProject(page, id)
  const form = projectForm(page)
  await expect(form.name).toHaveValue(name)
  await expect(form.description).toHaveValue("Un projet d’essai.")
  await expect(form.address).toHaveValue("Gombe, Kinshasa")
  await expect(form.status).toHaveValue("En cours")
  await expect(form.sector.getByRole("option", { selected: true })).toHaveText("Ventes-matériaux")
  for (const field of [form.name, form.sector]) await expect(field).toHaveAttribute("required")
  for (const field of [form.description, form.status]) await expect(field).not.toHaveAttribute("required")
  await expect(page.getByText("obligatoire", { exact: true })).toHaveCount(2)

  await test.step("a name is needed", async () => {
    await form.name.fill(" ")
    await form.save.click()
    await expect(banner(page, "alert")).toHaveText("Tous les champs obligatoires doivent être remplis")
    await expect(form.name).toBeFocused()
    await form.name.fill(name)
  })
  await test.step("an address may be emptied, and a status taken back to « Non défini »", async () => {
    await form.description.fill("Deux étages de plus.")
    await form.address.fill("")
    await form.status.selectOption({ label: "Non défini" })
    await page.clock.install()
    await page.keyboard.press("Control+s")
    await expect(banner(page, "status").getByText("Projet mis à jour avec succès !", { exact: true })).toBeVisible()
    await page.clock.runFor(500)
    await expect(page).toHaveURL(`/admin/project-edit/${id}`)
    await page.clock.runFor(1600)
    await expect(page).toHaveURL("/admin/dashboard")
  })
  expect(await storedProject(page, name)).toMatchObject({
    description: "Deux étages de plus.",
    status: null,
    address: null,
    version: 2,
  })
})

test("a status of another origin is named, and stays while nobody chooses one; the form fits a phone", async ({
  page,
  site,
}) => {
  const { id, name } = await newProject(site, { status: "Livré", address: "Avenue du Fleuve, ".repeat(15).trim() })
  await openProject(page, id)
  await expect(projectForm(page).status.getByRole("option", { selected: true })).toHaveText("Non défini")
  await expect(projectForm(page).status).toHaveAccessibleDescription(/«\sLivré\s»/)
  await expectAccessible(page)
  await expectFitsPhone(page)
  await projectForm(page).address.fill("Matete")
  await projectForm(page).save.click()
  await expect(banner(page, "status")).toBeVisible()
  expect(await storedProject(page, name)).toMatchObject({ status: "Livré", address: "Matete" })
})

test("without an id in the URL the project chosen in this tab is opened, or the screen says that there is none", async ({
  page,
  site,
}) => {
  await openScreen(page, "/admin/project-edit", "Modifier le projet")
  await expect(page.getByRole("main").getByText("Aucun projet sélectionné", { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole("main").getByRole("link", { name: "Retour au Dashboard" }).click()
  await expect(page).toHaveURL("/admin/dashboard")
  const { id, name } = await newProject(site)
  await page.evaluate((value) => sessionStorage.setItem("projectId", value), String(id))
  await openScreen(page, "/admin/project-edit", "Modifier le projet")
  await expect(projectForm(page).name).toHaveValue(name)
})

test.describe("a project that cannot be loaded", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("has grey bars, then a red banner that says why, and can be tried again", async ({ page, site }) => {
    const { id, name } = await newProject(site)
    const { release } = await delayCalls(page, "projects.managed", noConnection)
    await openScreen(page, `/admin/project-edit/${id}`, "Modifier le projet")
    await expect(projectForm(page).name).toHaveCount(0)
    await expect(banner(page, "alert")).toHaveCount(0)
    release()
    await expect(banner(page, "alert").getByText("Projet introuvable", { exact: true })).toBeVisible()
    await expect(banner(page, "alert")).toContainText("connexion impossible")
    await page.unrouteAll()
    await page.getByRole("button", { name: "Réessayer" }).click()
    await expect(projectForm(page).name).toHaveValue(name)
    for (const unknown of ["99999", "abc"]) {
      await openScreen(page, `/admin/project-edit/${unknown}`, "Modifier le projet")
      await expect(banner(page, "alert")).toHaveText("Projet introuvable")
    }
  })
})

test.describe("a project that cannot be saved", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  const failures = [
    { response: rejection("Le serveur est occupé"), text: /^Erreur lors de la mise à jour\s*Le serveur est occupé$/ },
    { response: proxyPage, text: "Erreur lors de la mise à jour" },
    { response: noConnection, text: "Erreur de réseau : connexion impossible" },
  ]

  test("leaves what was typed under a red banner, also when it was deleted meanwhile", async ({ page, site }) => {
    const { id } = await newProject(site)
    await openProject(page, id)
    await projectForm(page).address.fill("Kinkole")
    for (const { response, text } of failures) {
      await breakCalls(page, "projects.update", response)
      await projectForm(page).save.click()
      await expect(banner(page, "alert")).toHaveText(text)
      await expect(projectForm(page).address).toHaveValue("Kinkole")
      await page.unrouteAll()
    }
    await withDatabase(site, (db) => db.deleteFrom("projects").where("id", "=", id).execute())
    await projectForm(page).save.click()
    await expect(banner(page, "alert")).toContainText("Projet introuvable")
    await expect(projectForm(page).address).toHaveValue("Kinkole")
  })
})
