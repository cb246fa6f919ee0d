import type { Page } from "@playwright/test"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import type { Site } from "#e2e/start-site.ts"
import { addColleague } from "./add-colleague.ts"
import { addMessage } from "./add-message.ts"
import { breakCalls, delayCalls, noConnection } from "./broken-calls.ts"
import { countActions } from "./count-actions.ts"
import { banner, names, openInbox, row, rows, selectorOf, stateLink, undo } from "./inbox.ts"

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  fill: (db) => addColleague(db, "Marie Kabongo"),
})

/** Replaces all messages by `count` new ones. */
function fill(site: Site, count: number) {
  return withDatabase(site, async (db) => {
    await db.deleteFrom("messages").execute()
    for (let number = 1; number <= count; number += 1) {
      await addMessage(db, {
        firstName: "Client",
        lastName: `${number}`,
        email: `client-${number}@exemple.cd`,
        at: new Date(Date.now() - (count - number) * 60_000),
      })
    }
  })
}

/** Waits until the open inbox has these messages alone; their number differs from that of the rows before. */
async function refill(page: Page, site: Site, count: number) {
  await fill(site, count)
  await expect(rows(page)).toHaveCount(count)
}

function states(site: Site) {
  return withDatabase(site, async (db) => {
    const found = await db.selectFrom("messages").select(["state", "assigneeId"]).orderBy("id").execute()
    return found.map(({ state }) => state)
  })
}

function selectPage(page: Page) {
  return page.getByRole("checkbox", { name: "Tout sélectionner" })
}

function action(page: Page, name: string) {
  return page.getByRole("region", { name: "Actions sur la sélection" }).getByRole("button", { name, exact: true })
}

test("messages are changed in few actions, which one takes back, and new ones are counted and appear", async ({
  page,
  site,
  request,
}) => {
  await fill(site, 3)
  await openInbox(page, "?etat=nouveau")
  await test.step("after an action by keyboard, the arrows go on from its row", async () => {
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await expect(row(page, "Client 2")).toBeFocused()
    await row(page, "Client 2")
      .getByRole("button", { name: /^Archiver/ })
      .press("Enter")
    await expect(banner(page)).toContainText("1 message archivé.")
    await expect(rows(page)).toHaveCount(2)
    await page.keyboard.press("ArrowDown")
    await expect(row(page, "Client 1")).toBeFocused()
  })
  await test.step("ten are marked as spam in 3 actions, and taken back by one", async () => {
    await stateLink(page, "Tous").click()
    await refill(page, site, 10)
    const person = countActions(page)
    await person.click(selectPage(page))
    await person.click(action(page, "Marquer indésirable"))
    await expect(banner(page)).toContainText("10 messages jugés indésirables.")
    expect(person.count).toBeLessThanOrEqual(3)
    expect(new Set(await states(site))).toEqual(new Set(["spam"]))
    await expect(rows(page)).toHaveCount(0)
    await undo(page).click()
    await expect(banner(page)).toHaveText("Modification annulée pour 10 messages.")
    await expect(rows(page)).toHaveCount(10)
    expect(new Set(await states(site))).toEqual(new Set(["new"]))
  })
  await test.step("one is handed to a colleague in 2 actions, and taken back by one", async () => {
    await refill(page, site, 2)
    const person = countActions(page)
    const select = page.getByRole("combobox", { name: "Responsable du message de Client 2", exact: true })
    await person.choose(select, "Marie Kabongo")
    await expect(banner(page)).toContainText("1 message confié à Marie Kabongo.")
    expect(person.count).toBeLessThanOrEqual(2)
    await expect(row(page, "Client 2")).toContainText("En cours")
    expect(await states(site)).toEqual(["new", "open"])
    await undo(page).click()
    await expect(banner(page)).toHaveText("Modification annulée pour 1 message.")
    await expect(select.locator("option:checked")).toHaveText("Personne")
    expect(await states(site)).toEqual(["new", "new"])
  })
  await test.step("a row is taken on, archived and found among the archived ones", async () => {
    await refill(page, site, 1)
    await page.getByRole("button", { name: "Prendre en charge\u00a0: message de Client 1", exact: true }).click()
    await expect(banner(page)).toContainText("1 message confié à ")
    await expect(page.getByRole("button", { name: /^Prendre en charge/ })).toHaveCount(0)
    await page.getByRole("button", { name: "Archiver\u00a0: message de Client 1", exact: true }).click()
    await expect(banner(page)).toContainText("1 message archivé.")
    await stateLink(page, "Archivés").click()
    await expect(names(page)).toHaveText(["Client 1"])
    await selectorOf(page, "Client 1").check()
    await action(page, "Remettre en cours").click()
    await expect(banner(page)).toContainText("1 message remis en cours.")
    await expect(page.getByRole("heading", { name: "Aucun message archivé" })).toBeVisible()
  })
  await test.step("unread ones are counted in the menu and in the title, which follow what is read", async () => {
    await stateLink(page, "Tous").click()
    await refill(page, site, 3)
    const link = page.getByRole("complementary").getByRole("link", { name: /^Messages/ })
    await expect(page).toHaveTitle("(3) Messages – Administration")
    await expect(link).toHaveAccessibleName(/3 non lus$/)
    await selectorOf(page, "Client 1").check()
    await page
      .getByRole("region", { name: "Actions sur la sélection" })
      .locator("summary", { hasText: "Marquer" })
      .click()
    await action(page, "Marquer comme lu").click()
    await expect(banner(page)).toContainText("1 message marqué comme lu.")
    await expect(undo(page)).toHaveCount(0)
    await expect(page).toHaveTitle("(2) Messages – Administration")
    await expect(row(page, "Client 1").getByText("Non lu")).toHaveCount(0)
    await expect(row(page, "Client 2").getByText("Non lu")).toHaveCount(1)
    await selectPage(page).check()
    await page
      .getByRole("region", { name: "Actions sur la sélection" })
      .locator("summary", { hasText: "Marquer" })
      .click()
    await action(page, "Marquer comme lu").click()
    await expect(page).toHaveTitle("Messages – Administration")
    await expect(link).toHaveAccessibleName("Messages")
  })
  await test.step("a new request appears without a reload", async () => {
    await refill(page, site, 1)
    await expect(names(page)).toHaveText(["Client 1"])
    const sent = {
      firstName: "Nouvelle",
      lastName: "Cliente",
      email: "nouvelle@exemple.cd",
      sector: "elevage",
      message: "Bonjour, je cherche des chèvres.",
    }
    expect((await request.post("/api/contact", { data: sent })).status()).toBe(201)
    await expect(names(page)).toHaveText(["Nouvelle Cliente", "Client 1"])
    await expect(page).toHaveTitle("(2) Messages – Administration")
    await test.step("also one that another process has stored", async () => {
      await withDatabase(site, (db) => addMessage(db, { firstName: "Autre", lastName: "Instance" }))
      await expect(names(page).first()).toHaveText("Autre Instance")
    })
  })
})

