import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, ON_POSTGRES } from "#e2e/fixtures.ts"
import { addColleague } from "./add-colleague.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { makePicture } from "./make-picture.ts"
import { answerAs, answerField, entries, openRequest, sendRequest } from "./request-screen.ts"

/** Nothing listens there: mails wait, and their failure has a reason. */
const deadMailServer = { SMTP_URL: "smtp://127.0.0.1:9", NOTIFY_EMAIL: "bureau@lisanga.example" }

let colleague = 0

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0", ...deadMailServer },
  async fill(db) {
    colleague = await addColleague(db, "Christelle")
  },
})

function actions(page: Parameters<typeof openRequest>[0]) {
  return page.getByRole("region", { name: "Actions" })
}

test("a request shows its sender, what was said with photos, and other requests of the same person", async ({
  page,
  site,
}) => {
  const photos = await Promise.all([1, 2].map((number) => makePicture({ name: `terrain-${number}.jpg`, width: 900 })))
  const form = new FormData()
  for (const { name, mimeType, buffer } of photos) {
    form.append("images", new File([new Uint8Array(buffer)], name, { type: mimeType }))
  }
  const upload = await page.request.post("/api/contact/photos", { multipart: form })
  const { filenames } = await upload.json()
  const sender = { firstName: "Danièle", lastName: "Mbuyi", email: "daniele@exemple.cd", phone: "+243 900 111 222" }
  const earlier = await sendRequest(page.request, { ...sender, message: "Une clôture de quarante mètres." })
  const text = "Bonjour,\n\nil me faut <b>vingt</b> sacs."
  const { id, reference } = await sendRequest(page.request, { ...sender, message: text, photos: filenames })

  await openRequest(page, id)
  const main = page.getByRole("main")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Demande de Danièle Mbuyi")
  await expect(main.getByText(reference, { exact: true })).toBeVisible()
  await expect(main.getByRole("definition")).toHaveText(["daniele@exemple.cd", "+243900111222", "Construction"])
  await expect(entries(page)).toHaveCount(1)
  await expect(entries(page).locator("b")).toHaveCount(0)
  expect(await entries(page).first().getByText("vingt").textContent()).toBe(text)

  await test.step("photos open in the lightbox", async () => {
    await main.getByRole("button", { name: "Agrandir : Photo 2 envoyée par Danièle Mbuyi" }).click()
    const lightbox = page.getByRole("dialog", { name: "Photo 2 envoyée par Danièle Mbuyi" })
    const picture = lightbox.getByRole("img")
    await expect(picture).toBeVisible()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await page.keyboard.press("ArrowLeft")
    await expect(page.getByRole("dialog", { name: "Photo 1 envoyée par Danièle Mbuyi" })).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
  })
  await test.step("opening a request is reading it", async () => {
    const isRead = () =>
      withDatabase(site, async (db) => {
        const row = await db.selectFrom("messages").select("readAt").where("id", "=", id).executeTakeFirst()
        return row?.readAt !== null
      })
    await expect.poll(isRead).toBe(true)
  })
  await test.step("an earlier request is one click away", async () => {
    await main.getByRole("link", { name: new RegExp(earlier.reference) }).click()
    await expect(entries(page).first()).toContainText("Une clôture de quarante mètres.")
    await expect(main.getByRole("link", { name: new RegExp(reference) })).toBeVisible()
  })
})

test(
  "an answer is kept while it is typed, sent once, and its mail has a state",
  ON_POSTGRES,
  async ({ page, site }) => {
    const { id } = await sendRequest(page.request)
    await openRequest(page, id)
    await actions(page).getByRole("button", { name: "Répondre" }).click()
    await expect(answerField(page)).toBeFocused()
    await page.keyboard.type("Bonjour Amina, nous passons jeudi.")
    await page.reload()
    await expect(answerField(page)).toHaveValue("Bonjour Amina, nous passons jeudi.")
    await page.getByRole("button", { name: "Envoyer la réponse" }).click()
    await expect(page.getByText("Réponse enregistrée : l’e-mail part dans un instant.")).toBeVisible()
    await expect(answerField(page)).toHaveValue("")
    await expect(entries(page)).toHaveCount(3)
    await expect(entries(page).nth(1)).toContainText("Bonjour Amina, nous passons jeudi.")
    await expect(entries(page).nth(1)).toContainText(
      "L’envoi de l’e-mail a échoué : le serveur de messagerie ne répond pas (ESOCKET",
    )
    await expect(entries(page).nth(2)).toContainText("Nouveau → Répondu")

    await withDatabase(site, (db) =>
      db
        .updateTable("outbox")
        .set({ sentAt: "2025-03-03T08:30:00.000Z", lastError: null })
        .where("messageId", "=", id)
        .execute(),
    )
    await page.reload()
    await expect(entries(page).nth(1)).toContainText("E-mail envoyé le 3 mars 2025 à 09:30")
    await expect(answerField(page)).toHaveValue("")
  },
)

