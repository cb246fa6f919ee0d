import type { Page } from "@playwright/test"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { breakCalls, delayCalls, noConnection, proxyPage, rejection } from "./broken-calls.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { goTo, projectForm, storedProject } from "./project-form.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

test.use({ expectedConsole: /Failed to load resource/ })

function banner(page: Page, role: "status" | "alert") {
  return page.getByRole("main").getByRole(role)
}

function conflict(page: Page) {
  return page.getByRole("dialog", { name: "Ce projet a changé entre-temps" })
}

function versions(page: Page, field: string) {
  const group = conflict(page).getByRole("group", { name: field })
  return {
    mine: group.getByRole("radio", { name: /^Ma version/ }),
    theirs: group.getByRole("radio", { name: /^L’autre version/ }),
  }
}

test("a public project is opened and changed, whatever fails and whatever somebody else changes meanwhile", async ({
  page,
  site,
}) => {
  const name = "Chantier de la Gombe"
  const address = "Avenue du Fleuve, ".repeat(8).trim()
  const given = { name, address, status: "Livré", sector: "Ventes de matériaux" } as const
  const id = await withDatabase(site, (db) => createTestProject(db, given))
  const change = async (data: object) =>
    expect((await page.request.put(`/api/projects/${id}`, { data })).status()).toBe(200)
  const form = projectForm(page)

  await test.step("without an id in the URL it is the project chosen in this tab; grey bars wait for it", async () => {
    await page.addInitScript((value) => sessionStorage.setItem("projectId", value), String(id))
    const { release } = await delayCalls(page, "projects.managed", noConnection)
    await openScreen(page, "/admin/project-edit", "Modifier le projet")
    await expect(page.getByRole("main").locator(".skeleton").first()).toBeVisible()
    await expect(form.name).toHaveCount(0)
    await expect(banner(page, "alert")).toHaveCount(0)
    release()
  })
  await test.step("a red banner says why it could not be loaded, and it can be tried again", async () => {
    await expect(banner(page, "alert").getByText("Projet introuvable", { exact: true })).toBeVisible()
    await expect(banner(page, "alert")).toContainText("connexion impossible")
    await page.unrouteAll()
    await page.getByRole("button", { name: "Réessayer" }).click()
    await expect(form.name).toHaveValue(name)
  })
  await test.step("it stands in the form, which names a status of another origin", async () => {
    await expect(form.description).toHaveValue("Un projet d’essai.")
    await expect(form.address).toHaveValue(address)
    await expect(form.status.getByRole("option", { selected: true })).toHaveText("Non défini")
    await expect(form.status).toHaveAccessibleDescription(/«\sLivré\s»/)
    await expect(form.sector.getByRole("option", { selected: true })).toHaveText("Ventes-matériaux")
  })
  await test.step("a name is needed", async () => {
    await form.name.fill(" ")
    await form.save.click()
    await expect(banner(page, "alert")).toHaveText("Tous les champs obligatoires doivent être remplis")
    await expect(form.name).toBeFocused()
    await expectFitsPhone(page)
    await form.name.fill(name)
  })
  await test.step("what fails leaves what was typed under a red banner", async () => {
    await form.description.fill("Deux étages de plus.")
    await form.address.fill("")
    for (const { response, text } of [
      { response: rejection("Le serveur est occupé"), text: /^Erreur lors de la mise à jour\s*Le serveur est occupé$/ },
      { response: proxyPage, text: "Erreur lors de la mise à jour" },
      { response: noConnection, text: "Erreur de réseau : connexion impossible" },
    ]) {
      await breakCalls(page, "projects.update", response)
      await form.save.click()
      await expect(banner(page, "alert")).toHaveText(text)
      await expect(form.description).toHaveValue("Deux étages de plus.")
      await page.unrouteAll()
    }
  })
  await test.step("the second to save sees both versions of the fields that differ, and Escape leads back", async () => {
    await change({ status: "Terminé" })
    await form.save.click()
    const shown = [
      { field: "Description", mine: "Deux étages de plus.", theirs: "Un projet d’essai.", proposed: "mine" },
      { field: "Adresse", mine: "(vide)", theirs: address, proposed: "mine" },
      { field: "Statut", mine: "Non défini", theirs: "Terminé", proposed: "theirs" },
    ] as const
    await expect(conflict(page).getByRole("group")).toHaveCount(shown.length)
    for (const { field, mine, theirs, proposed } of shown) {
      await expect(versions(page, field).mine).toHaveAccessibleName(`Ma version ${mine}`)
      await expect(versions(page, field).theirs).toHaveAccessibleName(`L’autre version ${theirs}`)
      await expect(versions(page, field)[proposed]).toBeChecked()
    }
    expect(await storedProject(page, name)).toMatchObject({ address, version: 2 })
    const overflow = await conflict(page).evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await page.keyboard.press("Escape")
    await expect(conflict(page)).toBeHidden()
    await expect(form.description).toHaveValue("Deux étages de plus.")
  })
  await test.step("what is chosen field by field is saved; an address may be emptied, and a status taken back", async () => {
    await page.setViewportSize({ width: 1280, height: 740 })
    await page.keyboard.press("Control+s")
    await versions(page, "Statut").mine.check()
    await versions(page, "Description").theirs.check()
    await page.clock.install()
    await conflict(page).getByRole("button", { name: "Enregistrer ces choix" }).click()
    await expect(banner(page, "status").getByText("Projet mis à jour avec succès !", { exact: true })).toBeVisible()
    const chosen = { description: "Un projet d’essai.", address: null, status: null, version: 3 }
    expect(await storedProject(page, name)).toMatchObject(chosen)
  })
  await test.step("two seconds later one is at the dashboard", async () => {
    await page.clock.runFor(500)
    await expect(page).toHaveURL("/admin/project-edit")
    await page.clock.runFor(1600)
    await expect(page).toHaveURL("/admin/dashboard")
  })
  await test.step("a third version that comes meanwhile is compared with what was chosen", async () => {
    await page.getByRole("button", { name: `Modifier ${name}`, exact: true }).click()
    await form.address.fill("Ngaliema")
    await change({ status: "Terminé" })
    await form.save.click()
    await expect(conflict(page)).toBeVisible()
    await change({ status: "Annulé" })
    await conflict(page).getByRole("button", { name: "Enregistrer ces choix" }).click()
    await expect(versions(page, "Statut").mine).toHaveAccessibleName("Ma version Terminé")
    await expect(versions(page, "Statut").theirs).toBeChecked()
    await expect(versions(page, "Adresse").mine).toBeChecked()
    await conflict(page).getByRole("button", { name: "Prendre l’autre version" }).click()
    await expect(form.status).toHaveValue("Annulé")
  })
  await test.step("two who made the same change do not conflict", async () => {
    await form.address.fill("Limete")
    await change({ address: "Limete" })
    await form.save.click()
    await expect(banner(page, "status")).toContainText("Projet mis à jour avec succès !")
  })
  await test.step("what was typed stays when the project was deleted meanwhile; afterwards it cannot be opened", async () => {
    await goTo(page, "Messages")
    await page.goBack()
    await form.address.fill("Kinkole")
    await withDatabase(site, (db) => db.deleteFrom("projects").where("id", "=", id).execute())
    await form.save.click()
    await expect(banner(page, "alert")).toContainText("Projet introuvable")
    await expect(form.address).toHaveValue("Kinkole")
    await goTo(page, "Messages")
    await page.goBack()
    await expect(banner(page, "alert")).toHaveText("Projet introuvable")
    await page.getByRole("link", { name: "Retour au Dashboard" }).click()
    await expect(page).toHaveURL("/admin/dashboard")
  })
})
