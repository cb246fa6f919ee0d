// @module-tag engines
import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { defaultContent } from "#server/content/published/defaults/defaults.ts"
import type { MessageDetails, MessageSearchResult } from "#server/contract/messages.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

/** Starts the site, and judges requests. */
async function startInbox(settings: Record<string, string> = {}) {
  const clock = { now: Date.now() }
  const now = () => new Date(clock.now)
  const site = await startApp({ now, settings: { TRUST_PROXY: "1", ...settings }, outbox: { wake() {} } })
  const headers = await signInAs(site, "admin")
  let count = 0
  return {
    ...site,
    /** Each request comes from another person and address, unless `given` says otherwise. */
    async judge(given: object = {}, ip = `203.0.113.${count + 1}`, headers: Record<string, string> = {}) {
      count += 1
      const own = { ...contactFields, email: `v${count}@exemple.cd`, message: `Un devis numéro ${count}, svp.` }
      const response = await site.postJson("/api/contact", { ...own, ...given }, { "X-Forwarded-For": ip, ...headers })
      expect(response.status).toBe(201)
      const { id } = (await response.json()) as { id: number }
      const row = site.db.selectFrom("messages").select(["state", "suspicions"]).where("id", "=", id)
      const { state, suspicions } = await row.executeTakeFirstOrThrow()
      return { id, state, suspicions: suspicions === null ? [] : JSON.parse(suspicions) }
    },
    /** The reasons that the screen of the request shows. */
    async reasons(id: number) {
      const response = await site.request(`/trpc/messages.get?input=${id}`, { headers })
      return ((await response.json()) as { result: { data: MessageDetails } }).result.data.suspicions
    },
    /** The reasons that the inbox shows for each request. */
    async doubts() {
      const input = encodeURIComponent('{"search":"","page":1}')
      const response = await site.request(`/trpc/messages.search?input=${input}`, { headers })
      const { result } = (await response.json()) as { result: { data: MessageSearchResult } }
      return result.data.messages.map(({ doubts }) => doubts)
    },
    async change(id: number, state: string, batchId = randomUUID()) {
      const input = { ids: [id], action: { kind: "state", state }, batchId }
      clock.now += 1000
      expect((await site.postJson("/trpc/messages.change", input, headers)).status).toBe(200)
      return () => site.postJson("/trpc/messages.undo", batchId, headers)
    },
  }
}

const fine = { state: "new", suspicions: [] }

test("a request like any other is none", async () => {
  await using site = await startInbox()
  expect(await site.judge({ filledInMs: 60_000 })).toMatchObject(fine)
})

test("a honeypot that is filled in is spam, whoever sends it", async () => {
  await using site = await startInbox()
  expect(await site.judge({ ne_pas_remplir: "x" })).toMatchObject({ state: "spam", suspicions: ["honeypot"] })
})

test("more than two links are doubtful, two are not", async () => {
  await using site = await startInbox()
  const links = (count: number) => ({ message: `Voyez ${"https://www.exemple.cd/a ".repeat(count)} pour le plan.` })
  expect(await site.judge(links(2))).toMatchObject(fine)
  expect(await site.judge(links(3))).toMatchObject({ state: "new", suspicions: ["links"] })
})

test("links to this site, its subdomains and the company’s domain are none", async () => {
  await using site = await startInbox({ PUBLIC_URL: "https://www.site.example" })
  const own = "https://www.site.example/a http://site.example/b www.site.example https://lisanga.example/contact"
  const message = `Comme sur ${own} et https://plans.lisanga.example : un devis, svp.`
  expect(await site.judge({ message })).toMatchObject(fine)
  const foreign = `${own} https://a.example https://b.example https://site.example.evil.example`
  expect(await site.judge({ message: foreign })).toMatchObject({ state: "new", suspicions: ["links"] })
})

test("without PUBLIC_URL no address that the sender asked for is the site's own", async () => {
  await using site = await startInbox()
  const message = `Voyez ${"https://evil.example/a ".repeat(3)} pour le plan.`
  const judged = await site.judge({ message }, undefined, { Host: "evil.example" })
  expect(judged).toMatchObject({ state: "new", suspicions: ["links"] })
})

