import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { addColleague } from "./add-colleague.ts"
import { countActions } from "./count-actions.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { answerField, entries, openRequest, postContactRequest } from "./request-screen.ts"

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  fill: (db) => addColleague(db, "Christelle"),
})

test.use({ expectedHosts: /^wa\.me$/ })

function actions(page: Page) {
  return page.getByRole("region", { name: "Actions" })
}

const doubtful = {
  firstName: "Serge",
  lastName: "Efface",
  email: "",
  phone: "+243 811 222 333",
  ne_pas_remplir: "https://exemple.com",
  message: "https://a.exemple https://b.exemple https://c.exemple",
}

test.describe("a request", () => {
  // The address of the erased request is opened at the end.
  test.use({ expectedConsole: /404/ })

  test("changes its state with a way back, is found again, and is erased @slow", async ({ page, context }) => {
    await context.route("https://wa.me/**", (route) => route.fulfill({ contentType: "text/html", body: "WhatsApp" }))
    const { id, reference } = await postContactRequest(page.request, doubtful)
    const { phone } = doubtful
    await postContactRequest(page.request, {
      firstName: "Autre",
      phone,
      message: "Une deuxième demande, pour un hangar.",
    })
    await openRequest(page, id)
    const banner = page.getByRole("main").getByRole("status")
    const assignee = page.getByLabel("Personne en charge")
    const spam = page.getByRole("region", { name: "Pourquoi cette demande est indésirable" })

    await test.step("a doubtful one says in French why it was judged spam", async () => {
      await expect(spam.getByRole("listitem")).toHaveText([
        "Un champ que les visiteurs ne voient pas était rempli.",
        "La demande contient plus de deux liens vers d’autres sites.",
      ])
      await actions(page).getByRole("button", { name: "Ce n’est pas indésirable" }).click()
      await expect(actions(page).getByRole("button", { name: "Marquer indésirable" })).toBeVisible()
      await actions(page).getByRole("button", { name: "Marquer indésirable" }).click()
      await actions(page).getByRole("button", { name: "Ce n’est pas indésirable" }).click()
      await expect(spam).toHaveCount(0)
    })
    await test.step("taking charge opens it, and « Annuler » undoes both", async () => {
      await actions(page).getByRole("button", { name: "Prendre en charge" }).click()
      await expect(assignee).not.toHaveValue("")
      await expect(entries(page).last()).toContainText("Nouveau → En cours")
      await banner.getByRole("button", { name: "Annuler" }).click()
      await expect(banner).toContainText("Action annulée.")
      await expect(assignee).toHaveValue("")
      await expect(page.getByRole("main").getByText("Nouveau", { exact: true })).toBeVisible()
    })
    await test.step("a colleague is one choice away", async () => {
      const answered = Promise.withResolvers<void>()
      await page.route("**/trpc/messages.change*", (route) => answered.promise.then(() => route.continue()))
      await assignee.selectOption("Christelle")
      await expect(assignee.locator("option:checked"), "while it is being saved").toHaveText("Christelle")
      const note = page.getByRole("textbox", { name: "Note pour l’équipe" })
      await page.getByText("Ajouter une note interne").click()
      await note.fill("Rappeler")
      answered.resolve()
      await expect(banner).toContainText("Demande confiée à Christelle.")
      await expect(note, "which a message leaves alone").toBeFocused()
      await note.fill("")
      await expect(entries(page).filter({ hasText: "Prise en charge par Christelle" })).toHaveCount(1)
    })
    await test.step("without e-mail, WhatsApp opens with the text filled in, which is noted", async () => {
      await expect(page.getByText("Cette personne n’a pas laissé d’e‑mail")).toBeVisible()
      await expect(actions(page).getByRole("link", { name: "Appeler" })).toHaveAttribute("href", "tel:+243811222333")
      const opened = context.waitForEvent("page")
      await actions(page).getByRole("link", { name: "WhatsApp" }).click()
      const whatsApp = await opened
      const url = new URL(whatsApp.url())
      // Chromium slows down a page behind another one.
      await whatsApp.close()
      expect(url.pathname).toBe("/243811222333")
      expect(url.searchParams.get("text")).toContain("Bonjour Serge")
      expect(url.searchParams.get("text")).toContain(reference)
      await expect(entries(page).filter({ hasText: "Conversation WhatsApp ouverte" })).toHaveCount(1)
      await expect(banner).toContainText("Noté : WhatsApp a été ouvert. La demande passe à « Répondu ».")
      await expect(page.getByRole("main").getByText("Répondu", { exact: true })).toBeVisible()
    })
    await test.step("what was opened by mistake is undone", async () => {
      await banner.getByRole("button", { name: "Annuler" }).click()
      await expect(banner).toContainText("Action annulée.")
      await expect(page.getByRole("main").getByText("En cours", { exact: true }).first()).toBeVisible()
      await expect(entries(page).filter({ hasText: "Conversation WhatsApp ouverte" })).toHaveCount(0)
    })
    await test.step("to the trash and back, once it is confirmed", async () => {
      const dialog = page.getByRole("dialog", { name: "Êtes-vous sûr de vouloir supprimer ce message ?" })
      await actions(page).getByRole("button", { name: "Supprimer" }).click()
      await dialog.getByRole("button", { name: "Annuler" }).click()
      await expect(actions(page).getByRole("button", { name: "Supprimer" })).toBeFocused()
      await actions(page).getByRole("button", { name: "Supprimer" }).click()
      await dialog.getByRole("button", { name: "Supprimer" }).click()
      await expect(banner).toContainText("Demande mise à la corbeille.")
      await expect(actions(page).getByRole("button")).toHaveText(["Restaurer"])
      await banner.getByRole("button", { name: "Annuler" }).click()
      await expect(actions(page).getByRole("button", { name: "Supprimer" })).toBeVisible()
      await actions(page).getByRole("button", { name: "Supprimer" }).click()
      await dialog.getByRole("button", { name: "Supprimer" }).click()
      await actions(page).getByRole("button", { name: "Restaurer" }).click()
      await expect(banner).toContainText("Demande sortie de la corbeille.")
    })
    await test.step("an archived one is found and reopened in 3 actions from the inbox", async () => {
      await actions(page).getByRole("button", { name: "Archiver" }).click()
      await expect(banner).toContainText("Demande archivée.")
      await page.getByRole("link", { name: "Tous les messages" }).click()
      const person = countActions(page)
      await person.fill(page.getByRole("searchbox", { name: "Rechercher un message" }), reference)
      await expect(page.getByText("1 message trouvé", { exact: true })).toBeVisible()
      await person.click(page.getByRole("link", { name: "Serge Efface" }))
      await person.click(page.getByRole("button", { name: "Rouvrir" }))
      await expect(entries(page).last()).toContainText("Archivé → En cours")
      expect(person.count).toBeLessThanOrEqual(3)
    })
    await test.step("the person has her data exported, and erased after a question", async () => {
      const data = page.getByRole("region", { name: "Données de cette personne" })
      await expect(data).toContainText("Cette demande et ses échanges.")
      const other = data.getByRole("checkbox", { name: /Autre.*même téléphone/ })
      await expect(other).not.toBeChecked()
      await other.check()
      const download = page.waitForEvent("download")
      await page.getByRole("link", { name: "Exporter" }).click()
      const file = await (await download).createReadStream()
      const text = (await file.toArray()).join("")
      expect(text).toContain(reference)
      expect(text).toContain("pour un hangar")
      await page.getByRole("button", { name: "Effacer", exact: true }).click()
      const dialog = page.getByRole("dialog")
      await expect(dialog).toContainText("2 demandes disparaissent avec leurs échanges. L’effacement")
      await dialog.getByRole("button", { name: "Annuler" }).click()
      await expect(dialog).toBeHidden()
      await other.uncheck()
      await page.getByRole("button", { name: "Effacer", exact: true }).click()
      await expect(dialog).toContainText("1 demande disparaît avec ses échanges. L’effacement")
      const missing: string[] = []
      page.on("response", (response) => {
        if (response.status() === 404) missing.push(response.url())
      })
      await dialog.getByRole("button", { name: "Effacer", exact: true }).click()
      await expect(banner).toContainText("1 demande effacée")
      await banner.getByRole("button", { name: "Annuler" }).click()
      await expect(page.getByRole("heading", { name: "Demande de Serge Efface" })).toBeVisible()
      await expect(banner).toContainText("1 demande est revenue.")
      await expect(banner.locator(".."), "since the pressed button is gone").toBeFocused()
      await page.getByRole("button", { name: "Effacer", exact: true }).click()
      await dialog.getByRole("button", { name: "Effacer", exact: true }).click()
      await page.getByRole("link", { name: "Tous les messages" }).click()
      await expect(page.getByRole("link", { name: "Autre Kabongo" })).toBeVisible()
      await expect(page.getByRole("link", { name: "Serge Efface" })).toHaveCount(0)
      expect(missing, "what is erased is not fetched again").toEqual([])
      await page.goto("/admin/messages?etat=corbeille")
      const erasures = page.getByRole("region", { name: "Effacements qui peuvent être annulés" })
      await expect(erasures).toContainText(reference)
      await expect(erasures).toContainText("pendant 7 jours")
      await expect(erasures.getByRole("button", { name: "Annuler l’effacement" })).toBeVisible()
      await expect(page.getByText("Chargement des messages…")).toHaveCount(0)
      await expect(page.getByText(/La corbeille est vide|30 jours/)).toHaveCount(0)
    })
    await test.step("what does not exist is told so", async () => {
      await page.goto(`/admin/messages/${id}`)
      await expect(page.getByRole("heading", { name: "Cette demande n’existe plus" })).toBeVisible()
      await page.getByRole("link", { name: "Tous les messages" }).click()
      await expect(page).toHaveURL("/admin/messages")
    })
  })
})

