import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { breakCalls, delayCalls, noConnection } from "./broken-calls.ts"
import { editor, publishDraft, readEdited, saveDraft } from "./content-editor.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

test.use({ expectedConsole: /Failed to load resource/ })

type Company = {
  facts: Record<"name" | "years" | "employees", string>
  contact: Record<"address" | "phone" | "whatsapp", string>
}

const path = "/admin/site-management/entreprise/historique"
const heading = /^Historique : Coordonnées de l'entreprise$/

const longAddress = `${"Une très longue avenue ".repeat(8)}\nGombe`

async function publishTwice(page: Page) {
  await publishDraft<Company>(page, "entreprise", ({ facts, contact }) => {
    Object.assign(facts, { name: "Groupe Essai", years: "31+", employees: "412" })
    Object.assign(contact, { address: longAddress, phone: "+243 811 111 111", whatsapp: "+243 833 333 333" })
  })
  await publishDraft<Company>(page, "entreprise", ({ contact }) => {
    contact.phone = "+243 822 222 222"
  })
}

function versions(page: Page) {
  return page
    .getByRole("region", { name: "Versions" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading") })
}

function comparison(page: Page) {
  return page.getByRole("region", { name: "Comparaison" })
}

test("a page's publications are listed, compared word by word and restored as a draft @slow", async ({ page }) => {
  await test.step("grey bars, a failure with « Réessayer », and what will stand there after a publication", async () => {
    const { release } = await delayCalls(page, "content.revisions", noConnection)
    await openScreen(page, path, heading)
    await expect(page.getByText("Chargement de l’historique…")).toBeAttached()
    release()
    await expect(page.getByRole("alert")).toHaveText("Erreur lors du chargement de l’historique : connexion impossible")
    await page.unrouteAll()
    await page.getByRole("button", { name: "Réessayer" }).click()
    await expect(page.getByRole("heading", { name: "Aucune publication pour l’instant" })).toBeVisible()
  })
  await test.step("two versions of the URL are compared once they can be read", async () => {
    await publishTwice(page)
    await breakCalls(page, "content.revision,content.revision", noConnection)
    await openScreen(page, `${path}?avant=0`, heading)
    await expect(comparison(page).getByRole("alert")).toHaveText(
      "Erreur lors du chargement des deux versions : connexion impossible",
    )
    await page.unrouteAll()
    await comparison(page).getByRole("button", { name: "Réessayer" }).click()
    await expect(page.getByLabel("Avant").locator("option:checked")).toHaveText("Textes d’origine")
    await expect(comparison(page).getByRole("insertion").filter({ hasText: "822" })).toHaveText("822 222 222")
  })
  await test.step("the newest is first, the last one is what the site started with", async () => {
    await expect(versions(page)).toHaveCount(3)
    await expect(versions(page).first()).toContainText("En ligne")
    await expect(versions(page).first()).toContainText("Publié par administrateur")
    await expect(versions(page).first().getByRole("list")).toHaveText("Nous joindre › Téléphone")
    await expect(versions(page).first().getByRole("button")).toHaveCount(0)
    await expect(versions(page).last().getByRole("heading")).toHaveText("Textes d’origine")
    await expect(versions(page).last().getByRole("link")).toHaveCount(0)
  })
  await test.step("further changes of a version open", async () => {
    const second = versions(page).nth(1)
    await expect(second.getByText("L’entreprise › Nom", { exact: true })).toBeVisible()
    await expect(second.getByText("Nous joindre › WhatsApp")).toBeHidden()
    await second.getByText("et 3 autres").click()
    await expect(second.getByText("Nous joindre › WhatsApp")).toBeVisible()
  })
  await test.step("the newest is compared with the one before it", async () => {
    await versions(page)
      .first()
      .getByRole("link", { name: /^Voir les changements/ })
      .click()
    await expect(comparison(page).getByRole("status")).toHaveText("1 champ modifié")
    await expect(comparison(page).getByRole("deletion")).toHaveText("811 111 111")
    await expect(comparison(page).getByRole("insertion")).toHaveText("822 222 222")
  })
  await test.step("a version's link shows its own changes", async () => {
    await versions(page)
      .nth(1)
      .getByRole("link", { name: /^Voir les changements/ })
      .press("Enter")
    await expect(comparison(page).getByRole("status")).toHaveText("6 champs modifiés")
    const named = page.getByRole("heading", { name: "L’entreprise › Nom", exact: true })
    const name = comparison(page).locator("section").filter({ has: named })
    await expect(name.getByRole("deletion")).toHaveText("Lisanga")
    await expect(name.getByRole("insertion")).toHaveText("Essai")
    const whatsapp = comparison(page).locator("section", { hasText: "WhatsApp" })
    await expect(whatsapp.getByRole("definition").first()).toHaveText("(vide)")
  })
  await test.step("two chosen versions stand in the URL", async () => {
    await page.getByLabel("Après").selectOption({ index: 0 })
    await page.getByLabel("Avant").selectOption("Textes d’origine")
    await expect(page).toHaveURL(/\?(avant=0&apres=\d+|apres=\d+&avant=0)$/)
    await page.getByLabel("Après").selectOption("Textes d’origine")
    await expect(comparison(page).getByRole("status")).toHaveText("Choisissez deux versions différentes.")
  })
  const restoreSecond = versions(page)
    .nth(1)
    .getByRole("button", { name: /^Restaurer comme brouillon/ })
  await test.step("a restoration that failed can be tried again; nothing public changes", async () => {
    await breakCalls(page, "content.edited", noConnection)
    await restoreSecond.click()
    await expect(page.getByRole("alert")).toHaveText("La version n’a pas pu être restaurée : connexion impossible")
    await page.unrouteAll()
    await restoreSecond.click()
    await expect(page).toHaveURL("/admin/site-management/entreprise")
    const { state, content } = await readEdited<Company>(page, "entreprise")
    expect([state, content.contact.phone]).toEqual(["changed", "+243 811 111 111"])
    expect(await (await page.request.get("/contact")).text()).toContain("+243 822 222 222")
  })
  await test.step("unpublished changes are replaced only by somebody who agrees", async () => {
    await editor(page).history.click()
    await saveDraft<Company>(page, "entreprise", ({ facts }) => {
      facts.years = "41+"
    })
    const restore = versions(page).last().getByRole("button", { name: "Restaurer comme brouillon : Textes d’origine" })
    const dialog = page.getByRole("dialog", { name: "Remplacer les modifications non publiées ?" })
    await restore.click()
    await expect(dialog).toContainText("Les modifications non publiées (par administrateur) seront remplacées")
    await dialog.getByRole("button", { name: "Annuler" }).click()
    await expect(dialog).toBeHidden()
    await expect(restore).toBeFocused()
    expect((await readEdited<Company>(page, "entreprise")).content.facts.years).toBe("41+")

    await expect(comparison(page).getByRole("insertion").first()).toBeVisible()
    await expectFitsPhone(page)
    await expectAccessible(page)
    await expectFitsLargeText(page)
    await restore.click()
    await dialog.getByRole("button", { name: "Remplacer" }).click()
    await expect(page).toHaveURL("/admin/site-management/entreprise")
    expect((await readEdited<Company>(page, "entreprise")).content.facts.name).toBe("Groupe Lisanga")
  })
})