test.each(["company@gmail.com", "company@Yahoo.fr", "company@yahoo.co.uk", "company@orange.cd", "company@me.com"])(
  "links to the mail service of %s are not the company's",
  async (email) => {
    await using site = await startInbox()
    const { contact, ...company } = defaultContent.entreprise
    await publishTestContent(site.db, "entreprise", { ...company, contact: { ...contact, email } })
    const host = email.slice("company@".length).toLowerCase()
    const message = `Voyez ${`https://sites.${host}/a `.repeat(3)} pour le plan.`
    expect(await site.judge({ message })).toMatchObject({ state: "new", suspicions: ["links"] })
  },
)

test("what is doubtful stays in the inbox with its mails, marked with its reasons until it is answered", async () => {
  await using site = await startInbox()
  const maps = { message: `Le terrain : ${"https://maps.app.goo.gl/abc ".repeat(3)}` }
  const { id, state } = await site.judge(maps)
  expect(state).toBe("new")
  const mails = await site.db.selectFrom("outbox").select("kind").where("messageId", "=", id).execute()
  expect(mails.map(({ kind }) => kind)).toEqual(["notification", "receipt"])
  expect(await site.doubts()).toEqual([["links"]])
  await site.change(id, "answered")
  expect(await site.doubts()).toEqual([[]])
})

test("a request of a sender whom somebody has judged trusted is not doubtful any more", async () => {
  await using site = await startInbox()
  const { id } = await site.judge({ message: `Le terrain : ${"https://maps.app.goo.gl/abc ".repeat(3)}` })
  await site.change(id, "spam")
  expect(await site.reasons(id)).toEqual(["links"])
  const undo = await site.change(id, "new")
  expect(await site.doubts()).toEqual([[]])
  await undo()
  expect(await site.reasons(id)).toEqual(["links"])
})

test("a form that was filled in within three seconds is not spam for that alone", async () => {
  await using site = await startInbox()
  expect(await site.judge({ filledInMs: 0 })).toMatchObject(fine)
})

test("the same text of many is doubtful, and spam if it contains many links too", async () => {
  await using site = await startInbox()
  const message = "Nous habitons la même rue et voulons un devis pour la voirie."
  for (let count = 0; count < 3; count += 1) expect(await site.judge({ message })).toMatchObject(fine)
  expect(await site.judge({ message, filledInMs: 500 })).toMatchObject({
    state: "new",
    suspicions: ["repeated", "fast"],
  })
  const advertisement = { message: `Gagnez ${"https://gagnez.example/a ".repeat(3)}` }
  for (let count = 0; count < 3; count += 1) expect(await site.judge(advertisement)).toMatchObject({ state: "new" })
  expect(await site.judge(advertisement)).toMatchObject({ state: "spam", suspicions: ["links", "repeated"] })
})

test("the same text of one sender, by telephone too, repeats nobody else’s", async () => {
  await using site = await startInbox()
  const own = { message: "Avez-vous reçu ma demande de la semaine passée ?", email: "", phone: "+243812345678" }
  for (let count = 0; count < 5; count += 1) expect(await site.judge({ ...own, filledInMs: 500 })).toMatchObject(fine)
  const others = ["+243812345671", "+243812345672"]
  for (const phone of others) expect(await site.judge({ ...own, phone, filledInMs: 500 })).toMatchObject(fine)
  expect(await site.judge({ ...own, phone: "+243812345673", filledInMs: 500 })).toMatchObject({
    suspicions: ["repeated", "fast"],
  })
})

test("many requests from one address are fine, and doubtful if they were filled in fast", async () => {
  await using site = await startInbox()
  for (let count = 0; count < 5; count += 1) expect(await site.judge({}, "198.51.100.7")).toMatchObject(fine)
  expect(await site.judge({ filledInMs: 500 }, "198.51.100.7")).toMatchObject({
    state: "new",
    suspicions: ["fast", "limit"],
  })
  expect(await site.judge({ filledInMs: 500 }, "198.51.100.8")).toMatchObject(fine)
})

test("what is judged spam is kept, and nobody gets a mail", async () => {
  await using site = await startInbox()
  const { id } = await site.judge({ ne_pas_remplir: "x" })
  expect(await site.db.selectFrom("messages").select("message").where("id", "=", id).execute()).toHaveLength(1)
  expect(await site.db.selectFrom("outbox").select("id").execute()).toEqual([])
})

