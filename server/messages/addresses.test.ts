// @module-tag engines
import { expect, test } from "vitest"
import type { MessageDetails, MessageSearchResult } from "#server/contract/messages.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startAppWithOutbox } from "#server/testing/start-app-with-outbox.ts"
import { startMailServer } from "#server/testing/start-mail-server.ts"
import { startPages } from "#server/testing/start-pages.ts"

type Site = Awaited<ReturnType<typeof startPages>>

function post({ app }: Site, body: URLSearchParams | FormData) {
  return app.request("http://site.example/contact", { method: "POST", body })
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}

const doors: Record<string, (site: Site, fields: Record<string, string>) => Response | Promise<Response>> = {
  "the REST call": (site, fields) => site.postJson("/api/contact", fields),
  "the tRPC call": (site, fields) => site.postJson("/trpc/messages.send", fields),
  "the form without JavaScript": (site, fields) => post(site, new URLSearchParams(fields)),
  "the form with files": (site, fields) => post(site, formOf(fields)),
}

const phoneInvalid = "Numéro de téléphone invalide, par exemple +243 812 345 678"

test.each(Object.entries(doors))("%s stores one number, however it is written", async (_door, send) => {
  await using site = await startPages()
  for (const phone of ["+243 081 234 56 78", "00243812345678", "0812345678", "\u202a(+243) 812 345 678\u202c"]) {
    expect((await send(site, { ...contactFields, email: "", phone })).status, phone).toBeLessThan(400)
  }
  const rows = await site.db.selectFrom("messages").select(["phone", "email"]).distinct().execute()
  expect(rows).toEqual([{ phone: "+243812345678", email: "" }])
})

test.each(Object.entries(doors))("%s says how to write a number", async (_door, send) => {
  await using site = await startPages()
  const response = await send(site, { ...contactFields, phone: "+243 0812" })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(phoneInvalid)
  expect(await site.db.selectFrom("messages").select("id").execute()).toEqual([])
})

test.each(Object.entries(doors))("%s asks for an e-mail address or a number", async (_door, send) => {
  await using site = await startPages()
  for (const phone of ["", "\u200e "]) {
    const response = await send(site, { ...contactFields, email: " ", phone })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain("Indiquez un e-mail ou un téléphone")
  }
})

test.each(Object.entries(doors))("%s stores the ASCII form of a domain with accents", async (_door, send) => {
  await using site = await startPages()
  expect((await send(site, { ...contactFields, email: "<Jean@société.cd>" })).status).toBeLessThan(400)
  const rows = await site.db.selectFrom("messages").select("email").execute()
  expect(rows).toEqual([{ email: "Jean@xn--socit-esab.cd" }])
})

test.each(Object.entries(doors))("%s stores a name without what nobody sees", async (_door, send) => {
  await using site = await startPages()
  const fields = {
    firstName: "\u202eRe\u0301my\u200b",
    lastName: "Ka\u00a0Bongo",
    message: "\u200fUn devis\u00a0: e\u0301tang",
  }
  expect((await send(site, { ...contactFields, ...fields })).status).toBeLessThan(400)
  const rows = await site.db.selectFrom("messages").select(["firstName", "lastName", "message"]).execute()
  expect(rows).toEqual([{ firstName: "Rémy", lastName: "Ka Bongo", message: "Un devis\u00a0: étang" }])
})

async function startInbox() {
  const site = await startPages()
  const headers = await signInAs(site, "admin")
  async function query<Data>(path: string, input: unknown): Promise<Data> {
    const response = await site.request(`/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`, { headers })
    return ((await response.json()) as { result: { data: Data } }).result.data
  }
  return {
    ...site,
    headers,
    get: (id: number) => query<MessageDetails>("messages.get", id),
    search: (search: string) => query<MessageSearchResult>("messages.search", { search, page: 1 }),
    async send(fields: object) {
      const response = await site.postJson("/api/contact", { ...contactFields, ...fields })
      return (await response.json()) as { id: number; reference: string }
    },
  }
}

test("search, other requests and verdicts know a number by its stored form", async () => {
  await using site = await startInbox()
  const first = await site.send({ email: "", phone: "0812345678" })
  const second = await site.send({
    email: "autre@exemple.cd",
    phone: "+243 (0)81 234 56 78",
    message: "Autre demande.",
  })
  for (const search of ["081 234 56 78", "+243 081 234 56 78", "00243812345678", "\u202a812345678", "0812 34 56"]) {
    expect((await site.search(search)).found, search).toBe(2)
  }
  const details = await site.get(first.id)
  expect(details).toMatchObject({ phone: "+243812345678", shownPhone: "+243 812 345 678", others: [{ id: second.id }] })
  const spam = { ids: [first.id], action: { kind: "state", state: "spam" }, batchId: crypto.randomUUID() }
  expect((await site.postJson("/trpc/messages.change", spam, site.headers)).status).toBe(200)
  const third = await site.send({ email: "", phone: "243812345678", message: "Encore une demande." })
  expect((await site.get(third.id)).state).toBe("spam")
})

test("a reference is found without its hyphens and in any case, and an address by its accents", async () => {
  await using site = await startInbox()
  const { reference } = await site.send({ email: "jean@société.cd" })
  await site.send({ email: "patty96@exemple.cd", message: "Une autre demande." })
  const [prefix = "", code = "", year = ""] = reference.split("-")
  for (const search of [
    reference,
    reference.toLowerCase(),
    `${prefix}${code}${year}`,
    `${prefix} ${code} ${year}`.toLowerCase(),
    `${prefix}–${code}–${year}`,
    "jean@société",
    "jean@société.cd",
    "<Jean@SOCIÉTÉ.cd>",
    "société.cd",
  ]) {
    expect((await site.search(search)).messages, search).toMatchObject([{ reference }])
  }
  expect((await site.search("467399")).found).toBe(0)
  await site.send({ email: "x@exemple.cd", message: "La parcelle 467399 à Limete." })
  expect((await site.search("467399")).found).toBe(1)
  expect((await site.search("patty96")).messages).toMatchObject([{ email: "patty96@exemple.cd" }])
})

test("mails go to the ASCII form of a domain, and show the address and the number as people write them", async () => {
  await using server = await startMailServer()
  await using site = await startAppWithOutbox(server.url)
  await site.send({ email: "jean@société.cd", phone: "0812345678" })
  await expect.poll(() => server.mails.length).toBe(2)
  const to = (recipient: string) => server.mails.find((mail) => mail.header("To")?.includes(recipient))
  expect(to("jean@xn--socit-esab.cd")).toBeDefined()
  expect(to("bureau@lisanga.example")?.text).toContain(
    "E-mail\u00a0: jean@société.cd\nTéléphone\u00a0: +243 812 345 678\n",
  )
})
