// @module-tag engines
import { randomUUID } from "node:crypto"
import { expect, test, vi } from "vitest"
import { parametres } from "#server/content/published/defaults/parametres.ts"
import type { MessageAction, MessageDetails } from "#server/contract/messages.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startAppWithOutbox } from "#server/testing/start-app-with-outbox.ts"
import { startMailServer } from "#server/testing/start-mail-server.ts"

const HOUR_MS = 3_600_000

const publicUrl = "https://www.lisanga.example"

type Given = Parameters<typeof startAppWithOutbox>[1]

/** Starts with a request from an e-mail address, and an administrator who answers it. */
async function startWithRequest(smtpUrl: string, given: Given = { publicUrl }) {
  const site = await startAppWithOutbox(smtpUrl, given)
  const headers = await signInAs(site, "admin")
  const sent = await site.send({ firstName: "Béa", email: "bea@exemple.cd" })
  const { id, reference, statusUrl } = (await sent.json()) as { id: number; reference: string; statusUrl: string }
  const call = (procedure: string, input: unknown) => site.postJson(`/trpc/${procedure}`, input, headers)
  return {
    site,
    id,
    reference,
    token: statusUrl.slice(-22),
    call,
    answer: (text: string) =>
      call("messages.addEntry", { id, kind: "answer", text, idempotencyKey: randomUUID(), lastEntry: 1_000 }),
    add: (text: string) => site.postJson("/trpc/messages.add", { token: statusUrl.slice(-22), text }),
    read: (token: string) => site.request(`/trpc/messages.status?input=${encodeURIComponent(JSON.stringify(token))}`),
    links: () => site.db.selectFrom("messageLinks").select("tokenHash").execute(),
    mails: () => site.db.selectFrom("outbox").select(["id", "kind", "sentAt", "lastError"]).orderBy("id").execute(),
    /** The mail of the answer, as the screen of the request shows it. */
    async answerMail() {
      const response = await site.request(`/trpc/messages.get?input=${id}`, { headers })
      const { result } = (await response.json()) as { result: { data: MessageDetails } }
      return result.data.entries.find(({ kind }) => kind === "answer")?.mail
    },
  }
}

type Server = Awaited<ReturnType<typeof startMailServer>>

function mailsTo(server: Server, address: string) {
  return server.mails.filter(({ recipients }) => recipients.includes(address))
}

function tokenOf({ text }: Server["mails"][number]): string {
  return /https:\/\/www\.lisanga\.example\/demande\/([\w-]{22})\n/.exec(text)?.[1] ?? ""
}

async function lastMailTo(server: Server, address: string, count: number) {
  await vi.waitFor(() => expect(mailsTo(server, address)).toHaveLength(count), 5000)
  const mail = mailsTo(server, address).at(-1)
  if (!mail) throw new Error("no mail arrived")
  return mail
}

test("the sender gets a receipt with reference and a link that works, but without anything that was typed", async () => {
  await using server = await startMailServer()
  const { site, reference, read, answer } = await startWithRequest(server.url)
  await using _ = site
  const mail = await lastMailTo(server, "bea@exemple.cd", 1)
  expect(mail.header("Subject")).toBe(`Votre demande ${reference} – Groupe Lisanga`)
  expect(mail.header("From")).toBe("Groupe Lisanga <bureau@lisanga.example>")
  expect(mail.header("Reply-To")).toBe("bureau@lisanga.example")
  expect(mail.header("Auto-Submitted")).toBe("auto-generated")
  expect(mail.header("To")).toBe("bea@exemple.cd")
  for (const text of ["Bonjour,", `Référence\u00a0: ${reference}`]) expect(mail.text).toContain(text)
  for (const typed of ["Béa", contactFields.lastName, contactFields.message]) expect(mail.text).not.toContain(typed)
  await answer("Jeudi ?")
  expect((await lastMailTo(server, "bea@exemple.cd", 2)).header("To")).toBe("bea@exemple.cd")
  expect((await read(tokenOf(mail))).status).toBe(200)
})

