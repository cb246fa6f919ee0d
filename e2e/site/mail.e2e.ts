import { withDatabase } from "#e2e/database.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { startSite } from "#e2e/start-site.ts"
import { startMailServer } from "#server/testing/start-mail-server.ts"
import { contactRequest } from "./contact-form.ts"

test("with SMTP_URL and NOTIFY_EMAIL each contact request is mailed once to the company and once to its sender", async ({
  playwright,
}) => {
  await using mailServer = await startMailServer()
  const settings = { SMTP_URL: mailServer.url, NOTIFY_EMAIL: "patron@lisanga.example", DEMO_CONTENT: "0" }
  await using site = await startSite({ settings })
  const client = await playwright.request.newContext({ baseURL: site.url })
  const form = contactRequest()
  for (let time = 0; time < 2; time += 1) await client.post("/contact", { form: { ...form } })
  await expect.poll(() => mailServer.mails.length).toBe(2)
  const mail = mailServer.mails.find(({ recipients }) => recipients.includes("patron@lisanga.example"))
  const receipt = mailServer.mails.find(({ recipients }) => recipients.includes(form.email))
  expect(mail?.header("From")).toContain("patron@lisanga.example")
  expect(mail?.header("To")).toContain("patron@lisanga.example")
  expect(mail?.header("Reply-To")).toContain(form.email)
  for (const sent of [mail, receipt]) expect(sent?.text).toContain(form.message)
  await client.dispose()
})

test("a mail server that is down loses nothing: the visitor sees success, and the mail waits", async ({
  playwright,
}) => {
  await using mailServer = await startMailServer({ behaviour: "reject" })
  const settings = { SMTP_URL: mailServer.url, NOTIFY_EMAIL: "patron@lisanga.example", DEMO_CONTENT: "0" }
  await using site = await startSite({ settings })
  const client = await playwright.request.newContext({ baseURL: site.url })
  const response = await client.post("/contact", { form: { ...contactRequest() }, maxRedirects: 0 })
  expect(response.status()).toBe(303)
  const waiting = () => withDatabase(site, (db) => db.selectFrom("outbox").select(["attempts", "sentAt"]).execute())
  await expect.poll(waiting).toEqual([
    { attempts: 1, sentAt: null },
    { attempts: 1, sentAt: null },
  ])
  await client.dispose()
})