test("many messages are selected over several pages, and changed one after another @slow", async ({ page, site }) => {
  await fill(site, 52)
  await openInbox(page)
  await test.step("many go to the trash and come back from it, also those beyond the page", async () => {
    await selectPage(page).check()
    await test.step("an answer that comes after they were deselected changes nothing", async () => {
      const ids = await delayCalls(page, "messages.ids")
      await action(page, "Sélectionner les 52 messages trouvés").click()
      await action(page, "Tout désélectionner").click()
      await selectorOf(page, "Client 52").check()
      const response = page.waitForResponse(/messages\.ids/)
      ids.release()
      await (await response).finished()
      await selectorOf(page, "Client 51").check()
      await expect(page.getByText("2 messages sélectionnés", { exact: true })).toBeVisible()
      await page.unrouteAll()
    })
    await selectPage(page).check()
    await action(page, "Sélectionner les 52 messages trouvés").click()
    await expect(page.getByText("52 messages sélectionnés", { exact: true })).toBeVisible()
    await selectPage(page).uncheck()
    await expect(page.getByText("2 messages sélectionnés", { exact: true })).toBeVisible()
    await action(page, "Supprimer").click()
    await expect(banner(page)).toContainText("2 messages mis à la corbeille.")
    await expect(rows(page)).toHaveCount(50)
    await stateLink(page, "Corbeille").click()
    await expect(names(page)).toHaveCount(2)
    await page.getByRole("button", { name: "Restaurer\u00a0: message de Client 1", exact: true }).click()
    await expect(banner(page)).toContainText("1 message restauré.")
    await expect(names(page)).toHaveText(["Client 2"])
  })
  await test.step("while one change is in progress, no other begins", async () => {
    await stateLink(page, "Tous").click()
    await refill(page, site, 3)
    const button = (name: string, client: string) =>
      page.getByRole("button", { name: `${name}\u00a0: message de ${client}`, exact: true })
    const person = page.getByRole("combobox", { name: "Responsable du message de Client 2", exact: true })
    const progress = page.getByRole("progressbar")
    await selectorOf(page, "Client 2").check()
    const change = await delayCalls(page, "messages.change")
    await button("Archiver", "Client 3").click()
    await test.step("the buttons of rows say so and do nothing", async () => {
      await expect(progress).toBeVisible()
      for (const control of [
        button("Archiver", "Client 2"),
        button("Prendre en charge", "Client 2"),
        row(page, "Client 2").getByRole("button", { name: /^Supprimer/ }),
      ]) {
        await expect(control).toHaveAttribute("aria-disabled", "true")
        await control.dispatchEvent("click")
      }
      await expect(person).toHaveAttribute("aria-disabled", "true")
      // Playwright itself chooses no option of a select that is unavailable.
      await person.evaluate((select: HTMLSelectElement) => {
        select.selectedIndex = 1
        select.dispatchEvent(new Event("change", { bubbles: true }))
      })
      await expect(person.locator("option:checked")).toHaveText("Personne")
      await expect(page.getByRole("dialog")).toHaveCount(0)
      await expect(selectorOf(page, "Client 2")).toBeChecked()
    })
    await test.step("a search does not hide it", async () => {
      await page.getByRole("searchbox", { name: "Rechercher" }).fill("client")
      await expect(page).toHaveURL("/admin/messages?search=client")
      await expect(progress).toBeVisible()
      await selectorOf(page, "Client 1").check()
      await expect(page.getByRole("region", { name: "Actions sur la sélection" })).toHaveCount(0)
    })
    change.release()
    await expect(banner(page)).toContainText("1 message archivé.")
    await page.unrouteAll()
    expect(await states(site)).toEqual(["new", "new", "archived"])
    await test.step("nor while it is undone, after which the buttons work again", async () => {
      const undoing = await delayCalls(page, "messages.undo")
      await undo(page).click()
      await expect(progress).toBeVisible()
      await expect(button("Archiver", "Client 2")).toHaveAttribute("aria-disabled", "true")
      await button("Archiver", "Client 2").dispatchEvent("click")
      undoing.release()
      await expect(banner(page)).toHaveText("Modification annulée pour 1 message.")
      expect(await states(site)).toEqual(["new", "new", "new"])
      await button("Archiver", "Client 2").click()
      await expect(banner(page)).toContainText("1 message archivé.")
      expect(await states(site)).toEqual(["new", "archived", "new"])
    })
  })
})