test.describe("while somebody else answers", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("the text stays, their answer is shown, and mine goes only on purpose", ON_POSTGRES, async ({ page, site }) => {
    const { id } = await sendRequest(page.request)
    await openRequest(page, id)
    await answerField(page).fill("Nous passons jeudi.")
    await withDatabase(site, (db) => answerAs(db, colleague, id, "Nous passons vendredi."))
    await page.getByRole("button", { name: "Envoyer la réponse" }).click()
    const warning = page.getByRole("alert")
    await expect(warning).toContainText("Quelqu’un a répondu entre-temps")
    await expect(warning).toContainText("Nous passons vendredi.")
    await expect(answerField(page)).toHaveValue("Nous passons jeudi.")
    await expect(entries(page)).toHaveCount(2)
    await page.getByRole("button", { name: "Envoyer quand même" }).click()
    await expect(entries(page).filter({ hasText: "Nous passons jeudi." })).toHaveCount(1)
    await expect(warning).toHaveCount(0)
  })

  test("what was typed outlives a lost connection, and is stored once", async ({ page, context, site }) => {
    const { id } = await sendRequest(page.request)
    await openRequest(page, id)
    await answerField(page).fill("Nous passons samedi.")
    await context.setOffline(true)
    await page.getByRole("button", { name: "Envoyer la réponse" }).click()
    await expect(page.getByRole("alert")).toContainText("La réponse n’a pas pu être envoyée : connexion impossible")
    await context.setOffline(false)
    await page.getByRole("button", { name: "Envoyer la réponse" }).click()
    await expect(answerField(page)).toHaveValue("")
    const stored = await withDatabase(site, (db) =>
      db.selectFrom("messageEntries").select("text").where("messageId", "=", id).where("kind", "=", "answer").execute(),
    )
    expect(stored).toEqual([{ text: "Nous passons samedi." }])
  })
})

test("states, the person in charge and the trash change with a way back", ON_POSTGRES, async ({ page }) => {
  const { id } = await sendRequest(page.request)
  await openRequest(page, id)
  const banner = page.getByRole("main").getByRole("status")
  const assignee = page.getByLabel("Personne en charge")

  await test.step("taking charge opens the request, and « Annuler » undoes both", async () => {
    await actions(page).getByRole("button", { name: "Prendre en charge" }).click()
    await expect(assignee).not.toHaveValue("")
    await expect(entries(page).last()).toContainText("Nouveau → En cours")
    await banner.getByRole("button", { name: "Annuler" }).click()
    await expect(banner).toContainText("Action annulée.")
    await expect(assignee).toHaveValue("")
    await expect(page.getByRole("main").getByText("Nouveau", { exact: true })).toBeVisible()
  })
  await test.step("a colleague is one choice away", async () => {
    await assignee.selectOption("Christelle")
    await expect(banner).toContainText("Demande confiée à Christelle.")
    await expect(entries(page).filter({ hasText: "Prise en charge par Christelle" })).toHaveCount(1)
  })
  await test.step("archived, reopened, spam and not", async () => {
    await actions(page).getByRole("button", { name: "Archiver" }).click()
    await expect(banner).toContainText("Demande archivée.")
    await actions(page).getByRole("button", { name: "Rouvrir" }).click()
    await expect(banner).toContainText("Demande rouverte.")
    await actions(page).getByRole("button", { name: "Marquer indésirable" }).click()
    await expect(page.getByRole("region", { name: "Pourquoi cette demande est indésirable" })).toContainText(
      "Quelqu’un de l’équipe l’a marquée comme indésirable.",
    )
    await actions(page).getByRole("button", { name: "Ce n’est pas indésirable" }).click()
    await expect(actions(page).getByRole("button", { name: "Marquer indésirable" })).toBeVisible()
  })
  await test.step("to the trash and back", async () => {
    await actions(page).getByRole("button", { name: "Supprimer" }).click()
    await expect(banner).toContainText("Demande mise à la corbeille.")
    await banner.getByRole("button", { name: "Annuler" }).click()
    await expect(actions(page).getByRole("button", { name: "Supprimer" })).toBeVisible()
    await actions(page).getByRole("button", { name: "Supprimer" }).click()
    await expect(actions(page).getByRole("button")).toHaveText(["Restaurer"])
    await expect(answerField(page)).toHaveCount(0)
    await actions(page).getByRole("button", { name: "Restaurer" }).click()
    await expect(banner).toContainText("Demande sortie de la corbeille.")
    await expect(answerField(page)).toBeVisible()
  })
})

