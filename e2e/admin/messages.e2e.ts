import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { addMessage } from "./add-message.ts"
import { breakCalls, delayCalls, lostResponse, noConnection, proxyPage } from "./broken-calls.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { names, row, rows } from "./inbox.ts"
import { openScreen } from "./sign-in.ts"

const DAY_MS = 86_400_000

/** It must be recent, since the site deletes messages after two years. */
const lastYear = new Date().getUTCFullYear() - 1

/** In Kinshasa this quarter to midnight UTC is a quarter to one of the next day. */
const lateAt = new Date(Date.UTC(lastYear, 2, 9, 23, 45))

const long = `${"Une phrase qui en dit long sur le chantier. ".repeat(20)}\nFin.`

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    const old = new Date(Date.UTC(lastYear, 2, 1, 12))
    for (let sent = 0; sent < 55; sent += 1)
      await addMessage(db, { firstName: "Ancien", lastName: `Client ${sent}`, at: old })
    await addMessage(db, { firstName: "Béatrice", lastName: "Lukusa", sector: "elevage", message: long, at: lateAt })
    await addMessage(db, { firstName: "Célestin", message: "Trois jours déjà.", at: new Date(Date.now() - 3 * DAY_MS) })
    await addMessage(db, {
      firstName: "Danièle",
      lastName: "Mbuyi",
      email: "daniele+devis@exemple.cd",
      sector: "vente-materiaux",
      message: "Bonjour,\n\nil me faut <b>vingt</b> sacs.\n<img src=x onerror=alert(1)>",
    })
  },
})

function open(page: Page, search = "") {
  return openScreen(page, `/admin/messages${search}`, "Messages")
}

function figures(page: Page) {
  return page.getByRole("main").getByRole("definition")
}

function searchBox(page: Page) {
  return page.getByRole("searchbox", { name: "Rechercher un message" })
}

test("messages are found, paged and shown, also on a phone and with large text @slow", async ({ page }) => {
  await openScreen(page, "/admin/dashboard", "Dashboard")
  await test.step("a message is found by a word in two actions from the dashboard, and the search stands in the URL", async () => {
    await page.getByRole("link", { name: "Messages" }).click()
    await searchBox(page).fill("VINGT</B>")
    await expect(names(page)).toHaveText(["Danièle Mbuyi"])
    await expect(page.getByText("1 message trouvé", { exact: true })).toBeVisible()
    await expect(figures(page)).toHaveText(["58", "2", "1"])
    await searchBox(page).fill("beatrice luk")
    await expect(names(page)).toHaveText(["Béatrice Lukusa"])
    await expect(page).toHaveURL("/admin/messages?search=beatrice+luk")
    await page.reload()
    await expect(searchBox(page)).toHaveValue("beatrice luk")
    await expect(rows(page)).toHaveCount(1)
  })
  await test.step("a search that finds nothing says so and can be cleared", async () => {
    await searchBox(page).fill("introuvable")
    await expect(page.getByRole("heading", { name: "Aucun message ne correspond" })).toBeVisible()
    await page.getByRole("button", { name: "Effacer la recherche" }).click()
    await expect(rows(page)).toHaveCount(50)
    await expect(page).toHaveURL("/admin/messages")
  })
  await test.step("a number is searched as a word", async () => {
    await open(page, "?search=42")
    await expect(searchBox(page)).toHaveValue("42")
    await expect(names(page)).toHaveText(["Ancien Client 42"])
  })
  await test.step("fifty messages make a page, links lead through the pages, and a page past the last is the last", async () => {
    await open(page, "?page=9")
    await expect(page).toHaveURL("/admin/messages?page=2")
    await expect(rows(page)).toHaveCount(8)
    await page.getByRole("link", { name: "Précédente" }).click()
    await expect(rows(page)).toHaveCount(50)
    await page.getByRole("link", { name: "Suivante" }).click()
    await expect(page).toHaveURL("/admin/messages?page=2")
    await expect(rows(page)).toHaveCount(8)
  })
  await test.step("the inbox counts the messages, and shows who wrote what and when, newest first", async () => {
    await page.getByRole("link", { name: "Précédente" }).click()
    await expect(page.getByRole("main").getByRole("term")).toHaveText(["Total", "7 derniers jours", "Aujourd'hui"])
    await expect(figures(page)).toHaveText(["58", "2", "1"])
    await expect(rows(page)).toHaveCount(50)
    await expect(rows(page).first()).toContainText("Danièle Mbuyi")
    await expect(row(page, "Danièle Mbuyi")).toContainText("Vente de matériaux")
    const links = row(page, "Danièle Mbuyi").getByRole("link")
    await expect(links.first()).toHaveAttribute("href", /^\/admin\/messages\/\d+$/)
    await expect(links.last()).toHaveAttribute("href", /^mailto:[^?]+@[^?]+\?/)
  })
  await test.step("date and time are French, by the clock of Kinshasa", async () => {
    await expect(row(page, "Béatrice Lukusa").getByRole("time")).toHaveText(`10/03/${lastYear} 00:45`)
    await expect(row(page, "Béatrice Lukusa").getByRole("time")).toHaveAttribute("title", `10 mars ${lastYear} à 00:45`)
  })
  await test.step("a text is never markup", async () => {
    const text = row(page, "Danièle Mbuyi").getByText(/il me faut/)
    expect(await text.textContent()).toContain("il me faut <b>vingt</b> sacs.")
    await expect(text.locator("b, img")).toHaveCount(0)
  })
  await test.step("the inbox and its dialog are accessible, fit a phone, and fit at 200 % text", async () => {
    await searchBox(page).fill("mbuyi")
    await expect(rows(page)).toHaveCount(1)
    await expect(row(page, "Danièle Mbuyi")).toBeVisible()
    await expectAccessible(page)
    await expectFitsPhone(page)
    await page.getByRole("button", { name: "Supprimer le message de Danièle Mbuyi" }).click()
    await expectAccessible(page)
    await expectFitsLargeText(page)
  })
})