test("on a phone, without a mail server: the actions stay in reach, and one's own mail program answers @slow", async ({
  page,
}) => {
  const long = { lastName: "K".repeat(90), message: "Unmottrèslongsansespace".repeat(20) }
  const { id } = await postContactRequest(page.request, {
    ...long,
    phone: "+243811222333",
    email: "amina+devis@exemple.cd",
  })
  await openRequest(page, id)
  await expectFitsPhone(page)
  await expect(actions(page)).toBeInViewport({ ratio: 1 })
  await expect(answerField(page)).toHaveCount(0)
  for (const name of ["WhatsApp", "Appeler"]) await expect(actions(page).getByRole("link", { name })).toBeVisible()
  const answer = actions(page).getByRole("link", { name: "Répondre" })
  await expect(answer).toHaveAttribute("href", /^mailto:amina%2Bdevis@exemple\.cd\?subject=Votre%20demande%20/)
  const more = actions(page).locator("summary")
  await more.click()
  await expectFitsPhone(page)
  await actions(page).getByRole("button", { name: "Supprimer" }).click()
  await page.keyboard.press("Escape")
  await expect(more).toBeFocused()
  await more.click()
  await expectAccessible(page)
  await actions(page).getByRole("button", { name: "Marquer répondue" }).click()
  await expect(page.getByText("Demande marquée comme répondue.")).toBeVisible()
  await answer.click()
  await expect(page.getByText("votre logiciel de messagerie a été ouvert")).toBeVisible()
  await expect(page.getByText("Logiciel de messagerie ouvert pour répondre")).toBeVisible()
  await expectFitsLargeText(page)
  await page.setViewportSize({ width: 360, height: 700 })
  await page.getByRole("button", { name: "Fermer ce message" }).click()
  await more.click()
  await expect(actions(page).getByRole("button", { name: "Supprimer" })).toBeVisible()
  await expectFitsLargeText(page)
})

// It ends the session of the tests above.
test("what is typed for a visitor leaves the device at the log-out", async ({ page }) => {
  const { id } = await postContactRequest(page.request, { email: "amina@exemple.cd" })
  await openRequest(page, id)
  await page.getByText("Ajouter une note interne").click()
  await page.getByRole("textbox", { name: "Note pour l’équipe" }).fill("Rappeler Amina au 0812345678")
  const stored = () => page.evaluate(() => JSON.stringify(localStorage))
  await expect.poll(stored).toContain("Rappeler Amina")
  await page.getByRole("complementary").getByRole("button", { name: "Déconnexion" }).click()
  await expect(page).toHaveURL("/login")
  expect(await stored()).not.toContain("Rappeler Amina")
})
