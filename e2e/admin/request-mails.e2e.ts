import { signInAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { startSite } from "#e2e/start-site.ts"
import { startMailServer } from "#server/testing/start-mail-server.ts"
import { answerField, entries, openRequest, sendRequest } from "./request-screen.ts"

test("a template begins an answer, which leaves in the sender's thread; one that failed is sent again by hand", async ({
  browser,
}) => {
  await using mailServer = await startMailServer()
  const settings = { DEMO_CONTENT: "0", SMTP_URL: mailServer.url, NOTIFY_EMAIL: "bureau@lisanga.example" }
  await using site = await startSite({ settings })
  const context = await browser.newContext({ baseURL: site.url, storageState: await signInAsAdmin(site) })
  const page = await context.newPage()
  const { id, reference } = await sendRequest(page.request, { firstName: "Prisca", email: "prisca@exemple.cd" })
  await openRequest(page, id)

  await test.step("the template's placeholders are filled in", async () => {
    await page.getByLabel("Modèle").selectOption({ index: 1 })
    await expect(answerField(page)).toHaveValue(/Prisca/)
    await expect(answerField(page)).not.toHaveValue(/[{}]/)
  })
  await test.step("the mail has its text, the reference and the receipt's thread", async () => {
    const text = await answerField(page).inputValue()
    await page.getByRole("button", { name: "Envoyer la réponse" }).click()
    await expect(entries(page).nth(1)).toContainText(/E-mail envoyé le \d/)
    const [receipt, answer] = mailServer.mails.filter(({ recipients }) => recipients.includes("prisca@exemple.cd"))
    expect(answer?.text).toContain(text)
    expect(answer?.header("Subject")).toContain(reference)
    expect(answer?.header("In-Reply-To")).toBe(receipt?.header("Message-ID"))
  })
  await test.step("« Renvoyer » sends what the mail server has refused, once", async () => {
    mailServer.behaviour = "reject"
    await answerField(page).fill("Le devis suit demain.")
    await page.getByRole("button", { name: "Envoyer la réponse" }).click()
    const entry = entries(page).filter({ hasText: "Le devis suit demain." })
    await expect(entry).toContainText("le serveur de messagerie a refusé le message")
    mailServer.behaviour = "accept"
    await entry.getByRole("button", { name: "Renvoyer" }).click()
    await expect(entry).toContainText(/E-mail envoyé le \d/)
    expect(mailServer.mails.filter(({ text }) => text.includes("Le devis suit demain."))).toHaveLength(1)
  })
  await context.close()
})
