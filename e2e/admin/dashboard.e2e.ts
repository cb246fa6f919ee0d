import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { makeProject } from "#server/testing/make.ts"
import { makeAccount } from "#server/testing/make-account.ts"
import { addMessage } from "./add-message.ts"
import { breakCalls, noConnection, proxyPage, readFailures } from "./broken-calls.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openScreen, signIn } from "./sign-in.ts"

const test = testOnDedicatedSite({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    for (const name of ["Villa", "Pont", "École"]) await makeProject(db, { name, status: "Terminé" })
    await makeProject(db, { name: "Entrepôt", sector: "Transport" })
    await makeProject(db, { name: "Ciment", sector: "Ventes de matériaux", status: "En attente" })
    await makeProject(db, { name: "Sable", sector: "Ventes de matériaux", status: null })
    for (let sent = 0; sent < 3; sent += 1) await addMessage(db)
    await makeAccount(db)
  },
})

test.beforeEach(({ page }) => signIn(page))

function figures(page: Page) {
  return page.getByRole("main").getByRole("definition")
}

function projects(page: Page) {
  return page.getByRole("region", { name: "Premiers projets" }).getByRole("listitem")
}

test("the counters tell projects, sectors that have one, users and messages", async ({ page }) => {
  await openScreen(page, "/admin/dashboard", "Dashboard")
  await expect(page.getByRole("main").getByRole("term")).toHaveText(["Projets", "Secteurs", "Utilisateurs", "Messages"])
  await expect(figures(page)).toHaveText(["6", "3", "2", "3"])
})

