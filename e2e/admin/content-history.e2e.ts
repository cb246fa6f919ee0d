import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, ON_POSTGRES } from "#e2e/fixtures.ts"
import { breakCalls, delayCalls, noConnection } from "./broken-calls.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

type Company = {
  facts: Record<"name" | "years" | "employees", string>
  contact: Record<"address" | "phone" | "whatsapp", string>
}

interface Edited {
  state: string
  content: Company
  revision: number
  version: number
}

async function callApi<Result>(page: Page, name: string, input: object): Promise<Result> {
  const response = await page.request.post(`/trpc/content.${name}`, { data: input })
  expect(response.status(), await response.text()).toBe(200)
  return (await response.json()).result.data
}

async function readEdited(page: Page): Promise<Edited> {
  const input = encodeURIComponent(JSON.stringify({ page: "entreprise" }))
  const response = await page.request.get(`/trpc/content.edited?input=${input}`)
  return (await response.json()).result.data
}

/** Leaves what `change` makes of the company's facts in the draft. */
async function saveDraft(page: Page, change: (content: Company) => void) {
  const { content, revision, version } = await readEdited(page)
  change(content)
  return callApi<Edited>(page, "saveDraft", { page: "entreprise", revision, version, content })
}

async function publish(page: Page, change: (content: Company) => void) {
  const { revision, version } = await saveDraft(page, change)
  await callApi(page, "publish", { page: "entreprise", revision, version })
}

const path = "/admin/site-management/entreprise/historique"
const heading = /^Historique : Coordonnées de l'entreprise$/

function versions(page: Page) {
  return page
    .getByRole("region", { name: "Versions" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading") })
}

function comparison(page: Page) {
  return page.getByRole("region", { name: "Comparaison" })
}

test(
  "a page's publications are listed, compared word by word and restored as a draft",
  ON_POSTGRES,
  async ({ page }) => {
    await test.step("before the first publication the screen says what will stand there", async () => {
      await openScreen(page, path, heading)
      await expect(page.getByRole("heading", { name: "Aucune publication pour l’instant" })).toBeVisible()
    })

    await publish(page, ({ facts, contact }) => {
      Object.assign(facts, { name: "Groupe Essai", years: "31+", employees: "412" })
      Object.assign(contact, { phone: "+243 811 111 111", whatsapp: "+243 833 333 333" })
    })
    await publish(page, ({ contact }) => {
      contact.phone = "+243 822 222 222"
    })
    await page.reload()

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
      await second.getByText("et 2 autres").click()
      await expect(second.getByText("Nous joindre › WhatsApp")).toBeVisible()
    })
    await test.step("the newest is compared with the one before it", async () => {
      await expect(comparison(page).getByRole("status")).toHaveText("1 champ modifié")
      await expect(comparison(page).getByRole("deletion")).toHaveText("811 111 111")
      await expect(comparison(page).getByRole("insertion")).toHaveText("822 222 222")
    })
    await test.step("a version's link shows its own changes", async () => {
      await versions(page)
        .nth(1)
        .getByRole("link", { name: /^Voir les changements/ })
        .press("Enter")
      await expect(comparison(page).getByRole("status")).toHaveText("5 champs modifiés")
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
      await page.reload()
      await expect(page.getByLabel("Avant").locator("option:checked")).toHaveText("Textes d’origine")
      await expect(comparison(page).getByRole("insertion").filter({ hasText: "822" })).toHaveText("822 222 222")
      await page.getByLabel("Après").selectOption("Textes d’origine")
      await expect(comparison(page).getByRole("status")).toHaveText("Choisissez deux versions différentes.")
    })
    await test.step("an older version becomes the draft, and nothing public changes", async () => {
      await versions(page)
        .nth(1)
        .getByRole("button", { name: /^Restaurer comme brouillon/ })
        .click()
      await expect(page).toHaveURL("/admin/site-management/entreprise")
      const { state, content } = await readEdited(page)
      expect([state, content.contact.phone]).toEqual(["changed", "+243 811 111 111"])
      expect(await (await page.request.get("/contact")).text()).toContain("+243 822 222 222")
    })
  },
)

test("unpublished changes are replaced only by somebody who agrees", async ({ page }) => {
  await publish(page, ({ facts }) => {
    facts.years = "40+"
  })
  await saveDraft(page, ({ facts }) => {
    facts.years = "41+"
  })
  await openScreen(page, path, heading)
  const restore = versions(page).last().getByRole("button", { name: "Restaurer comme brouillon : Textes d’origine" })
  const dialog = page.getByRole("dialog", { name: "Remplacer les modifications non publiées ?" })
  await restore.click()
  await expect(dialog).toContainText("Les modifications non publiées (par administrateur) seront remplacées")
  await expectAccessible(page)
  await dialog.getByRole("button", { name: "Annuler" }).click()
  await expect(dialog).toBeHidden()
  await expect(restore).toBeFocused()
  expect((await readEdited(page)).content.facts.years).toBe("41+")

  await restore.click()
  await dialog.getByRole("button", { name: "Remplacer" }).click()
  await expect(page).toHaveURL("/admin/site-management/entreprise")
  expect((await readEdited(page)).content.facts.name).toBe("Groupe Lisanga")
})

test.describe("without a connection", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("grey bars, failures with « Réessayer », and a restoration that can be tried again", async ({ page }) => {
    await publish(page, ({ facts }) => {
      facts.employees = "500"
    })
    const { release } = await delayCalls(page, "content.revisions", noConnection)
    await openScreen(page, path, heading)
    await expect(page.getByText("Chargement de l’historique…")).toBeAttached()
    release()
    await expect(page.getByRole("alert")).toHaveText("Erreur lors du chargement de l’historique : connexion impossible")
    await page.unrouteAll()
    await breakCalls(page, "content.revision,content.revision", noConnection)
    await page.getByRole("button", { name: "Réessayer" }).click()
    await expect(comparison(page).getByRole("alert")).toHaveText(
      "Erreur lors du chargement des deux versions : connexion impossible",
    )
    await page.unrouteAll()
    await comparison(page).getByRole("button", { name: "Réessayer" }).click()
    await expect(comparison(page).getByRole("insertion").filter({ hasText: "500" })).toHaveCount(1)

    await breakCalls(page, "content.edited", noConnection)
    await versions(page).last().getByRole("button").click()
    await expect(page.getByRole("alert")).toHaveText("La version n’a pas pu être restaurée : connexion impossible")
    await expect(page).toHaveURL(path)
  })
})

test("a page that does not exist has no history", async ({ page }) => {
  await openScreen(page, "/admin/site-management/nulle-part/historique", "404 Page Not Found")
  await expect(page.getByRole("main")).toHaveCount(1)
})

test("the history is accessible, fits a phone, and fits at 200 % text", async ({ page }) => {
  await openScreen(page, "/admin/site-management/accueil/historique", "Historique : Accueil")
  await expect(page.getByRole("heading", { level: 2 })).toHaveText("Aucune publication pour l’instant")
  await expectAccessible(page)

  await publish(page, ({ contact }) => {
    contact.address = `${"Une très longue avenue ".repeat(8)}\nGombe`
  })
  await openScreen(page, path, heading)
  await expect(comparison(page).getByRole("insertion").first()).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await expectFitsLargeText(page)
})