test("where the site does not know its own address, mails have no link", async () => {
  await using server = await startMailServer()
  const { site, links } = await startWithRequest(server.url, {})
  await using _ = site
  expect((await lastMailTo(server, "bea@exemple.cd", 1)).text).not.toContain("/demande/")
  expect((await lastMailTo(server, "bureau@lisanga.example", 1)).text).not.toContain("/admin/")
  expect(await links()).toHaveLength(1)
})

test("the company reads telephone, reference and pictures, and where to answer", async () => {
  await using server = await startMailServer()
  const { site, id, reference } = await startWithRequest(server.url)
  await using _ = site
  const mail = await lastMailTo(server, "bureau@lisanga.example", 1)
  expect(mail.text).toContain(`Téléphone\u00a0: +243 812 345 678\nRéférence\u00a0: ${reference}\n`)
  expect(mail.text).toContain(`${publicUrl}/admin/messages/${id}\n`)
  expect(mail.header("Reply-To")).toContain("bea@exemple.cd")
})

test("without an e-mail address there is neither receipt nor Reply-To", async () => {
  await using server = await startMailServer()
  await using site = await startAppWithOutbox(server.url)
  await site.send()
  const mail = await lastMailTo(server, "bureau@lisanga.example", 1)
  expect(mail.header("Reply-To")).toBeUndefined()
  expect(mail.text).toContain("n’a pas laissé d’adresse e-mail")
  await site.outbox.stop()
  expect(server.mails).toHaveLength(1)
})

test("nobody gets more than five receipts a day, whoever types their address", async () => {
  await using server = await startMailServer()
  await using site = await startAppWithOutbox(server.url)
  for (let count = 0; count < 7; count += 1) await site.send({ email: count % 2 ? "Bea@exemple.cd" : "bea@exemple.cd" })
  const receipts = () => site.db.selectFrom("outbox").select("id").where("kind", "=", "receipt").execute()
  expect(await receipts()).toHaveLength(5)
  site.advance(25 * HOUR_MS)
  await site.send({ email: "bea@exemple.cd" })
  expect(await receipts()).toHaveLength(6)
})

test("answers stand in the thread of the receipt, with signature and reference, and are no automatic mails", async () => {
  await using server = await startMailServer()
  const { site, reference, answer } = await startWithRequest(server.url)
  await using _ = site
  const content = { ...parametres, messages: { ...parametres.messages, signature: "La direction" } }
  await publishTestContent(site.db, "parametres", content)
  const receipt = await lastMailTo(server, "bea@exemple.cd", 1)
  expect((await answer("Quel débit ?\nEt où ?")).status).toBe(200)
  const first = await lastMailTo(server, "bea@exemple.cd", 2)
  expect((await answer("Merci.")).status).toBe(200)
  const second = await lastMailTo(server, "bea@exemple.cd", 3)
  expect(first.text).toMatch(
    /^Quel débit \?\nEt où \?\n\nVotre demande et nos échanges\u00a0: https:.*\n\n-- \nLa direction/,
  )
  expect(first.header("Subject")).toBe(`Re: Votre demande ${reference} – Groupe Lisanga`)
  expect(first.header("Reply-To")).toBe("bureau@lisanga.example")
  expect(first.header("Auto-Submitted")).toBeUndefined()
  const [id0, id1] = [receipt, first].map((mail) => mail.header("Message-ID"))
  expect(first.header("In-Reply-To")).toBe(id0)
  expect(first.header("References")).toBe(id0)
  expect(second.header("In-Reply-To")).toBe(id1)
  expect(second.header("References")).toBe(`${id0} ${id1}`)
})

test("what the sender adds is told to the company, in the thread of the request", async () => {
  await using server = await startMailServer()
  const { site, reference, add } = await startWithRequest(server.url)
  await using _ = site
  const request = await lastMailTo(server, "bureau@lisanga.example", 1)
  await add("Il y a aussi un puits.")
  const mail = await lastMailTo(server, "bureau@lisanga.example", 2)
  expect(mail.header("Subject")).toBe(`Ajout à la demande ${reference}\u00a0: Béa Kabongo`)
  expect(mail.text).toContain("Ajout\u00a0:\nIl y a aussi un puits.\n")
  expect(mail.header("In-Reply-To")).toBe(request.header("Message-ID"))
})

