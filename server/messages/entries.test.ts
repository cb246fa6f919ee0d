// @module-tag engines
import { expect, test } from "vitest"
import { CONTACT_CHANNELS } from "#server/contract/message-states.ts"
import type { MessageDetails, MessageStatus, NewMessageEntry } from "#server/contract/messages.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTestAccount } from "#server/testing/test-account.ts"
import { readInboxVersion } from "./inbox-state.ts"

const HOUR_MS = 3_600_000
const NOW = Date.UTC(2025, 2, 3, 8, 30)

/** Starts an app with a mail server, a clock, an administrator and a request. */
async function start({ hasMailServer = true, ...given }: { hasMailServer?: boolean; email?: string } = {}) {
  const clock = { now: NOW }
  const outbox = hasMailServer ? { wake() {} } : undefined
  const app = await startApp({ now: () => new Date(clock.now), outbox, settings: { RATE_LIMITS: "0" } })
  const headers = await signInAs(app, "admin")

  async function send(fields: object = {}) {
    const response = await app.postJson("/api/contact", { ...contactFields, ...given, ...fields })
    expect(response.status).toBe(201)
    return (await response.json()) as { id: number; statusUrl: string }
  }

  async function post(name: string, input: unknown) {
    const response = await app.postJson(`/trpc/messages.${name}`, input, headers)
    const { error } = (await response.json()) as { error?: { message: string } }
    return { status: response.status, message: error?.message }
  }

  async function ask<Data>(name: string, input: unknown) {
    const query = encodeURIComponent(JSON.stringify(input))
    const response = await app.request(`/trpc/messages.${name}?input=${query}`, { headers })
    return ((await response.json()) as { result: { data: Data } }).result.data
  }

  const request = await send({ phone: "+243900111222" })
  const { id } = request
  const token = new URL(request.statusUrl).pathname.split("/").at(-1) ?? ""
  return {
    ...app,
    id,
    send,
    post,
    later() {
      clock.now += HOUR_MS
      return new Date(clock.now).toISOString()
    },
    answer: (entry: Partial<NewMessageEntry> = {}) =>
      post("addEntry", {
        id,
        kind: "answer",
        text: "Jeudi ?",
        idempotencyKey: crypto.randomUUID(),
        lastEntry: 0,
        ...entry,
      }),
    contact: (channel: string, idempotencyKey: string = crypto.randomUUID()) =>
      post("addContact", { id, channel, idempotencyKey }),
    add: (text: string, idempotencyKey?: string) => post("add", { token, text, idempotencyKey }),
    details: (of = id) => ask<MessageDetails>("get", of),
    status: () => ask<MessageStatus>("status", token),
    async wait() {
      const row = await app.db
        .selectFrom("messages")
        .select(["state", "waitingSince", "answeredAt"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow()
      return [row.state, row.waitingSince, row.answeredAt]
    },
    queued: () => app.db.selectFrom("outbox").select("entryId").where("kind", "=", "answer").execute(),
  }
}

const sentAt = new Date(NOW).toISOString()

test("an answer is stored and mailed once, however often and however fast it is sent", async () => {
  await using app = await start()
  const idempotencyKey = crypto.randomUUID()
  const together = await Promise.all([1, 2, 3].map(() => app.answer({ idempotencyKey })))
  expect(together.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await app.answer({ idempotencyKey })).status).toBe(200)
  const { entries, state } = await app.details()
  const answers = entries.filter(({ kind }) => kind === "answer")
  expect(answers).toMatchObject([{ text: "Jeudi ?", mail: { state: "waiting", failure: null, sentAt: null } }])
  expect(state).toBe("answered")
  expect(await app.queued()).toEqual([{ entryId: answers[0]?.id }])
})

test("an addition is stored once however often it is sent, and another text with its id as well", async () => {
  await using app = await start()
  const idempotencyKey = crypto.randomUUID()
  for (const text of ["Un puits.", "Un puits.", "Deux puits.", "Deux puits."]) await app.add(text, idempotencyKey)
  expect((await app.details()).entries.map(({ text }) => text)).toEqual(["Un puits.", "Deux puits."])
})

test("another answer with the id of a stored one is rejected until its author has seen that", async () => {
  await using app = await start()
  const idempotencyKey = crypto.randomUUID()
  await app.answer({ idempotencyKey })
  expect((await app.answer({ idempotencyKey, text: "Vendredi ?" })).status).toBe(409)
  const lastEntry = (await app.details()).entries.at(-1)?.id ?? 0
  expect((await app.answer({ idempotencyKey, text: "Vendredi ?", lastEntry })).status).toBe(200)
  expect(await app.queued()).toHaveLength(2)
})

test("of two answers at once one is rejected, and goes through once its author has seen the other", async () => {
  await using app = await start()
  const both = await Promise.all(["Jeudi ?", "Vendredi ?"].map((text) => app.answer({ text })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)?.message).toMatch(/^admin \d+ a répondu entre-temps/)
  const { entries } = await app.details()
  expect(entries.filter(({ kind }) => kind === "answer")).toHaveLength(1)
  expect((await app.answer({ lastEntry: entries.at(-1)?.id ?? 0 })).status).toBe(200)
  expect(await app.queued()).toHaveLength(2)
})

test("notes and calls of others reject no answer", async () => {
  await using app = await start()
  await app.answer({ kind: "note", text: "Prévoir le topographe" })
  await app.contact("call")
  expect((await app.answer()).status).toBe(200)
})

test("an answer ends the wait, what the sender adds begins a new one, and a call ends that", async () => {
  await using app = await start()
  expect(await app.wait()).toEqual(["new", sentAt, null])
  const answeredAt = app.later()
  await app.answer()
  expect(await app.wait()).toEqual(["answered", null, answeredAt])
  const addedAt = app.later()
  await app.add("Et le prix ?")
  expect(await app.wait()).toEqual(["open", addedAt, answeredAt])
  expect((await app.details()).readAt).toBeNull()
  app.later()
  await app.add("Merci")
  expect(await app.wait(), "a second addition waits since the first one").toEqual(["open", addedAt, answeredAt])
  app.later()
  await app.contact("call")
  expect(await app.wait(), "the first answer stays the first").toEqual(["answered", null, answeredAt])
  const { entries } = await app.details()
  expect(entries.map(({ kind, before, after }) => [kind, before, after])).toEqual([
    ["answer", null, null],
    ["assignee", null, expect.any(String)],
    ["state", "new", "answered"],
    ["addition", null, null],
    ["state", "answered", "open"],
    ["addition", null, null],
    ["call", null, null],
    ["state", "open", "answered"],
  ])
})

test("whoever answers a request that nobody has takes charge of it; an answer for a colleague leaves it there", async () => {
  await using app = await start()
  await app.answer()
  const { assignee, entries } = await app.details()
  expect(assignee).not.toBeNull()
  expect(entries.find(({ kind }) => kind === "assignee")).toMatchObject({ before: null, after: assignee?.name })
  const colleague = await createTestAccount(app.db, { role: "agent" })
  await app.post("change", {
    ids: [app.id],
    action: { kind: "assignee", assignee: colleague.id },
    batchId: crypto.randomUUID(),
  })
  await app.contact("call")
  expect((await app.details()).assignee?.id).toBe(colleague.id)
})

test.each([
  ["new", "new", true],
  ["answered", "open", true],
  ["spam", "spam", false],
] as const)(
  "what the sender adds brings a request in the trash that was %s back as %s",
  async (state, after, waits) => {
    await using app = await start()
    const change = (action: object) => app.post("change", { ids: [app.id], action, batchId: crypto.randomUUID() })
    if (state !== "new") await change({ kind: "state", state })
    await change({ kind: "trash" })
    app.later()
    expect((await app.add("Et pour jeudi ?")).status).toBe(200)
    const { deletedAt, waitingSince, entries, ...message } = await app.details()
    expect([deletedAt, message.state, waitingSince !== null]).toEqual([null, after, waits])
    expect(entries).toContainEqual(
      expect.objectContaining({ kind: "state", before: "trashed", after: state, by: null }),
    )
    expect((await app.status()).entries).toMatchObject([{ text: "Et pour jeudi ?" }])
  },
)

test.for(CONTACT_CHANNELS)("opening %s is noted once and counts as an answer", async (channel) => {
  await using app = await start()
  const answeredAt = app.later()
  const idempotencyKey = crypto.randomUUID()
  for (let time = 0; time < 2; time += 1) await app.contact(channel, idempotencyKey)
  expect(await app.wait()).toEqual(["answered", null, answeredAt])
  expect((await app.details()).entries.filter(({ kind }) => kind === channel)).toHaveLength(1)
})

test("the sender sees answers and additions, neither notes nor who did what", async () => {
  await using app = await start()
  await app.answer({ kind: "note", text: "Mauvais payeur" })
  await app.contact("call")
  await app.answer({ text: "Nous passons jeudi." })
  await app.add("Merci !")
  const status = await app.status()
  expect(status.entries.map(({ isAnswer, text }) => [isAnswer, text])).toEqual([
    [true, "Nous passons jeudi."],
    [false, "Merci !"],
  ])
  expect(JSON.stringify(status)).not.toMatch(/Mauvais|admin/)
})

test("a note neither answers nor ends the wait", async () => {
  await using app = await start()
  await app.answer({ kind: "note" })
  expect(await app.wait()).toEqual(["new", sentAt, null])
  expect(await app.queued()).toEqual([])
})

test("without a mail server, and without an e-mail address, an answer is rejected and nothing is stored", async () => {
  await using without = await start({ hasMailServer: false })
  expect(await without.answer()).toEqual({ status: 409, message: responseTexts.answerNeedsMailServer })
  expect(await without.details()).toMatchObject({ hasMailServer: false, entries: [] })
  await using app = await start({ email: "" })
  expect(await app.answer()).toEqual({ status: 409, message: responseTexts.answerNeedsEmail })
  expect(await app.contact("email")).toEqual({ status: 409, message: responseTexts.answerNeedsEmail })
  expect(await app.details()).toMatchObject({ hasMailServer: true, entries: [] })
})

test("without a telephone number neither WhatsApp nor a call is noted", async () => {
  await using app = await start()
  const { id } = await app.send()
  for (const channel of ["whatsapp", "call"]) {
    const response = await app.post("addContact", { id, channel, idempotencyKey: crypto.randomUUID() })
    expect(response).toEqual({ status: 409, message: responseTexts.contactNeedsPhone })
  }
  expect(await app.details(id)).toMatchObject({ state: "new", entries: [] })
})

test("other requests of the same e-mail address or telephone number are listed, newest first", async () => {
  await using app = await start()
  app.later()
  const byMail = await app.send({ email: contactFields.email.toUpperCase(), message: "La même adresse en capitales." })
  app.later()
  const byPhone = await app.send({ email: "", phone: "+243 900 111 222", message: "Le même numéro, sans adresse." })
  await app.send({ email: "autre@exemple.cd", phone: "+243900999999", message: "Quelqu’un d’autre." })
  const { others } = await app.details()
  expect(others.map(({ id }) => id)).toEqual([byPhone.id, byMail.id])
  await app.post("change", { ids: [byMail.id], action: { kind: "trash" }, batchId: crypto.randomUUID() })
  expect((await app.details()).others.map(({ id }) => id)).toEqual([byPhone.id])
  expect((await app.details(byPhone.id)).others.map(({ id }) => id)).toEqual([app.id])
})

test("who was in charge is named, and by whom", async () => {
  await using app = await start()
  const colleague = await app.db
    .selectFrom("accounts")
    .select(["id", "username"])
    .orderBy("id", "desc")
    .executeTakeFirst()
  const action = { kind: "assignee", assignee: colleague?.id ?? 0 }
  await app.post("change", { ids: [app.id], action, batchId: crypto.randomUUID() })
  const { assignee, entries } = await app.details()
  expect(assignee).toEqual({ id: colleague?.id, name: colleague?.username })
  expect(entries).toMatchObject([
    { kind: "assignee", by: colleague?.username, before: null, after: colleague?.username },
    { kind: "state", before: "new", after: "open" },
  ])
})

test("whatever is added to a request, or taken back, makes a new version of the inbox", async () => {
  await using app = await start()
  const batchId = crypto.randomUUID()
  const steps = {
    note: () => app.answer({ kind: "note" }),
    addition: () => app.add("Et samedi ?"),
    contact: () => app.contact("call", batchId),
    undo: () => app.post("undo", batchId),
    answer: () => app.answer(),
    "second answer": async () => app.answer({ lastEntry: (await app.details()).entries.at(-1)?.id ?? 0 }),
  }
  for (const [name, step] of Object.entries(steps)) {
    const before = await readInboxVersion(app.db)
    expect((await step()).status, name).toBe(200)
    expect(await readInboxVersion(app.db), name).toBeGreaterThan(before)
  }
})