test("a doubtful request says in French why it was judged spam", async ({ page }) => {
  const { id } = await sendRequest(page.request, {
    website: "https://exemple.com",
    message: "https://a.exemple https://b.exemple https://c.exemple",
  })
  await openRequest(page, id)
  const reasons = page.getByRole("region", { name: "Pourquoi cette demande est indésirable" }).getByRole("listitem")
  await expect(reasons).toHaveText([
    "Un champ que les visiteurs ne voient pas était rempli.",
    "Le texte contient plus de deux liens.",
  ])
})

test("a note is for colleagues", async ({ page }) => {
  const { id, statusUrl } = await sendRequest(page.request)
  await openRequest(page, id)
  await page.getByText("Ajouter une note interne").click()
  await page.getByRole("button", { name: "Ajouter la note" }).click()
  await expect(page.getByText("Écrivez un texte")).toBeVisible()
  await page.getByLabel("Note pour l’équipe").fill("Prévoir le topographe.")
  await page.getByRole("button", { name: "Ajouter la note" }).click()
  await expect(entries(page).last()).toContainText("Note interne")
  await expect(entries(page).last()).toContainText("Prévoir le topographe.")
  const token = new URL(statusUrl).pathname.split("/").at(-1)
  const status = await page.request.get(`/trpc/messages.status?input=${encodeURIComponent(JSON.stringify(token))}`)
  expect(await status.text()).not.toContain("topographe")
})

test.describe("a telephone number", () => {
  test.use({ expectedHosts: /^wa\.me$/ })

  test("opens WhatsApp with the text filled in, which is noted, and can be called", async ({ page, context }) => {
    await context.route("https://wa.me/**", (route) => route.fulfill({ contentType: "text/html", body: "WhatsApp" }))
    const { id, reference } = await sendRequest(page.request, { email: "", phone: "+243 811 222 333" })
    await openRequest(page, id)
    await expect(page.getByText("Cette personne n’a pas laissé d’e-mail")).toBeVisible()
    await expect(actions(page).getByRole("link", { name: "Appeler" })).toHaveAttribute("href", "tel:+243811222333")
    const opened = context.waitForEvent("page")
    await actions(page).getByRole("link", { name: "WhatsApp" }).click()
    const url = new URL((await opened).url())
    expect(url.pathname).toBe("/243811222333")
    expect(url.searchParams.get("text")).toContain("Bonjour Amina")
    expect(url.searchParams.get("text")).toContain(reference)
    await expect(entries(page).filter({ hasText: "Conversation WhatsApp ouverte" })).toHaveCount(1)
    await expect(page.getByRole("main").getByText("Répondu", { exact: true })).toBeVisible()
  })
})

test("the screen can be used by keyboard alone", async ({ page }) => {
  const { id } = await sendRequest(page.request)
  await openRequest(page, id)
  await actions(page).getByRole("button", { name: "Répondre" }).focus()
  await page.keyboard.press("Enter")
  await page.keyboard.type("Bonjour, nous venons lundi.")
  await page.keyboard.press("Tab")
  await expect(page.getByRole("button", { name: "Envoyer la réponse" })).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(entries(page).filter({ hasText: "nous venons lundi" })).toHaveCount(1)
  await page.getByText("Ajouter une note interne").focus()
  await page.keyboard.press("Enter")
  await expect(page.getByLabel("Note pour l’équipe")).toBeVisible()
})

test("on a phone the actions stay in reach, and the screen is accessible and fits", async ({ page }) => {
  const message = "Unmottrèslongsansespace".repeat(20)
  const { id } = await sendRequest(page.request, { phone: "+243811222333", lastName: "K".repeat(90), message })
  await openRequest(page, id)
  await expectAccessible(page)
  await expectFitsPhone(page)
  await expect(actions(page)).toBeInViewport({ ratio: 1 })
  await expect(actions(page).getByRole("button", { name: "Répondre" })).toBeVisible()
  for (const name of ["WhatsApp", "Appeler"]) await expect(actions(page).getByRole("link", { name })).toBeVisible()
  await page.getByText("Plus d’actions").click()
  await expectAccessible(page)
  await actions(page).getByRole("button", { name: "Archiver" }).click()
  await expect(page.getByText("Demande archivée.")).toBeVisible()
  await expectAccessible(page)
  await expectFitsLargeText(page)
})

test.describe("a request that does not exist", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("is told so", async ({ page }) => {
    await page.goto("/admin/messages/999999")
    await expect(page.getByRole("heading", { name: "Cette demande n’existe plus" })).toBeVisible()
    await page.getByRole("link", { name: "Tous les messages" }).click()
    await expect(page).toHaveURL("/admin/messages")
  })
})