type Call = Awaited<ReturnType<typeof startWithRequest>>["call"]

const change = (action: MessageAction) => (call: Call, id: number, batchId: string) =>
  call("messages.change", { ids: [id], action, batchId })

/** Ways to hide a request, with the calls that undo them. Only spam stays hidden when its sender adds something. */
const hidings = [
  { what: "spam", hide: change({ kind: "state", state: "spam" }), undo: "messages.undo", additions: 1 },
  { what: "in the trash", hide: change({ kind: "trash" }), undo: "messages.undo", additions: 0 },
  {
    what: "of an erased person",
    hide: (call: Call, id: number, batchId: string) => call("messages.erasePerson", { id, batchId }),
    undo: "messages.restorePerson",
    additions: 0,
  },
]

test.each(hidings)("of a request that is $what nobody is told, and of its additions neither", async (hiding) => {
  await using server = await startMailServer({ behaviour: "reject" })
  const { site, id, call, add, mails } = await startWithRequest(server.url)
  await using _ = site
  await vi.waitFor(async () => expect((await mails()).every(({ lastError }) => lastError)).toBe(true), 5000)
  expect((await hiding.hide(call, id, randomUUID())).status).toBe(200)
  server.behaviour = "accept"
  if (hiding.additions > 0) expect((await add("Bonjour ?")).status).toBe(200)
  site.advance(HOUR_MS)
  await vi.waitFor(async () => expect(await mails()).toEqual([]), 5000)
  expect(server.mails).toHaveLength(0)
  const log = site.lines.join("")
  expect(log).toContain("mail dropped")
  expect(log).not.toContain("mail sent")
})

test("the mails of a request that became spam while the clock was days ahead are attempted once in half an hour", async () => {
  await using server = await startMailServer({ behaviour: "reject" })
  const { site, id, call, mails } = await startWithRequest(server.url)
  await using _ = site
  await vi.waitFor(async () => expect((await mails()).every(({ lastError }) => lastError)).toBe(true), 5000)
  await call("messages.change", { ids: [id], action: { kind: "state", state: "spam" }, batchId: randomUUID() })
  const changedAt = new Date(site.now().getTime() + 72 * HOUR_MS).toISOString()
  await site.db.updateTable("messages").set({ changedAt }).execute()
  site.advance(HOUR_MS / 60)
  await vi.waitFor(async () => expect((await mails()).every(({ lastError }) => lastError === null)).toBe(true), 5000)
  await site.outbox.stop()
  const rows = await site.db.selectFrom("outbox").select("attempts").execute()
  expect(rows.map(({ attempts }) => attempts)).toEqual(rows.map(() => 2))
})

test("what the sender adds to a request in the trash is told to the company", async () => {
  await using server = await startMailServer()
  const { site, id, call, add } = await startWithRequest(server.url)
  await using _ = site
  await lastMailTo(server, "bureau@lisanga.example", 1)
  await call("messages.change", { ids: [id], action: { kind: "trash" }, batchId: randomUUID() })
  await add("Bonjour ?")
  const mail = await lastMailTo(server, "bureau@lisanga.example", 2)
  expect(mail.text).toContain("Bonjour ?")
})

