import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { createTestAccount } from "#server/testing/test-account.ts"
import { addMessage } from "./add-message.ts"
import { breakCalls, delayCalls, noConnection } from "./broken-calls.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    for (const name of ["Villa", "Pont", "École"]) await createTestProject(db, { name, status: "Terminé" })
    await createTestProject(db, { name: "Entrepôt", sector: "Transport" })
    await createTestProject(db, { name: "Ciment", sector: "Ventes de matériaux", status: "En attente" })
    await createTestProject(db, { name: "Sable", sector: "Ventes de matériaux", status: null })
    for (let sent = 0; sent < 3; sent += 1) await addMessage(db)
    await createTestAccount(db)
  },
})
test.use({ expectedConsole: /Failed to load resource/ })

function figures(page: Page) {
  return page.getByRole("main").getByRole("definition")
}

function projects(page: Page) {
  return page.getByRole("region", { name: "Premiers projets" }).getByRole("listitem")
}

const actions = [
  { name: "Ajouter un projet", path: "/admin/project-form" },
  { name: "Voir tous les projets", path: "/admin/projects" },
  { name: "Gérer le site", path: "/admin/site-management" },
  { name: "Statistiques détaillées", path: "/admin/stats" },
]

test("the dashboard waits for its figures, shows them and the newest projects, and leads on", async ({
  page,
  site,
}) => {
  const { release } = await delayCalls(page, "stats.", noConnection)
  await openScreen(page, "/admin/dashboard", "Dashboard")

  await test.step("grey bars wait, a red banner tells the failure, and « Réessayer » shows the figures", async () => {
    await expect(figures(page)).toHaveText(["", "", "", ""])
    await expect(page.getByRole("alert")).toHaveCount(0)
    release()
    await expect(page.getByRole("alert")).toHaveText("Erreur lors du chargement des données : connexion impossible")
    await expect(figures(page)).toHaveText(["0", "0", "0", "0"])
    await page.unrouteAll()
    await page.getByRole("button", { name: "Réessayer" }).click()
    await expect(page.getByRole("alert")).toHaveCount(0)
  })
  await test.step("projects, sectors, users and messages are counted", async () => {
    await expect(page.getByRole("main").getByRole("term")).toHaveText([
      "Projets",
      "Secteurs",
      "Utilisateurs",
      "Messages",
    ])
    await expect(figures(page)).toHaveText(["6", "3", "2", "3"])
  })
  await test.step("a table has each sector's projects, without a click", async () => {
    const rows = page.getByRole("region", { name: "Projets par secteur" }).getByRole("row")
    await expect(rows).toHaveText([
      /^Secteur/,
      /^Construction 3 50\s%$/,
      /^Agriculture 0 0\s%$/,
      /^Élevage 0 0\s%$/,
      /^Transport 1 17\s%$/,
      /^Ventes-matériaux 2 33\s%$/,
      /^Immobilier 0 0\s%$/,
    ])
  })
  await test.step("the pie names the sectors that have a project, and is described by the table", async () => {
    const pie = page.getByRole("img", { name: "Diagramme circulaire des projets par secteur" })
    await expect(pie).toHaveAccessibleDescription(/Construction 3 50\s%/)
    await expect(pie.getByText(/Ventes-matériaux|^2$/).first()).toBeVisible()
  })
  await test.step("the five newest projects have their buttons", async () => {
    await expect(projects(page)).toHaveText([/^Sable/, /^Ciment/, /^Entrepôt/, /^École/, /^Pont/])
    await expect(projects(page).first()).toContainText("Non défini")
    for (const name of ["Sable", "Ciment", "Entrepôt", "École", "Pont"]) {
      await expect(page.getByRole("button", { name: `Modifier ${name}`, exact: true })).toBeVisible()
      await expect(page.getByRole("button", { name: `Supprimer ${name}`, exact: true })).toBeVisible()
    }
  })
  await test.step("the quick actions are equally high, also where one needs two lines", async () => {
    const links = page.getByRole("navigation", { name: "Actions rapides" }).getByRole("link")
    for (const { width, columns } of [
      { width: 360, columns: 2 },
      { width: 1280, columns: 4 },
    ]) {
      await page.setViewportSize({ width, height: 800 })
      const heights = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().height))
      for (let row = 0; row < 4; row += columns) {
        expect(new Set(heights.slice(row, row + columns)).size, `${width} px: ${heights}`).toBe(1)
      }
    }
  })
  await test.step("a project is deleted in a dialog, once the network is there, and comes back by « Annuler »", async () => {
    const button = page.getByRole("button", { name: "Supprimer Sable", exact: true })
    const dialog = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir supprimer ce projet ?" })
    await button.click()
    await expect(dialog).toContainText("Sable")
    await page.keyboard.press("Escape")
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
    await button.click()
    await breakCalls(page, "projects.delete", noConnection)
    await dialog.getByRole("button", { name: "Supprimer" }).click()
    await expect(dialog.getByRole("alert")).toHaveText("Erreur de réseau lors de la suppression")
    await page.unrouteAll()
    await dialog.getByRole("button", { name: "Supprimer" }).click()
    await expect(page.getByRole("status").filter({ hasText: "Projet supprimé avec succès" })).toBeVisible()
    await expect(button).toBeHidden()
    await expect(figures(page).first()).toHaveText("5")
    await page.getByRole("button", { name: "Annuler", exact: true }).click()
    await expect(page.getByRole("status").filter({ hasText: "Projet restauré" })).toBeVisible()
    await expect(button).toBeVisible()
    await expect(figures(page).first()).toHaveText("6")
  })
  await test.step("the quick actions and « Modifier » lead on, and « Modifier » remembers the project", async () => {
    for (const { name, path } of actions) {
      const link = page.getByRole("main").getByRole("link", { name, exact: true })
      await expect(link).toHaveAttribute("href", path)
    }
    const { id } = await withDatabase(site, (db) =>
      db.selectFrom("projects").select("id").where("name", "=", "Entrepôt").executeTakeFirstOrThrow(),
    )
    await page.getByRole("button", { name: "Modifier Entrepôt" }).click()
    await expect(page).toHaveURL(`/admin/project-edit/${id}`)
    expect(await page.evaluate(() => sessionStorage.getItem("projectId"))).toBe(String(id))
    await page.goBack()
  })
  await test.step("the screen is accessible, and fits a phone, also with large text", async () => {
    const pie = page.getByRole("img", { name: /Diagramme circulaire/ })
    await expect(pie.locator("svg path").first()).toBeAttached()
    await expect(projects(page)).toHaveCount(5)
    await expectAccessible(page)
    await expectFitsPhone(page)
    await expectFitsLargeText(page)
  })
})