test.describe("while calls fail", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  const ofFidele = "a-supprimer@exemple.cd"

  test("deleting a message is asked for, tells failures, can be tried again, and undone @postgres", async ({
    page,
    site,
    context,
  }) => {
    await withDatabase(site, (db) => addMessage(db, { firstName: "Fidèle", lastName: "Nzuzi", email: ofFidele }))
    await open(page, "?search=a-supprimer")
    await expect(figures(page)).toHaveText(["59", "3", "2"])
    const button = page.getByRole("button", { name: "Supprimer le message de Fidèle Nzuzi", exact: true })
    const dialog = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir supprimer ce message ?" })

    await test.step("« Annuler » and Escape change nothing", async () => {
      await button.click()
      await dialog.getByRole("button", { name: "Annuler" }).click()
      await expect(dialog).toBeHidden()
      await button.click()
      await page.keyboard.press("Escape")
      await expect(dialog).toBeHidden()
      await expect(rows(page)).toHaveCount(1)
    })
    await test.step("a lost connection and a proxy's page stand in the dialog", async () => {
      await button.click()
      await context.setOffline(true)
      await dialog.getByRole("button", { name: "Supprimer" }).click()
      await expect(dialog.getByRole("alert")).toHaveText("Erreur de réseau lors de la suppression")
      await context.setOffline(false)
      await breakCalls(page, "messages.delete", proxyPage)
      await dialog.getByRole("button", { name: "Supprimer" }).click()
      await expect(dialog.getByRole("alert")).toHaveText("Erreur lors de la suppression du message")
      await page.unrouteAll()
    })
    await test.step("the message goes, with a green banner", async () => {
      await dialog.getByRole("button", { name: "Supprimer" }).click()
      await expect(
        page.getByRole("status").filter({ hasText: "Message de Fidèle Nzuzi supprimé avec succès" }),
      ).toBeVisible()
      await expect(rows(page)).toHaveCount(0)
      await expect(figures(page)).toHaveText(["58", "2", "1"])
    })
    const find = () =>
      withDatabase(site, (db) =>
        db.selectFrom("messages").select("deletedAt").where("email", "=", ofFidele).executeTakeFirst(),
      )
    expect((await find())?.deletedAt).not.toBeNull()
    await test.step("« Annuler » in the banner brings it back", async () => {
      await page.getByRole("main").getByRole("button", { name: "Annuler", exact: true }).click()
      await expect(page.getByRole("status").filter({ hasText: "Message de Fidèle Nzuzi restauré" })).toBeVisible()
      await expect(rows(page)).toHaveCount(1)
      await expect(figures(page)).toHaveText(["59", "3", "2"])
      expect(await find()).toEqual({ deletedAt: null })
    })
    await withDatabase(site, (db) => db.deleteFrom("messages").where("email", "=", ofFidele).execute())
  })

  test("a failed reading or deletion is told, and tried again @slow", async ({ page, site }) => {
    await test.step("grey bars wait for them, a red banner tells the failure, and « Réessayer » shows them", async () => {
      const { release } = await delayCalls(page, "messages.search", noConnection)
      await open(page)
      await expect(page.getByText("Chargement des messages…")).toBeAttached()
      await expect(figures(page)).toHaveText(["", "", ""])
      release()
      await expect(page.getByRole("alert")).toHaveText("Erreur lors du chargement des messages : connexion impossible")
      await expect(figures(page)).toHaveText(["0", "0", "0"])
      await page.unrouteAll()
      const retried = await delayCalls(page, "messages.search")
      await page.getByRole("button", { name: "Réessayer" }).click()
      await expect(page.getByRole("button", { name: "Un instant…" })).toBeFocused()
      await expect(page.getByRole("alert")).toBeVisible()
      retried.release()
      await expect(rows(page)).toHaveCount(50)
      await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
    })
    await test.step("a deletion whose response was lost is finished by another attempt", async () => {
      await withDatabase(site, (db) => addMessage(db, { firstName: "Fidèle", lastName: "Nzuzi", email: ofFidele }))
      await searchBox(page).fill("a-supprimer")
      await breakCalls(page, "messages.delete", lostResponse)
      await page.getByRole("button", { name: "Supprimer le message de Fidèle Nzuzi", exact: true }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByRole("button", { name: "Supprimer" }).click()
      await expect(dialog.getByRole("alert")).toHaveText("Erreur de réseau lors de la suppression")
      await page.unrouteAll()
      await expect(rows(page)).toHaveCount(0)
      await dialog.getByRole("button", { name: "Supprimer" }).click()
      await expect(page.getByRole("status").filter({ hasText: "supprimé avec succès" })).toBeVisible()
      await withDatabase(site, (db) => db.deleteFrom("messages").where("email", "=", ofFidele).execute())
    })
    await test.step("deleting twice tells that the message is gone already", async () => {
      await withDatabase(site, (db) => addMessage(db, { firstName: "Fidèle", lastName: "Nzuzi", email: ofFidele }))
      await page.getByRole("button", { name: "Supprimer le message de Fidèle Nzuzi", exact: true }).click()
      await withDatabase(site, (db) => db.deleteFrom("messages").where("email", "=", ofFidele).execute())
      await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click()
      await expect(page.getByRole("dialog").getByRole("alert")).toHaveText(
        "Erreur lors de la suppression : Message introuvable",
      )
    })
  })
})