test.each(hidings)(
  "a request that is $what by mistake gets its mails, and those of its additions, once that is undone",
  async ({ hide, undo, additions }) => {
    await using server = await startMailServer({ behaviour: "reject" })
    const { site, id, call, add, mails } = await startWithRequest(server.url)
    await using _ = site
    await vi.waitFor(async () => expect((await mails()).every(({ lastError }) => lastError)).toBe(true), 5000)
    const batchId = randomUUID()
    await hide(call, id, batchId)
    if (additions > 0) await add("Bonjour ?")
    server.behaviour = "accept"
    site.advance(HOUR_MS / 60)
    const isDeferred = async () =>
      (await mails()).every(({ sentAt, lastError }) => sentAt === null && lastError === null)
    await vi.waitFor(async () => expect(await isDeferred()).toBe(true), 5000)
    expect(await mails()).toHaveLength(2 + additions)
    expect(server.mails).toHaveLength(0)
    expect((await call(undo, batchId)).status).toBe(200)
    site.advance(HOUR_MS / 2)
    await lastMailTo(server, "bea@exemple.cd", 1)
    await lastMailTo(server, "bureau@lisanga.example", 1 + additions)
  },
)

test("the link of a mail whose confirmation was lost works, and that of its repetition too", async () => {
  await using server = await startMailServer({ behaviour: "disconnect" })
  const { site, read, mails } = await startWithRequest(server.url)
  await using _ = site
  const first = tokenOf(await lastMailTo(server, "bea@exemple.cd", 1))
  await vi.waitFor(async () => expect((await mails()).every(({ lastError }) => lastError)).toBe(true), 5000)
  server.behaviour = "accept"
  site.advance(HOUR_MS)
  const second = tokenOf(await lastMailTo(server, "bea@exemple.cd", 2))
  expect([(await read(first)).status, (await read(second)).status]).toEqual([200, 200])
})

test("where one of several addresses is rejected for now, only that one gets the mail again", async () => {
  await using server = await startMailServer({ rejectedRecipients: ["chef@lisanga.example"] })
  await using site = await startAppWithOutbox(server.url)
  const notify = ["bureau@lisanga.example", "chef@lisanga.example"]
  await publishTestContent(site.db, "parametres", { ...parametres, messages: { ...parametres.messages, notify } })
  await site.send()
  await vi.waitFor(() => expect(site.lines.join("")).toContain('"mail failed"'), 5000)
  server.rejectedRecipients = []
  site.advance(HOUR_MS)
  await lastMailTo(server, "chef@lisanga.example", 1)
  await site.outbox.stop()
  expect(server.mails.map(({ recipients }) => recipients)).toEqual(notify.map((address) => [address]))
})

test("the sender gets no receipt after the answer", async () => {
  await using server = await startMailServer({ behaviour: "reject" })
  const { site, answer, mails } = await startWithRequest(server.url)
  await using _ = site
  await vi.waitFor(async () => expect((await mails()).every(({ lastError }) => lastError)).toBe(true), 5000)
  server.behaviour = "accept"
  await answer("Quel débit ?")
  await lastMailTo(server, "bea@exemple.cd", 1)
  site.advance(HOUR_MS)
  await vi.waitFor(async () => expect((await mails()).every(({ sentAt }) => sentAt)).toBe(true), 5000)
  expect((await mails()).map(({ kind }) => kind)).toEqual(["notification", "answer"])
  expect(mailsTo(server, "bea@exemple.cd")).toHaveLength(1)
})

test("an answer that is rejected for good says so at last, and is sent when it is asked for", async () => {
  await using server = await startMailServer({ behaviour: "refuse" })
  const { site, call, answer, mails, answerMail } = await startWithRequest(server.url)
  await using _ = site
  await answer("Quel débit ?")
  await vi.waitFor(async () => expect(await answerMail()).toMatchObject({ state: "failed" }), 5000)
  await site.db.updateTable("outbox").set({ attempts: 20 }).execute()
  site.advance(HOUR_MS)
  await vi.waitFor(async () => expect(await answerMail()).toMatchObject({ state: "given up" }), 5000)
  expect((await answerMail())?.failure).toContain("550")
  expect((await mails()).map(({ kind }) => kind)).toEqual(["answer"])
  site.advance(100 * HOUR_MS)
  server.behaviour = "accept"
  expect(server.mails).toEqual([])
  expect((await call("messages.resendMail", (await answerMail())?.id)).status).toBe(200)
  await lastMailTo(server, "bea@exemple.cd", 1)
})

