import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { countActions } from "./count-actions.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { admin, openScreen } from "./sign-in.ts"

const test = testAsAdmin({})

// A call that needs reauthentication first is answered 403.
test.use({ expectedConsole: /status of 403/ })

const deleted = "Immeuble mixte à Limete"

test("who deleted a project is found in 3 actions at most, by filters, and in an export @slow", async ({
  page,
  site,
}) => {
  const projects = (await (await page.request.get("/api/projects")).json()) as { id: number; project_name: string }[]
  const project = projects.find(({ project_name }) => project_name === deleted)
  await page.request.delete(`/api/projects/${project?.id}`)
  await openScreen(page, "/admin/dashboard", "Dashboard")
  const one = page.getByText("1 entrée", { exact: true })
  const search = page.getByRole("searchbox", { name: "Nom ou référence" })

  await test.step("an entry tells who, what and from where, on a phone too", async () => {
    const person = countActions(page)
    await person.click(page.getByRole("link", { name: "Journal", exact: true }))
    await person.fill(search, "limete")
    // Until the count appears, the list still shows the entries of the previous search.
    await expect(one).toBeVisible()
    const entry = page.getByRole("listitem").filter({ hasText: "a supprimé le projet" })
    await expect(entry).toContainText(`administrateur a supprimé le projet « ${deleted} »`)
    await expect(entry).toContainText("127.0.0.1 (cette machine)")
    expect(person.count).toBeLessThanOrEqual(3)
    await entry.getByText("Détails").click()
    await expect(entry.getByRole("heading", { name: "Supprimé le" })).toBeVisible()
    await expectFitsPhone(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await expect(entry.getByRole("link", { name: deleted })).toHaveAttribute("href", /\/admin\/project-edit\/\d+$/)
  })

  await test.step("filters stand in the address, and are removed by their chips", async () => {
    await search.fill("")
    await page.getByLabel("Filtrer par action").selectOption("Suppression")
    await page.getByLabel("Filtrer par sujet").selectOption("Projet")
    await expect(page).toHaveURL("/admin/audit?action=suppression&sujet=projet")
    await expect(one).toBeVisible()
    await search.fill("12")
    await expect(page.getByText("Aucune entrée", { exact: true })).toBeVisible()
    await expect(page.getByRole("link", { name: "Exporter" })).toHaveAttribute("href", /search=12&/)
    await search.fill("")
    await page.getByLabel("Filtrer par personne").selectOption("(Ligne de commande)")
    await expect(page.getByText("Aucune entrée ne correspond à ces filtres")).toBeVisible()
    await page.getByRole("button", { name: "Retirer le filtre : (Ligne de commande)" }).click()
    await expect(one).toBeVisible()
  })

  await test.step("the export asks again who is there, and gives the focus back", async () => {
    const exportLink = page.getByRole("link", { name: "Exporter" })
    const confirmedAt = new Date(Date.now() - 11 * 60_000).toISOString()
    await withDatabase(site, (db) => db.updateTable("sessions").set({ confirmedAt }).execute())
    const dialog = page.getByRole("dialog", { name: "Confirmez que c’est bien vous" })
    await exportLink.click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(dialog).toBeHidden()
    await expect(exportLink).toBeFocused()
    await expect(page.getByRole("alert")).toBeVisible() // the first attempt has ended by now
    await exportLink.press("Enter")
    await dialog.getByLabel("Mot de passe").fill(admin.password)
    const download = page.waitForEvent("download")
    await dialog.getByRole("button", { name: "Confirmer" }).click()
    expect((await download).url()).toContain("/api/admin/audit.csv?action=suppression&sujet=projet")
    await expect(exportLink).toBeFocused()
  })

  await page.goto("/admin/audit?action=suppression&sujet=projet")
  await expect(one).toBeVisible()
})
