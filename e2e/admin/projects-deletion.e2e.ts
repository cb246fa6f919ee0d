import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { breakCalls, noConnection, proxyPage, rejection } from "./broken-calls.ts"
import { countActions } from "./count-actions.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { figures, openTable, row, rows, stateLink } from "./project-table.ts"

const question = "Êtes-vous sûr de vouloir supprimer ce projet ?"

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    for (const name of ["Villa", "Pont"]) await createTestProject(db, { name, status: "Terminé", sector: "Immobilier" })
    await createTestProject(db, { name: "Dépôt", status: "Terminé", sector: "Ventes de matériaux" })
  },
})
test.use({ expectedConsole: /Failed to load resource/ })

const failures = [
  { response: rejection("Accès refusé"), text: "Erreur lors de la suppression : Accès refusé" },
  { response: rejection(""), text: "Erreur lors de la suppression : Erreur inconnue" },
  { response: proxyPage, text: "Erreur lors de la suppression du projet" },
  { response: noConnection, text: "Erreur de réseau lors de la suppression" },
]

/** The server may close an idle connection just as it is used again. */
const retry = { maxRetries: 1 }

async function publicPage(page: Page) {
  return (await page.request.get("/ventes-materiaux", retry)).text()
}

test("a project is deleted in a modal dialog, and comes back by « Annuler » or from the trash", async ({
  page,
  site,
}) => {
  const { id } = await withDatabase(site, (db) =>
    db.selectFrom("projects").select("id").where("name", "=", "Dépôt").executeTakeFirstOrThrow(),
  )
  const stored = async () => (await page.request.get(`/api/projects/${id}`, retry)).json()
  const { slug } = await stored()
  expect(await publicPage(page)).toContain("Dépôt")
  const button = page.getByRole("button", { name: "Supprimer Dépôt", exact: true })
  const dialog = page.getByRole("dialog", { name: question })
  const confirm = dialog.getByRole("button", { name: "Supprimer" })
  const banner = page.getByRole("status")
  const undo = page.getByRole("button", { name: "Annuler", exact: true })
  await openTable(page)
  await expect(figures(page)).toHaveText(["3", "3", "0", "0"])

  await test.step("a deletion that fails says why in the dialog, and the project stays", async () => {
    await button.click()
    await expect(dialog.getByRole("heading")).toHaveText(question)
    await expect(dialog).toContainText("Dépôt")
    await expect(dialog.getByRole("button", { name: "Annuler" })).toBeFocused()
    expect(await dialog.evaluate((element) => element.matches(":modal"))).toBe(true)
    for (const { response, text } of failures) {
      await breakCalls(page, "projects.delete", response)
      await confirm.click()
      await expect(dialog.getByRole("alert")).toHaveText(text)
      await page.unrouteAll()
    }
    await expectAccessible(page)
  })
  await test.step("« Annuler » and Escape change nothing and give the focus back", async () => {
    await dialog.getByRole("button", { name: "Annuler" }).click()
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(dialog).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
    await expect(rows(page)).toHaveCount(3)
  })
  await test.step("the project leaves the table, its figures and its page, and the banner says so", async () => {
    await button.click()
    await confirm.click()
    await expect(banner.getByText("Projet supprimé avec succès", { exact: true })).toBeVisible()
    await expect(banner).toContainText(/«\sDépôt\s» est dans la corbeille pour 30\sjours/)
    await expect(row(page, "Dépôt")).toHaveCount(0)
    await expect(figures(page)).toHaveText(["2", "2", "0", "0"])
    await expect(page.getByText("2 projets trouvés", { exact: true })).toBeVisible()
    const link = banner.getByRole("link", { name: "Voir la page Ventes de matériaux" })
    await expect(link).toHaveAttribute("href", "/ventes-materiaux")
    expect(await publicPage(page)).not.toContain("Dépôt")
  })
  await test.step("the banner takes the focus of the button that is gone, and says why a restoration fails", async () => {
    await page.keyboard.press("Tab")
    await expect(undo).toBeFocused()
    await breakCalls(page, "projects.restore", noConnection)
    await page.keyboard.press("Enter")
    await expect(page.getByRole("alert")).toHaveText("Le projet n’a pas pu être restauré : connexion impossible")
    await page.unrouteAll()
  })
  await test.step("« Annuler » brings the project back in one action", async () => {
    const person = countActions(page)
    await person.click(undo)
    await expect(banner.filter({ hasText: "Projet restauré" })).toContainText("Dépôt")
    await expect(page.locator(":focus")).toContainText("Projet restauré")
    await expect(row(page, "Dépôt")).toHaveCount(1)
    await expect(figures(page)).toHaveText(["3", "3", "0", "0"])
    expect(await publicPage(page)).toContain("Dépôt")
    expect(person.count).toBe(1)
  })
  await test.step("the banner is closed by the keyboard alone", async () => {
    await button.click()
    await confirm.click()
    await expect(banner.filter({ hasText: "Projet supprimé" })).toBeVisible()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await expect(page.getByRole("button", { name: "Fermer ce message" })).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(banner).toHaveCount(0)
  })
  await test.step("a project that is gone already is not found", async () => {
    await withDatabase(site, (db) => db.deleteFrom("projects").where("name", "=", "Pont").execute())
    await page.getByRole("button", { name: "Supprimer Pont", exact: true }).click()
    await confirm.click()
    await expect(dialog.getByRole("alert")).toHaveText("Erreur lors de la suppression : Projet introuvable")
    await page.keyboard.press("Escape")
  })
  await test.step("the trash says when it erases the project, and « Restaurer » brings it back as it was", async () => {
    await withDatabase(site, (db) =>
      db.updateTable("projects").set({ deletedAt: "2098-01-01T12:00:00.000Z" }).where("id", "=", id).execute(),
    )
    await stateLink(page, "Corbeille").click()
    const trashed = rows(page).filter({ hasText: "Dépôt" })
    await expect(trashed).toContainText("Sera effacé le 31 janv. 2098")
    await expect(trashed.getByRole("combobox")).toHaveCount(0)
    await page.setViewportSize({ width: 360, height: 740 })
    await expectAccessible(page)
    await expectFitsPhone(page)
    await page.getByRole("button", { name: "Restaurer Dépôt", exact: true }).click()
    await expect(banner.filter({ hasText: "Projet restauré" })).toBeVisible()
    await expect(trashed).toHaveCount(0)
    expect(await stored()).toMatchObject({ slug, status: "Terminé" })
  })
})