/** What the inbox shows of the request. */
function inboxRow({ db }: Awaited<ReturnType<typeof startWithRequest>>["site"], id: number) {
  return db
    .selectFrom("messages")
    .select(["state", "waitingSince", "answeredAt"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow()
}

test("a request whose answer does not leave waits since it came, until the answer leaves after all", async () => {
  await using server = await startMailServer({ behaviour: "refuse" })
  const { site, id, call, answer, answerMail } = await startWithRequest(server.url)
  await using _ = site
  const { waitingSince } = await inboxRow(site, id)
  site.advance(HOUR_MS)
  await answer("Quel débit ?")
  await vi.waitFor(async () => expect(await answerMail()).toMatchObject({ state: "failed" }), 5000)
  expect(await inboxRow(site, id)).toEqual({ state: "open", waitingSince, answeredAt: null })
  server.behaviour = "accept"
  site.advance(HOUR_MS)
  await call("messages.resendMail", (await answerMail())?.id)
  await vi.waitFor(async () => expect(await answerMail()).toMatchObject({ state: "sent" }), 5000)
  const answeredAt = site.now().toISOString()
  expect(await inboxRow(site, id)).toEqual({ state: "answered", waitingSince: null, answeredAt })
  const entries = await site.db.selectFrom("messageEntries").select(["kind", "before", "after"]).orderBy("id").execute()
  expect(entries).toEqual([
    { kind: "answer", before: null, after: null },
    { kind: "assignee", before: null, after: "1" },
    { kind: "state", before: "new", after: "answered" },
  ])
})

test.each([
  ["archived", { kind: "state", state: "archived" }, "archived"],
  ["answered by telephone", undefined, "answered"],
] as const)("a request that was %s meanwhile stays so once the answer leaves", async (_name, action, state) => {
  await using server = await startMailServer({ behaviour: "refuse" })
  const { site, id, call, answer, answerMail } = await startWithRequest(server.url)
  await using _ = site
  await site.db.updateTable("messages").set({ phone: "+243810000001" }).where("id", "=", id).execute()
  await answer("Quel débit ?")
  await vi.waitFor(async () => expect(await answerMail()).toMatchObject({ state: "failed" }), 5000)
  if (action) await call("messages.change", { ids: [id], action, batchId: randomUUID() })
  else await call("messages.addContact", { id, channel: "call", result: "reached", idempotencyKey: randomUUID() })
  const { answeredAt } = await inboxRow(site, id)
  server.behaviour = "accept"
  site.advance(HOUR_MS)
  await call("messages.resendMail", (await answerMail())?.id)
  await vi.waitFor(async () => expect(await answerMail()).toMatchObject({ state: "sent" }), 5000)
  expect(await inboxRow(site, id)).toEqual({ state, waitingSince: null, answeredAt })
})

test("what the sender adds after an answer that did not leave goes on waiting once it leaves", async () => {
  await using server = await startMailServer({ behaviour: "refuse" })
  const { site, id, call, answer, add, answerMail } = await startWithRequest(server.url)
  await using _ = site
  const { waitingSince } = await inboxRow(site, id)
  await answer("Quel débit ?")
  await vi.waitFor(async () => expect(await answerMail()).toMatchObject({ state: "failed" }), 5000)
  await add("C’est urgent.")
  server.behaviour = "accept"
  await call("messages.resendMail", (await answerMail())?.id)
  await vi.waitFor(async () => expect(await answerMail()).toMatchObject({ state: "sent" }), 5000)
  expect(await inboxRow(site, id)).toMatchObject({ state: "open", waitingSince })
})

test("a mail server that is down for a day loses nothing, doubles nothing, and costs the sender no link", async () => {
  const stopped = await startMailServer()
  await stopped[Symbol.asyncDispose]()
  const { site, id, token, answer, add, mails, links, read } = await startWithRequest(stopped.url)
  await using _ = site
  await answer("Quel débit ?")
  await add("Trois litres.")
  for (let hour = 0; hour < 24; hour += 1) {
    site.advance(HOUR_MS)
    const at = site.now().toISOString()
    const waiting = () => site.db.selectFrom("outbox").select("id").where("nextAt", "<=", at).execute()
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), 10_000)
  }
  // The receipt was dropped after the answer.
  expect((await mails()).map(({ kind, sentAt }) => [kind, sentAt])).toEqual([
    ["notification", null],
    ["answer", null],
    ["notification", null],
  ])
  // Each failed attempt has deleted its link again.
  expect(await links()).toHaveLength(1)
  expect((await read(token)).status).toBe(200)
  await using server = await startMailServer({ port: stopped.port })
  site.advance(12 * HOUR_MS)
  await vi.waitFor(() => expect(server.mails).toHaveLength(3), 10_000)
  site.advance(24 * HOUR_MS)
  await site.outbox.stop()
  expect(server.mails).toHaveLength(3)
  expect(new Set(server.mails.map((mail) => mail.header("Message-ID"))).size).toBe(3)
  expect(mailsTo(server, "bea@exemple.cd")).toHaveLength(1)
  const { entries } = (await site.db
    .selectFrom("outbox")
    .select((row) => row.fn.countAll<number>().as("entries"))
    .where("messageId", "=", id)
    .where("sentAt", "is not", null)
    .executeTakeFirstOrThrow()) as { entries: number }
  expect(Number(entries)).toBe(3)
}, 60_000)