test.describe("while the network fails", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("what fails says so, and is done when tried again @slow", async ({ page, site }) => {
    await fill(site, 51)
    await openInbox(page)
    await test.step("a selection and a change say so, and are done when tried again", async () => {
      await selectPage(page).check()
      await breakCalls(page, "messages.ids", noConnection)
      await action(page, "Sélectionner les 51 messages trouvés").click()
      await expect(page.getByRole("alert")).toHaveText("La sélection a échoué\u00a0: connexion impossible")
      await page.unrouteAll()
      await selectPage(page).uncheck()
      await selectPage(page).check()
      await expect(page.getByRole("alert")).toHaveCount(0)
      await action(page, "Sélectionner les 51 messages trouvés").click()
      await expect(page.getByText("51 messages sélectionnés", { exact: true })).toBeVisible()
      await breakCalls(page, "messages.change", noConnection)
      await action(page, "Archiver").click()
      await expect(page.getByRole("main").getByRole("alert")).toContainText(
        "Interrompu (connexion impossible)\u00a0: 0 sur 51 messages modifiés.",
      )
      await page.unrouteAll()
      await page.getByRole("button", { name: "Réessayer" }).click()
      await expect(banner(page)).toContainText("51 messages archivés.")
      await test.step("an undo whose answer is lost is not said to have done nothing", async () => {
        await breakCalls(page, "messages.undo", (route) => route.fetch().then(() => route.abort("connectionreset")))
        await undo(page).click()
        await expect(page.getByRole("main").getByRole("alert")).toContainText(
          "L’annulation s’est interrompue (connexion impossible).",
        )
        await page.unrouteAll()
        await page.getByRole("button", { name: "Réessayer" }).click()
        await expect(banner(page)).toHaveText("L’annulation est terminée.")
        expect(new Set(await states(site))).toEqual(new Set(["new"]))
      })
    })
    await test.step("the rows stay in sight when they cannot be fetched again", async () => {
      await refill(page, site, 2)
      await breakCalls(page, "messages.search", noConnection)
      await row(page, "Client 2")
        .getByRole("button", { name: /^Archiver/ })
        .click()
      const failure = page.getByRole("alert").filter({ hasText: "connexion impossible" })
      await expect(failure).toBeVisible()
      await expect(rows(page)).toHaveCount(2)
      await page.unrouteAll()
      await page.getByRole("button", { name: "Réessayer" }).click()
      await expect(failure).toHaveCount(0)
      await expect(row(page, "Client 2")).toContainText("Archivé")
    })
  })

  test("without events the inbox is polled @slow", async ({ page, site }) => {
    await fill(site, 1)
    await page.clock.install()
    await page.route("**/api/admin/events*", (route) => route.abort())
    await openInbox(page)
    await withDatabase(site, (db) => addMessage(db, { firstName: "Sans", lastName: "Flux" }))
    await expect(async () => {
      await page.clock.fastForward(31_000)
      await expect(names(page).first()).toHaveText("Sans Flux", { timeout: 500 })
    }).toPass()
  })
})
