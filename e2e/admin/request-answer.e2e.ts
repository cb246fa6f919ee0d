import type { Page } from "@playwright/test"
import { withDatabase } from "#e2e/database.ts"
import { signInAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { startSite } from "#e2e/start-site.ts"
import { startMailServer } from "#server/testing/start-mail-server.ts"
import { addColleague } from "./add-colleague.ts"
import { countActions } from "./count-actions.ts"
import { names } from "./inbox.ts"
import { makePicture } from "./make-picture.ts"
import { answerAs, answerField, entries, postContactRequest } from "./request-screen.ts"
import { openScreen } from "./sign-in.ts"

test.use({ expectedConsole: /Failed to load resource/ })

const sender = { firstName: "Danièle", lastName: "Mbuyi", email: "daniele@exemple.cd", phone: "+243 900 111 222" }

const text = "Bonjour,\n\nil me faut <b>vingt</b> sacs."

async function uploadPhotos(page: Page): Promise<string[]> {
  const form = new FormData()
  for (const number of [1, 2]) {
    const { name, mimeType, buffer } = await makePicture({ name: `terrain-${number}.jpg`, width: 900 })
    form.append("images", new File([new Uint8Array(buffer)], name, { type: mimeType }))
  }
  const upload = await page.request.post("/api/contact/photos", { multipart: form })
  return (await upload.json()).filenames
}

test("a request is read and answered by e-mail, whatever happens meanwhile", async ({ browser }) => {
  await using mailServer = await startMailServer()
  const settings = { DEMO_CONTENT: "0", SMTP_URL: mailServer.url, NOTIFY_EMAIL: "bureau@lisanga.example" }
  await using site = await startSite({ settings })
  const colleague = await withDatabase(site, (db) => addColleague(db, "Christelle"))
  const context = await browser.newContext({ baseURL: site.url, storageState: await signInAsAdmin(site) })
  const page = await context.newPage()
  const earlier = await postContactRequest(page.request, { ...sender, message: "Une clôture de quarante mètres." })
  const photos = await uploadPhotos(page)
  const { id, reference, statusUrl } = await postContactRequest(page.request, { ...sender, message: text, photos })
  const main = page.getByRole("main")
  const send = page.getByRole("button", { name: "Envoyer la réponse" })
  const answer = (part: string) => entries(page).filter({ hasText: part })
  const mailsOf = (part: string) => mailServer.mails.filter((mail) => mail.text.includes(part))

  await openScreen(page, "/admin/messages", "Messages")
  const person = countActions(page)
  await person.click(names(page).first())
  await test.step("it shows its sender, and what was said, which is never markup", async () => {
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Demande de Danièle Mbuyi")
    await expect(main.getByText(reference, { exact: true })).toBeVisible()
    await expect(main.getByRole("definition")).toHaveText(["daniele@exemple.cd", "+243 900 111 222", "Construction"])
    await expect(entries(page)).toHaveCount(1)
    await expect(entries(page).locator("b")).toHaveCount(0)
    expect(await entries(page).first().getByText("vingt").textContent()).toBe(text)
  })
  await test.step("a template begins the answer, which is sent in 3 actions from the inbox", async () => {
    await person.choose(page.getByLabel("Modèle"), { index: 1 })
    await expect(answerField(page)).toHaveValue(/Danièle/)
    await expect(answerField(page)).not.toHaveValue(/[{}]/)
    const typed = await answerField(page).inputValue()
    await person.click(send)
    await expect(page.getByText("Réponse enregistrée : l’e‑mail part dans un instant.")).toBeVisible()
    expect(person.count).toBeLessThanOrEqual(3)
    await expect(answerField(page)).toHaveValue("")
    await expect(entries(page)).toHaveCount(3)
    await expect(entries(page).nth(2)).toContainText("Nouveau → Répondu")
    await expect(entries(page).nth(1)).toContainText(/E-mail envoyé le \d/)
    const [receipt, mail] = mailServer.mails.filter(
      ({ recipients, headers }) =>
        recipients.includes(sender.email) && headers.some((header) => header.includes(reference)),
    )
    expect(mail?.text).toContain(typed)
    expect(mail?.header("In-Reply-To")).toBe(receipt?.header("Message-ID"))
  })
  await test.step("photos open in the lightbox", async () => {
    await main.getByRole("button", { name: "Agrandir : Photo 2 envoyée par Danièle Mbuyi" }).click()
    const picture = page.getByRole("dialog", { name: "Photo 2 envoyée par Danièle Mbuyi" }).getByRole("img")
    await expect(picture).toBeVisible()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await page.keyboard.press("ArrowLeft")
    await expect(page.getByRole("dialog", { name: "Photo 1 envoyée par Danièle Mbuyi" })).toBeVisible()
    await page.keyboard.press("Escape")
    await expect(page.getByRole("dialog")).toHaveCount(0)
  })
  await test.step("by keyboard alone: an answer is typed, kept through a reload, and stays while others answer", async () => {
    await page.getByRole("region", { name: "Actions" }).getByRole("button", { name: "Répondre" }).focus()
    await page.keyboard.press("Enter")
    await expect(answerField(page)).toBeFocused()
    await page.keyboard.type("Nous passons jeudi.")
    await page.reload()
    await expect(answerField(page)).toHaveValue("Nous passons jeudi.")
    await withDatabase(site, (db) => answerAs(db, colleague, id, "Nous passons vendredi."))
    await answerField(page).focus()
    await page.keyboard.press("Tab")
    await expect(send).toBeFocused()
    await page.keyboard.press("Enter")
    const warning = page.getByRole("alert")
    await expect(warning).toContainText("Quelqu’un a répondu entre-temps")
    await expect(warning).toContainText("Nous passons vendredi.")
    await expect(answerField(page)).toHaveValue("Nous passons jeudi.")
    await page.getByRole("button", { name: "Envoyer quand même" }).click()
    await expect(answer("Nous passons jeudi.")).toHaveCount(1)
    await expect(warning).toHaveCount(0)
  })
  await test.step("what was typed outlives a lost connection, and is stored once", async () => {
    mailServer.behaviour = "reject"
    await answerField(page).fill("Le devis suit demain.")
    await context.setOffline(true)
    await send.click()
    await expect(page.getByRole("alert")).toContainText("La réponse n’a pas pu être envoyée : connexion impossible")
    await context.setOffline(false)
    await send.click()
    await expect(answerField(page)).toHaveValue("")
    await expect(answer("Le devis suit demain.")).toHaveCount(1)
  })
  await test.step("« Renvoyer » sends what the mail server has refused, once", async () => {
    await expect(answer("Le devis suit demain.")).toContainText("le serveur de messagerie a refusé le message")
    mailServer.behaviour = "accept"
    await answer("Le devis suit demain.").getByRole("button", { name: "Renvoyer" }).click()
    await expect(answer("Le devis suit demain.")).toContainText(/E-mail envoyé le \d/)
    expect(mailsOf("Le devis suit demain.")).toHaveLength(1)
  })
  await test.step("a note is for colleagues", async () => {
    await page.getByText("Ajouter une note interne").focus()
    await page.keyboard.press("Enter")
    await page.getByRole("button", { name: "Ajouter la note" }).click()
    await expect(page.getByText("Écrivez un texte")).toBeVisible()
    await expect(page.getByLabel("Note pour l’équipe")).toBeFocused()
    await page.getByLabel("Note pour l’équipe").fill("Prévoir le topographe.")
    await page.reload()
    await expect(page.getByLabel("Note pour l’équipe")).toHaveValue("Prévoir le topographe.")
    await expect(page.getByLabel("Note pour l’équipe")).toBeVisible()
    await page.getByRole("button", { name: "Ajouter la note" }).click()
    await expect(entries(page).last()).toContainText("Note interne")
    await expect(entries(page).last()).toContainText("Prévoir le topographe.")
    const token = new URL(statusUrl).pathname.split("/").at(-1)
    const status = await page.request.get(`/trpc/messages.status?input=${encodeURIComponent(JSON.stringify(token))}`)
    expect(await status.text()).not.toContain("topographe")
  })
  await test.step("opening a request is reading it", async () => {
    const find = (db: Parameters<typeof answerAs>[0]) =>
      db.selectFrom("messages").select("readAt").where("id", "=", id).executeTakeFirst()
    expect((await withDatabase(site, find))?.readAt).not.toBeNull()
  })
  await test.step("an earlier request is one click away", async () => {
    await main.getByRole("link", { name: new RegExp(earlier.reference) }).click()
    await expect(entries(page).first()).toContainText("Une clôture de quarante mètres.")
    await expect(main.getByRole("link", { name: new RegExp(reference) })).toBeVisible()
  })
  await context.close()
})