test("the number of projects of each sector is there without a click", async ({ page }) => {
  await openScreen(page, "/admin/dashboard", "Dashboard")
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

test("the pie has a slice in its sector's colour for each sector that has a project", async ({ page }) => {
  await openScreen(page, "/admin/dashboard", "Dashboard")
  const pie = page.getByRole("img", { name: "Diagramme circulaire des projets par secteur" })
  await expect(pie).toHaveAccessibleDescription(/Construction 3 50\s%/)
  const slices = pie.locator('svg path[stroke="#10231f"][stroke-width="1.5"]')
  await expect(slices).toHaveCount(3)
  const colours = await slices.evaluateAll((paths) => paths.map((path) => path.getAttribute("fill")))
  expect(colours).toEqual(["#b4511f", "#1f6c9c", "#f2a33a"])
  await expect(pie.getByText(/Ventes-matériaux|^2$/).first()).toBeVisible()
})

test("the five newest projects come first, each with its buttons", async ({ page }) => {
  await openScreen(page, "/admin/dashboard", "Dashboard")
  await expect(projects(page)).toHaveText([/^Sable/, /^Ciment/, /^Entrepôt/, /^École/, /^Pont/])
  await expect(projects(page).first()).toContainText("Non défini")
  for (const name of ["Sable", "Ciment", "Entrepôt", "École", "Pont"]) {
    await expect(page.getByRole("button", { name: `Modifier ${name}`, exact: true })).toBeVisible()
    await expect(page.getByRole("button", { name: `Supprimer ${name}`, exact: true })).toBeVisible()
  }
})

test("« Modifier » keeps the project's id for this tab and opens its form", async ({ page, site }) => {
  const { id } = await withDatabase(site, (db) =>
    db.selectFrom("projects").select("id").where("name", "=", "Entrepôt").executeTakeFirstOrThrow(),
  )
  await openScreen(page, "/admin/dashboard", "Dashboard")
  await page.getByRole("button", { name: "Modifier Entrepôt" }).click()
  await expect(page).toHaveURL(`/admin/project-edit/${id}`)
  expect(await page.evaluate(() => sessionStorage.getItem("projectId"))).toBe(String(id))
})

const actions = [
  { name: "Ajouter un projet", path: "/admin/project-form" },
  { name: "Voir tous les projets", path: "/admin/projects" },
  { name: "Gérer le site", path: "/admin/site-management" },
  { name: "Statistiques détaillées", path: "/admin/stats" },
]

test("the four quick actions lead on", async ({ page }) => {
  for (const { name, path } of actions) {
    await openScreen(page, "/admin/dashboard", "Dashboard")
    await page.getByRole("main").getByRole("link", { name, exact: true }).click()
    await expect(page).toHaveURL(path)
  }
})

test("the four quick actions are equally high, also where one needs two lines", async ({ page }) => {
  await openScreen(page, "/admin/dashboard", "Dashboard")
  const links = page.getByRole("navigation", { name: "Actions rapides" }).getByRole("link")
  await expect(links).toHaveCount(4)
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

test.describe("deleting", () => {
  const question = "Êtes-vous sûr de vouloir supprimer ce projet ?"

  async function ask(page: Page, name: string) {
    await openScreen(page, "/admin/dashboard", "Dashboard")
    await page.getByRole("button", { name: `Supprimer ${name}` }).click()
    const dialog = page.getByRole("dialog", { name: question })
    await expect(dialog).toBeVisible()
    return dialog
  }

  test("asks first; « Annuler » and Escape leave everything as it is", async ({ page }) => {
    const dialog = await ask(page, "Ciment")
    await expect(dialog).toContainText("Ciment")
    await dialog.getByRole("button", { name: "Annuler" }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole("button", { name: "Supprimer Ciment" }).click()
    await page.keyboard.press("Escape")
    await expect(dialog).toBeHidden()
    await expect(page.getByRole("button", { name: "Supprimer Ciment" })).toBeFocused()
    await expect(projects(page)).toHaveCount(5)
  })

  test("takes the project off the list and out of the figures, and says so in green", async ({ page, site }) => {
    await withDatabase(site, (db) => makeProject(db, { name: "Passager", at: "2026-01-01T00:00:00.000Z" }))
    const dialog = await ask(page, "Passager")
    const before = Number(await figures(page).first().textContent())
    await dialog.getByRole("button", { name: "Supprimer" }).click()
    const banner = page.getByRole("status").filter({ hasText: "Projet supprimé avec succès" })
    await expect(banner).toBeVisible()
    await expect(banner).toHaveCSS("background-color", "rgb(31, 107, 63)")
    await expect(page.getByRole("button", { name: "Supprimer Passager" })).toBeHidden()
    await expect(figures(page).first()).toHaveText(String(before - 1))
  })

  test.describe("when it fails", () => {
    test.use({ expectedConsole: /Failed to load resource/ })

    test("tells what the server says of it", async ({ page, site }) => {
      await withDatabase(site, (db) => makeProject(db, { name: "Fugitif", at: "2026-02-01T00:00:00.000Z" }))
      const dialog = await ask(page, "Fugitif")
      await withDatabase(site, (db) => db.deleteFrom("projects").where("name", "=", "Fugitif").execute())
      await dialog.getByRole("button", { name: "Supprimer" }).click()
      await expect(dialog.getByRole("alert")).toHaveText("Erreur lors de la suppression : Projet introuvable")
    })

    test("tells of an answer without sense", async ({ page }) => {
      const dialog = await ask(page, "Pont")
      await breakCalls(page, "projects.delete", proxyPage)
      await dialog.getByRole("button", { name: "Supprimer" }).click()
      await expect(dialog.getByRole("alert")).toHaveText("Erreur lors de la suppression du projet")
    })

    test("tells of a lost connection, and works when it is tried again", async ({ page, site, context }) => {
      await withDatabase(site, (db) => makeProject(db, { name: "Tenace", at: "2026-03-01T00:00:00.000Z" }))
      const dialog = await ask(page, "Tenace")
      await context.setOffline(true)
      await dialog.getByRole("button", { name: "Supprimer" }).click()
      await expect(dialog.getByRole("alert")).toHaveText("Erreur de réseau lors de la suppression")
      await context.setOffline(false)
      await dialog.getByRole("button", { name: "Supprimer" }).click()
      await expect(page.getByRole("status").filter({ hasText: "Projet supprimé avec succès" })).toBeVisible()
    })
  })
})

test.describe("when it cannot be filled", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  for (const { name, answer, text } of readFailures) {
    test(`a red banner tells ${name}, with the counters at zero`, async ({ page }) => {
      await breakCalls(page, "stats.", answer)
      await openScreen(page, "/admin/dashboard", "Dashboard")
      const banner = page.getByRole("alert")
      await expect(banner).toHaveText(`Erreur lors du chargement des données : ${text}`)
      await expect(banner).toHaveCSS("background-color", "rgb(163, 35, 28)")
      await expect(figures(page)).toHaveText(["0", "0", "0", "0"])
    })
  }

  test("« Réessayer » fills it once the server is back", async ({ page }) => {
    await breakCalls(page, "stats.", noConnection)
    await openScreen(page, "/admin/dashboard", "Dashboard")
    await expect(page.getByRole("alert")).toBeVisible()
    await page.unrouteAll()
    await page.getByRole("button", { name: "Réessayer" }).click()
    await expect(page.getByRole("alert")).toHaveCount(0)
    await expect(projects(page)).toHaveCount(5)
  })
})

test("while it loads grey bars stand where figures and charts will", async ({ page }) => {
  const answered = Promise.withResolvers<void>()
  await breakCalls(page, "stats.", (route) => answered.promise.then(() => route.continue()))
  await openScreen(page, "/admin/dashboard", "Dashboard")
  await expect(figures(page)).toHaveText(["", "", "", ""])
  await expect(page.getByRole("alert")).toHaveCount(0)
  answered.resolve()
  await expect(projects(page)).toHaveCount(5)
})

test("axe finds nothing", async ({ page }) => {
  await openScreen(page, "/admin/dashboard", "Dashboard")
  await expect(
    page
      .getByRole("img", { name: /Diagramme circulaire/ })
      .locator("svg path")
      .first(),
  ).toBeAttached()
  await expectAccessible(page)
})

test("a phone shows it whole, and axe finds nothing there", async ({ page }) => {
  await openScreen(page, "/admin/dashboard", "Dashboard")
  await expect(projects(page)).toHaveCount(5)
  await expectFitsPhone(page)
  await expectAccessible(page)
  await expectFitsLargeText(page)
})
