// @module-tag engines
import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import type { ContactFields } from "#server/contract/messages.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { startAppWithMails } from "#server/testing/start-app-with-mails.ts"

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

const email = "bea@exemple.cd"

type Given = Parameters<typeof startAppWithMails>[0]

/** Starts with a request, whose receipt, if it has an e-mail address, has arrived. */
async function startWithRequest(fields: Partial<ContactFields> = {}, given: Given = {}) {
  const site = await startAppWithMails(given)
  const sent = await site.send({ email, ...fields })
  const { id, reference } = (await sent.json()) as { id: number; reference: string }
  await site.untilIdle()
  const ask = (contact: string, spelling = reference, headers: Record<string, string> = {}) =>
    site.postJson("/trpc/messages.resendLink", { reference: spelling, contact }, headers)
  const received = site.server.mails.length
  return {
    site,
    id,
    reference,
    ask,
    async mailsAfter() {
      await site.untilIdle()
      return site.server.mails.slice(received)
    },
  }
}

test("a new link is mailed to the request's address, and shows the request", async () => {
  const { site, reference, ask, mailsAfter } = await startWithRequest()
  await using _ = site
  expect((await ask(email)).status).toBe(200)
  const mails = await mailsAfter()
  expect(mails.map(({ recipients }) => recipients)).toEqual([[email]])
  expect(mails[0]?.header("Subject")).toBe(`Votre demande ${reference} – Groupe Lisanga`)
  expect(mails[0]?.text).toContain("Voici de nouveau le lien de votre demande")
  for (const typed of [contactFields.firstName, contactFields.lastName, contactFields.message])
    expect(mails[0]?.text).not.toContain(typed)
  const token = /http:\/\/localhost\/demande\/([\w-]{22})\n/.exec(mails[0]?.text ?? "")?.[1]
  const input = encodeURIComponent(JSON.stringify(token))
  const opened = await site.request(`/trpc/messages.status?input=${input}`)
  expect(await opened.json()).toMatchObject({ result: { data: { reference } } })
})

test.each([" BEA@Exemple.CD ", "<bea@exemple.cd>", "081 234 56 78", "00243812345678", "+243 (0)81 234 56 78"])(
  "the request is found by « %s » too",
  async (contact) => {
    const { site, ask, mailsAfter } = await startWithRequest()
    await using _ = site
    expect((await ask(contact)).status).toBe(200)
    expect((await mailsAfter()).map(({ recipients }) => recipients)).toEqual([[email]])
  },
)

test("the reference is understood without its hyphens, in small letters and without « LIS »", async () => {
  const { site, reference, ask, mailsAfter } = await startWithRequest()
  await using _ = site
  const spellings = [reference.toLowerCase(), ` ${reference.replaceAll("-", " ")}`, reference.slice(4)]
  for (const spelling of spellings) expect((await ask(email, spelling)).status).toBe(200)
  expect(await mailsAfter()).toHaveLength(3)
})

test.each([
  ["", email, "reference"],
  ["LIS", email, "reference"],
  ["bonjour", email, "reference"],
  ["LIS-7K3M-26", "", "contact"],
  ["LIS-7K3M-26", "personne", "contact"],
  ["LIS-7K3M-26", "12", "contact"],
])("reference « %s » with « %s » is rejected at its field", async (reference, contact, field) => {
  const { site, ask } = await startWithRequest()
  await using _ = site
  const response = await ask(contact, reference)
  expect(response.status).toBe(400)
  const { error } = (await response.json()) as { error: { data: { fields: Record<string, string> } } }
  expect(Object.keys(error.data.fields)).toEqual([field])
})

