import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { addMessage } from "./add-message.ts"
import { breakCalls, noConnection, proxyPage, readFailures } from "./broken-calls.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openScreen, signIn } from "./sign-in.ts"

const DAY_MS = 86_400_000

/** Received when it was a quarter to midnight UTC, and a quarter to one of the next day in Kinshasa. */
const lateAt = new Date("2025-03-09T23:45:00Z")

const long = `${"Une phrase qui en dit long sur le chantier. ".repeat(20)}\nFin.`

const test = testOnDedicatedSite({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    const old = new Date("2024-05-01T12:00:00Z")
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

test.beforeEach(({ page }) => signIn(page))

function open(page: Page, search = "") {
  return openScreen(page, `/admin/messages${search}`, "Messages")
}

function figures(page: Page) {
  return page.getByRole("main").getByRole("definition")
}

function cards(page: Page) {
  return page.getByRole("main").getByRole("article")
}

function card(page: Page, name: string) {
  return cards(page).filter({ has: page.getByRole("heading", { name, exact: true }) })
}

function searchBox(page: Page) {
  return page.getByRole("searchbox", { name: "Rechercher un message" })
}

test("the counters tell all messages, those of the last 7 days and of today", async ({ page }) => {
  await open(page)
  await expect(page.getByRole("main").getByRole("term")).toHaveText(["Total", "7 derniers jours", "Aujourd'hui"])
  await expect(figures(page)).toHaveText(["58", "2", "1"])
})

test("a message tells who wrote, from which address, about which sector and when, newest first", async ({ page }) => {
  await open(page)
  await expect(cards(page).first()).toContainText("Danièle Mbuyi")
  await expect(card(page, "Danièle Mbuyi")).toContainText("daniele+devis@exemple.cd")
  await expect(card(page, "Danièle Mbuyi")).toContainText("Vente de matériaux")
})

test("its date is French, with the time, by the clock of Kinshasa", async ({ page }) => {
  await open(page)
  await expect(card(page, "Béatrice Lukusa").getByRole("time")).toHaveText("10 mars 2025 à 00:45")
})

test("its text keeps its lines and is never markup", async ({ page }) => {
  await open(page)
  const text = card(page, "Danièle Mbuyi").getByText(/il me faut/)
  await expect(text).toHaveCSS("white-space-collapse", "preserve-breaks")
  expect(await text.textContent()).toBe("Bonjour,\n\nil me faut <b>vingt</b> sacs.\n<img src=x onerror=alert(1)>")
  await expect(text.locator("b, img")).toHaveCount(0)
})

test("a long text opens in full", async ({ page }) => {
  await open(page)
  const more = card(page, "Béatrice Lukusa").getByRole("button", { name: "Lire la suite" })
  const closed = (await card(page, "Béatrice Lukusa").boundingBox())?.height ?? 0
  await more.click()
  await expect(card(page, "Béatrice Lukusa").getByRole("button", { name: "Réduire" })).toBeVisible()
  expect((await card(page, "Béatrice Lukusa").boundingBox())?.height).toBeGreaterThan(closed)
})

test("« Répondre » opens a mail to the sender with a ready subject", async ({ page }) => {
  await open(page)
  const link = card(page, "Danièle Mbuyi").getByRole("link", { name: "Répondre à daniele+devis@exemple.cd" })
  const address = new URL((await link.getAttribute("href")) ?? "")
  expect(address.protocol).toBe("mailto:")
  expect(decodeURIComponent(address.pathname)).toBe("daniele+devis@exemple.cd")
  expect(address.searchParams.get("subject")).toBe("Votre demande de devis\u00a0: Vente de matériaux")
})

test.describe("searching", () => {
  const searches = [
    { what: "the full name", text: "beatrice luk", found: ["Béatrice Lukusa"] },
    { what: "the e-mail", text: "daniele+devis", found: ["Danièle Mbuyi"] },
    { what: "the message", text: "VINGT</B>", found: ["Danièle Mbuyi"] },
    { what: "the sector's label", text: "vente de mat", found: ["Danièle Mbuyi"] },
    { what: "the sector's value", text: "elevage", found: ["Béatrice Lukusa"] },
  ]

  for (const { what, text, found } of searches) {
    test(`looks in ${what}, whatever the case and the accents`, async ({ page }) => {
      await open(page)
      await searchBox(page).fill(text)
      await expect(cards(page).getByRole("heading")).toHaveText(found)
      await expect(page.getByText(`${found.length} message trouvé`, { exact: true })).toBeVisible()
      await expect(figures(page)).toHaveText(["58", "2", "1"])
    })
  }

  test("is kept in the address", async ({ page }) => {
    await open(page)
    await searchBox(page).fill("lukusa")
    await expect(page).toHaveURL("/admin/messages?search=lukusa")
    await page.reload()
    await expect(searchBox(page)).toHaveValue("lukusa")
    await expect(cards(page)).toHaveCount(1)
  })

  test("for a number works as for a word", async ({ page }) => {
    await open(page, "?search=42")
    await expect(searchBox(page)).toHaveValue("42")
    await expect(cards(page).getByRole("heading")).toHaveText(["Ancien Client 42"])
  })

  test("that finds nothing says so and can be cleared", async ({ page }) => {
    await open(page, "?search=introuvable")
    await expect(page.getByRole("heading", { name: "Aucun message ne correspond" })).toBeVisible()
    await page.getByRole("button", { name: "Effacer la recherche" }).click()
    await expect(cards(page)).toHaveCount(50)
    await expect(page).toHaveURL("/admin/messages")
  })
})

test("fifty messages stand on a page, and the address keeps which", async ({ page }) => {
  await open(page)
  await expect(cards(page)).toHaveCount(50)
  await page.getByRole("link", { name: "Suivante" }).click()
  await expect(page).toHaveURL("/admin/messages?page=2")
  await expect(cards(page)).toHaveCount(8)
  await page.getByRole("link", { name: "Précédente" }).click()
  await expect(cards(page)).toHaveCount(50)
})

test("a page past the last leads to the last", async ({ page }) => {
  await open(page, "?page=9")
  await expect(page).toHaveURL("/admin/messages?page=2")
  await expect(cards(page)).toHaveCount(8)
})

test.describe("deleting", () => {
  const question = "Êtes-vous sûr de vouloir supprimer ce message ?"

  async function ask(page: Page, name: string) {
    await open(page, "?search=a-supprimer")
    await page.getByRole("button", { name: `Supprimer le message de ${name}`, exact: true }).click()
    const dialog = page.getByRole("dialog", { name: question })
    await expect(dialog).toBeVisible()
    return dialog
  }

  test.beforeEach(({ site }) =>
    withDatabase(site, async (db) => {
      await db.deleteFrom("messages").where("email", "=", "a-supprimer@exemple.cd").execute()
      await addMessage(db, { firstName: "Fidèle", lastName: "Nzuzi", email: "a-supprimer@exemple.cd" })
    }),
  )

  test.afterEach(({ site }) =>
    withDatabase(site, (db) => db.deleteFrom("messages").where("email", "=", "a-supprimer@exemple.cd").execute()),
  )

  test("asks first; « Annuler » and Escape leave everything as it is", async ({ page }) => {
    const dialog = await ask(page, "Fidèle Nzuzi")
    await dialog.getByRole("button", { name: "Annuler" }).click()
    await expect(dialog).toBeHidden()
    await page.getByRole("button", { name: "Supprimer le message de Fidèle Nzuzi" }).click()
    await page.keyboard.press("Escape")
    await expect(dialog).toBeHidden()
    await expect(cards(page)).toHaveCount(1)
  })

  test("takes the message away for good and says so in green", async ({ page, site }) => {
    const dialog = await ask(page, "Fidèle Nzuzi")
    await expect(figures(page)).toHaveText(["59", "3", "2"])
    await dialog.getByRole("button", { name: "Supprimer" }).click()
    const banner = page.getByRole("status").filter({ hasText: "Message de Fidèle Nzuzi supprimé avec succès" })
    await expect(banner).toHaveCSS("background-color", "rgb(31, 107, 63)")
    await expect(cards(page)).toHaveCount(0)
    await expect(figures(page)).toHaveText(["58", "2", "1"])
    const kept = await withDatabase(site, (db) =>
      db.selectFrom("messages").selectAll().where("email", "=", "a-supprimer@exemple.cd").execute(),
    )
    expect(kept).toEqual([])
  })

  test.describe("when it fails", () => {
    test.use({ expectedConsole: /Failed to load resource/ })

    test("tells what the server says of it", async ({ page, site }) => {
      const dialog = await ask(page, "Fidèle Nzuzi")
      await withDatabase(site, (db) =>
        db.deleteFrom("messages").where("email", "=", "a-supprimer@exemple.cd").execute(),
      )
      await dialog.getByRole("button", { name: "Supprimer" }).click()
      await expect(dialog.getByRole("alert")).toHaveText("Erreur lors de la suppression : Message introuvable")
    })

    test("tells of an answer without sense", async ({ page }) => {
      const dialog = await ask(page, "Fidèle Nzuzi")
      await breakCalls(page, "messages.delete", proxyPage)
      await dialog.getByRole("button", { name: "Supprimer" }).click()
      await expect(dialog.getByRole("alert")).toHaveText("Erreur lors de la suppression du message")
    })

    test("tells of a lost connection, and works when it is tried again", async ({ page, context }) => {
      const dialog = await ask(page, "Fidèle Nzuzi")
      await context.setOffline(true)
      await dialog.getByRole("button", { name: "Supprimer" }).click()
      await expect(dialog.getByRole("alert")).toHaveText("Erreur de réseau lors de la suppression")
      await context.setOffline(false)
      await dialog.getByRole("button", { name: "Supprimer" }).click()
      await expect(page.getByRole("status").filter({ hasText: "supprimé avec succès" })).toBeVisible()
    })
  })
})

test.describe("when they cannot be read", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  for (const { name, answer, text } of readFailures) {
    test(`a red banner tells ${name}`, async ({ page }) => {
      await breakCalls(page, "messages.search", answer)
      await open(page)
      await expect(page.getByRole("alert")).toHaveText(`Erreur lors du chargement des messages : ${text}`)
      await expect(figures(page)).toHaveText(["0", "0", "0"])
    })
  }

  test("« Réessayer » shows them once the server is back", async ({ page }) => {
    await breakCalls(page, "messages.search", noConnection)
    await open(page)
    await expect(page.getByRole("alert")).toBeVisible()
    await page.unrouteAll()
    await page.getByRole("button", { name: "Réessayer" }).click()
    await expect(cards(page)).toHaveCount(50)
  })
})

test("while they load grey bars stand in their place", async ({ page }) => {
  const answered = Promise.withResolvers<void>()
  await breakCalls(page, "messages.search", (route) => answered.promise.then(() => route.continue()))
  await open(page)
  await expect(page.getByText("Chargement des messages…")).toBeAttached()
  await expect(figures(page)).toHaveText(["", "", ""])
  answered.resolve()
  await expect(cards(page)).toHaveCount(50)
})

test("a message is found by a word in two actions from the dashboard", async ({ page }) => {
  await openScreen(page, "/admin/dashboard", "Dashboard")
  await page.getByRole("link", { name: "Messages" }).click()
  await searchBox(page).fill("vingt")
  await expect(cards(page).getByRole("heading")).toHaveText(["Danièle Mbuyi"])
})

test("axe finds nothing", async ({ page }) => {
  await open(page, "?search=e")
  await expect(card(page, "Danièle Mbuyi")).toBeVisible()
  await expectAccessible(page)
})

test("a phone shows it whole, and axe finds nothing there", async ({ page }) => {
  await open(page, "?search=e")
  await expect(card(page, "Danièle Mbuyi")).toBeVisible()
  await expectFitsPhone(page)
  await page.getByRole("button", { name: "Supprimer le message de Danièle Mbuyi" }).click()
  await expectAccessible(page)
  await expectFitsLargeText(page)
})