test("marking a request as spam teaches its sender, by e-mail address and by telephone", async () => {
  await using site = await startInbox()
  const sender = { email: "Vendeur@exemple.cd", phone: "+243812345678" }
  const { id } = await site.judge(sender)
  await site.change(id, "spam")
  const learnt = { state: "spam", suspicions: ["sender"] }
  expect(await site.judge({ email: "vendeur@exemple.cd" })).toMatchObject(learnt)
  expect(await site.judge({ email: "", phone: "+243 812 345 678" })).toMatchObject(learnt)
  expect(await site.judge()).toMatchObject(fine)
})

test("« Ce n’est pas indésirable » teaches that the sender’s requests are none, but for the honeypot", async () => {
  await using site = await startInbox()
  const request = { email: "client@exemple.cd", message: `Les plans : ${"https://exemple.cd/a ".repeat(4)}` }
  const { id } = await site.judge({ ...request, ne_pas_remplir: "x" })
  await site.change(id, "new")
  expect(await site.judge(request)).toMatchObject(fine)
  expect(await site.judge({ ...request, ne_pas_remplir: "x" })).toMatchObject({ state: "spam" })
})

test("the last lesson counts", async () => {
  await using site = await startInbox()
  const email = "client@exemple.cd"
  const { id } = await site.judge({ email })
  await site.change(id, "spam")
  await site.change(id, "open")
  expect(await site.judge({ email })).toMatchObject(fine)
})

test("the reasons are hidden once a person has judged otherwise, and are there again after an undo", async () => {
  await using site = await startInbox()
  const { id } = await site.judge({ ne_pas_remplir: "x" })
  expect(await site.reasons(id)).toEqual(["honeypot"])
  const undo = await site.change(id, "open")
  expect(await site.reasons(id)).toEqual([])
  await undo()
  expect(await site.reasons(id)).toEqual(["honeypot"])
})

test("what is undone teaches nothing, either way", async () => {
  await using site = await startInbox()
  const undo = await site.change((await site.judge({ email: "a@exemple.cd" })).id, "spam")
  await undo()
  const links = { message: `Les plans : ${"https://exemple.cd/a ".repeat(4)}` }
  expect(await site.judge({ email: "a@exemple.cd" })).toMatchObject(fine)
  const doubtful = await site.judge({ email: "a@exemple.cd", ...links, ne_pas_remplir: "x" })
  expect(doubtful).toMatchObject({ state: "spam", suspicions: ["honeypot", "links"] })
  await (await site.change(doubtful.id, "new"))()
  expect(await site.judge({ email: "a@exemple.cd" })).toMatchObject(fine)
  expect(await site.db.selectFrom("senders").selectAll().execute()).toEqual([])
})

test("undoing « Indésirable » gives the sender back the verdict from before", async () => {
  await using site = await startInbox()
  const sender = { email: "client@exemple.cd", phone: "+243812345678" }
  const links = { message: `Les plans : ${"https://exemple.cd/a ".repeat(4)}` }
  await site.change((await site.judge({ ...sender, ...links, ne_pas_remplir: "x" })).id, "new")
  const verdicts = () => site.db.selectFrom("senders").selectAll().orderBy("sender").execute()
  const before = await verdicts()
  const { id } = await site.judge(sender)
  const undo = await site.change(id, "spam")
  expect(await verdicts()).toMatchObject([{ verdict: "spam" }, { verdict: "spam" }])
  await undo()
  expect(await verdicts()).toEqual(before)
  expect(await site.judge({ ...sender, ...links })).toMatchObject(fine)
})

test("undoing « Indésirable » leaves a verdict that somebody has given since", async () => {
  await using site = await startInbox()
  const email = "client@exemple.cd"
  const [first, second] = [await site.judge({ email }), await site.judge({ email })]
  const undo = await site.change(first.id, "spam")
  await site.change(second.id, "spam")
  await site.change(second.id, "open")
  await undo()
  expect(await site.db.selectFrom("senders").select("verdict").execute()).toEqual([{ verdict: "trusted" }])
})