test("it does and answers the same whether there is such a request or not; only the mail tells", async () => {
  const { site, reference, ask } = await startWithRequest({}, { settings: { RATE_LIMITS: "1" } })
  await using _ = site
  await site.outbox.stop()
  const seen = []
  const asked = [
    [email, reference],
    ["autre@exemple.cd", reference],
    [email, "LIS-AAAA-25"],
  ] as const
  for (const [contact, spelling] of asked) {
    const response = await ask(contact, spelling)
    seen.push([response.status, [...response.headers.keys()], await response.text()])
  }
  expect(seen[1]).toEqual(seen[0])
  expect(seen[2]).toEqual(seen[0])
  const rows = await site.db.selectFrom("outbox").selectAll().where("kind", "=", "link").orderBy("id").execute()
  expect(rows.map(({ recipient, detail }) => [recipient, detail])).toEqual(asked)
  expect(
    new Set(rows.map(({ messageId, origin, attempts, nextAt }) => `${messageId} ${origin} ${attempts} ${nextAt}`)).size,
  ).toBe(1)
  const outbox = site.startAnother()
  await site.untilIdle()
  await outbox.stop()
  expect(site.server.mails.filter(({ text }) => text.includes("Voici de nouveau"))).toHaveLength(1)
  expect(await site.db.selectFrom("outbox").select("id").where("kind", "=", "link").execute()).toHaveLength(1)
})

test("a request without an e-mail address causes no mail, whose answer is the same", async () => {
  const { site, ask, mailsAfter } = await startWithRequest({ email: "" })
  await using _ = site
  expect((await ask("0812345678")).status).toBe(200)
  expect(await mailsAfter()).toEqual([])
})

test("spam, an erased person and an expired request cause no mail", async () => {
  const { site, id, ask, mailsAfter } = await startWithRequest()
  await using _ = site
  const headers = await signInAs(site, "admin")
  const erasure = { id, batchId: randomUUID() }
  expect((await site.postJson("/trpc/messages.erasePerson", erasure, headers)).status).toBe(200)
  await ask(email)
  expect(await mailsAfter()).toEqual([])
  expect((await site.postJson("/trpc/messages.restorePerson", erasure.batchId, headers)).status).toBe(200)
  const batchId = randomUUID()
  const change = { ids: [id], action: { kind: "state", state: "spam" }, batchId }
  expect((await site.postJson("/trpc/messages.change", change, headers)).status).toBe(200)
  await ask(email)
  site.advance(HOUR_MS)
  expect(await mailsAfter()).toEqual([])
  expect((await site.postJson("/trpc/messages.undo", batchId, headers)).status).toBe(200)
  site.advance(180 * DAY_MS)
  await ask(email)
  expect(await mailsAfter()).toEqual([])
})

test("nobody gets more than three of these mails an hour, and nobody is told", async () => {
  const { site, ask, mailsAfter } = await startWithRequest({}, { settings: { RATE_LIMITS: "1" } })
  await using _ = site
  const answers = []
  for (let count = 0; count < 5; count += 1) {
    const response = await ask(email)
    answers.push(`${response.status} ${await response.text()}`)
  }
  expect(new Set(answers).size).toBe(1)
  expect(await mailsAfter()).toHaveLength(3)
  site.advance(HOUR_MS)
  await ask(email)
  expect(await mailsAfter()).toHaveLength(4)
})

test("a client may ask ten times an hour, whatever it names", async () => {
  const { site, ask } = await startWithRequest({}, { settings: { RATE_LIMITS: "1" } })
  await using _ = site
  const codes = ["AAAA", "CCCC", "DDDD", "EEEE", "FFFF", "GGGG", "HHHH", "JJJJ", "KKKK", "MMMM"]
  for (const code of codes) expect((await ask(email, `LIS-${code}-25`)).status).toBe(200)
  expect((await ask(email, "LIS-NNNN-25")).status).toBe(429)
})

test("links that are asked for again and again take the sender's own link from nobody", async () => {
  const { site, ask, mailsAfter } = await startWithRequest()
  await using _ = site
  const links = () => site.db.selectFrom("messageLinks").select("tokenHash").execute()
  const own = await links()
  for (let count = 0; count < 12; count += 1) await ask(email)
  await mailsAfter()
  expect(await links()).toEqual(expect.arrayContaining(own))
  expect((await links()).length).toBe(own.length + 10)
})

test("REST sends the link as well, and without a mail server says to call", async () => {
  const { site, reference, mailsAfter } = await startWithRequest()
  await using _ = site
  const response = await site.postJson("/api/contact/link", { reference, contact: email })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    success: true,
    message: "Si une demande correspond, le lien vient d’être envoyé à son adresse e-mail",
  })
  expect(await mailsAfter()).toHaveLength(1)
  await using silent = await startApp()
  const refused = await silent.postJson("/api/contact/link", { reference, contact: email })
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({ message: expect.stringContaining("appelez-nous") })
})
