import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { countActions } from "./count-actions.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { admin, openScreen } from "./sign-in.ts"

const test = testAsAdmin({})

// A call that has to be confirmed first is answered 403.
test.use({ expectedConsole: /status of 403/ })

const deleted = "Immeuble mixte à Limete"

test.beforeEach(async ({ page }) => {
  const projects = (await (await page.request.get("/api/projects")).json()) as { id: number; project_name: string }[]
  const project = projects.find(({ project_name }) => project_name === deleted)
  // The first test deletes it.
  if (project) await page.request.delete(`/api/projects/${project.id}`)
})

test("who deleted a project is found in 3 actions at most", async ({ page }) => {
  await openScreen(page, "/admin/dashboard", "Dashboard")
  const person = countActions(page)
  await person.click(page.getByRole("link", { name: "Journal", exact: true }))
  await person.fill(page.getByRole("searchbox", { name: "Rechercher un nom ou une référence" }), "limete")
  const entry = page.getByRole("listitem").filter({ hasText: "a supprimé le projet" })
  await expect(entry).toContainText(`administrateur a supprimé le projet « ${deleted} »`)
  await expect(entry).toContainText("127.0.0.1 (cette machine)")
  expect(person.count).toBeLessThanOrEqual(3)
  await entry.getByText("Détails").click()
  await expect(entry.getByRole("heading", { name: "Supprimé le" })).toBeVisible()
  await entry.getByRole("link", { name: deleted }).click()
  await expect(page).toHaveURL(/\/admin\/project-edit\/\d+$/)
})

test("filters stand in the address, are removed by their chips, and shape the export", async ({ page, site }) => {
  await openScreen(page, "/admin/audit", "Journal")
  await page.getByLabel("Filtrer par action").selectOption("Suppression")
  await page.getByLabel("Filtrer par sujet").selectOption("Projet")
  await expect(page).toHaveURL("/admin/audit?action=suppression&sujet=projet")
  await expect(page.getByText("1 entrée", { exact: true })).toBeVisible()
  const exportLink = page.getByRole("link", { name: "Exporter" })
  await test.step("the export asks again who is there, and gives the focus back", async () => {
    const confirmedAt = new Date(Date.now() - 11 * 60_000).toISOString()
    await withDatabase(site, (db) => db.updateTable("sessions").set({ confirmedAt }).execute())
    const dialog = page.getByRole("dialog", { name: "Confirmez que c’est bien vous" })
    await exportLink.click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(dialog).toBeHidden()
    await expect(exportLink).toBeFocused()
    await exportLink.press("Enter")
    await dialog.getByLabel("Mot de passe").fill(admin.password)
  })
  const download = page.waitForEvent("download")
  await page.getByRole("dialog").getByRole("button", { name: "Confirmer" }).click()
  expect((await download).url()).toContain("/api/admin/audit.csv?action=suppression&sujet=projet")
  await expect(exportLink).toBeFocused()
  await page.getByRole("searchbox").fill("12")
  await expect(page.getByText("Aucune entrée", { exact: true })).toBeVisible()
  await expect(page.getByRole("link", { name: "Exporter" })).toHaveAttribute("href", /search=12&/)
  await page.getByRole("searchbox").fill("")
  await page.getByLabel("Filtrer par personne").selectOption("(Ligne de commande)")
  await expect(page.getByText("Aucune entrée ne correspond à ces filtres")).toBeVisible()
  await page.getByRole("button", { name: "Retirer le filtre : (Ligne de commande)" }).click()
  await expect(page.getByText("1 entrée", { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText("1 entrée", { exact: true })).toBeVisible()
})

test("the log fits a phone, and everybody can read it", async ({ page }) => {
  await openScreen(page, "/admin/audit", "Journal")
  await page.getByText("Détails").first().click()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await expectAccessible(page)
})