test("a receipt that could not leave before an answer was written is dropped, though the answer waits too", async () => {
  await using server = await startMailServer({ behaviour: "reject" })
  const { site, answer, mails } = await startWithRequest(server.url)
  await using _ = site
  const failed = async () => (await mails()).filter(({ lastError }) => lastError).map(({ kind }) => kind)
  await vi.waitFor(async () => expect(await failed()).toContain("receipt"), 5000)
  await answer("Quel débit ?")
  await vi.waitFor(async () => expect(await failed()).toContain("answer"), 5000)
  server.behaviour = "accept"
  site.advance(HOUR_MS)
  await vi.waitFor(async () => expect((await mails()).every(({ sentAt }) => sentAt)).toBe(true), 5000)
  await site.outbox.stop()
  expect(mailsTo(server, "bea@exemple.cd").map(({ text }) => text)).toEqual([expect.stringContaining("Quel débit ?")])
})

test("a failed mail says why, and is sent at once when it is asked for", async () => {
  await using server = await startMailServer({ behaviour: "reject" })
  const { site, call, answer, mails, answerMail } = await startWithRequest(server.url)
  await using _ = site
  await answer("Quel débit ?")
  await vi.waitFor(async () => expect((await mails()).every(({ lastError }) => lastError)).toBe(true), 5000)
  const mailId = (await mails()).find(({ kind }) => kind === "answer")?.id
  expect(await answerMail()).toMatchObject({ id: mailId, state: "failed", failure: expect.stringContaining("451") })
  server.behaviour = "accept"
  expect((await call("messages.resendMail", mailId)).status).toBe(200)
  await lastMailTo(server, "bea@exemple.cd", 1)
  await vi.waitFor(async () => expect(await answerMail()).toMatchObject({ state: "sent", failure: null }))
  expect((await call("messages.resendMail", mailId)).status).toBe(409)
  expect((await call("messages.resendMail", 999)).status).toBe(404)
  await site.outbox.stop()
  expect(mailsTo(server, "bea@exemple.cd")).toHaveLength(1)
})

test("the entry that a notification is about has no mail of its own to show", async () => {
  await using server = await startMailServer()
  const { site, id, add } = await startWithRequest(server.url)
  await using _ = site
  await add("Il y a aussi un puits.")
  const response = await site.request(`/trpc/messages.get?input=${id}`, { headers: await signInAs(site, "admin") })
  const { result } = (await response.json()) as { result: { data: { entries: unknown[] } } }
  expect(result.data.entries).toMatchObject([{ kind: "addition", mail: null }])
})
