// @module-tag engines
import { randomUUID } from "node:crypto"
import { describe, expect, test } from "vitest"
import type { Database } from "#server/database/core/database.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { startApp } from "#server/testing/start-app.ts"

const SENT = "Votre demande a été envoyée avec succès. Nous vous recontacterons bientôt."

function storedMessages(db: Database) {
  return db.selectFrom("messages").selectAll().orderBy("id").execute()
}

test("a contact request is stored and gets 201 with its id", async () => {
  await using app = await startApp()
  const response = await app.postJson("/api/contact", contactFields)
  expect(response.status).toBe(201)
  const [stored] = await storedMessages(app.db)
  expect(await response.json()).toEqual({
    success: true,
    message: SENT,
    id: stored?.id,
    reference: stored?.reference,
    statusUrl: expect.stringMatching(/^http:\/\/localhost\/demande\/[\w-]{22}$/),
  })
  expect(stored?.reference).toMatch(/^LIS-[34679ACDEFGHJKMNPRTWXY]{4}-\d\d$/)
  expect(stored).toMatchObject({ ...contactFields, readAt: null })
})

test.each([
  ["vente-materiaux", "vente-materiaux"],
  ["elevage", "elevage"],
  ["ÉLEVAGE", "elevage"],
  [" Élevage ", "elevage"],
  ["Ventes-matériaux", "vente-materiaux"],
  ["Ventes de matériaux", "vente-materiaux"],
  ["VENTE DE MATÉRIAUX", "vente-materiaux"],
  ["Immobilier", "immobilier"],
])("the sector « %s » is stored as « %s »", async (sector, stored) => {
  await using app = await startApp()
  expect((await app.postJson("/api/contact", { ...contactFields, sector })).status).toBe(201)
  expect((await storedMessages(app.db))[0]?.sector).toBe(stored)
})

test("beside a telephone number the e-mail address may be left out", async () => {
  await using app = await startApp()
  const { email: _, ...fields } = contactFields
  expect((await app.postJson("/api/contact", { ...fields, phone: "+243 900 000 000" })).status).toBe(201)
  expect((await storedMessages(app.db))[0]).toMatchObject({ email: "", phone: "+243900000000" })
})

test("a body that is no UTF-8 is rejected", async () => {
  await using app = await startApp()
  const body = Buffer.from(JSON.stringify({ ...contactFields, firstName: "Ren\xe9e" }), "latin1")
  const headers = { "Content-Type": "application/json" }
  const response = await app.request("/api/contact", { method: "POST", headers, body })
  expect([response.status, (await response.json()).success]).toEqual([400, false])
  expect(await storedMessages(app.db)).toEqual([])
})

test("name and text are stored normalized for search as well", async () => {
  await using app = await startApp()
  await app.postJson("/api/contact", { ...contactFields, firstName: "ÉLÉONORE", message: "Œuvres à Kisangani ?" })
  expect((await storedMessages(app.db))[0]).toMatchObject({
    fullNameFolded: "eleonore kabongo",
    messageFolded: "oeuvres a kisangani ?",
  })
})

test("white space around a field is trimmed, and names have one line", async () => {
  await using app = await startApp()
  const names = { firstName: "  Amina ", lastName: "Kabongo\r\nBcc: tous\u0007\u2028" }
  await app.postJson("/api/contact", { ...contactFields, ...names, email: " amina@exemple.cd\n" })
  const stored = { firstName: "Amina", lastName: "Kabongo Bcc: tous", email: "amina@exemple.cd" }
  expect((await storedMessages(app.db))[0]).toMatchObject(stored)
})

test("without a mail server no mail is queued", async () => {
  await using app = await startApp()
  await app.postJson("/api/contact", contactFields)
  expect(await app.db.selectFrom("outbox").select("id").execute()).toEqual([])
})

test("with a mail server the company’s mail and the receipt are queued, in the transaction of the message", async () => {
  let woken = 0
  await using app = await startApp({ outbox: { wake: () => (woken += 1) } })
  const { id } = (await (await app.postJson("/api/contact", contactFields)).json()) as { id: number }
  const queued = { messageId: id, attempts: 0, sentAt: null }
  expect(await app.db.selectFrom("outbox").select(["kind", "messageId", "attempts", "sentAt"]).execute()).toEqual([
    { kind: "notification", ...queued },
    { kind: "receipt", ...queued },
  ])
  expect(woken).toBe(1)
})

describe("a request sent again", () => {
  test("with the same request id it succeeds and is stored once", async () => {
    await using app = await startApp()
    const request = { ...contactFields, requestId: randomUUID() }
    const first = await app.postJson("/api/contact", request)
    const again = await app.postJson("/api/contact", request)
    expect(again.status).toBe(201)
    const { id, reference } = (await first.json()) as { id: number; reference: string }
    expect(await again.json()).toMatchObject({ id, reference })
    expect(await storedMessages(app.db)).toHaveLength(1)
  })

  test("at the same moment, five times, it is stored once and mailed once", async () => {
    await using app = await startApp({ outbox: { wake() {} } })
    const request = { ...contactFields, requestId: randomUUID() }
    const responses = await Promise.all(Array.from({ length: 5 }, () => app.postJson("/api/contact", request)))
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect(await storedMessages(app.db)).toHaveLength(1)
    expect(await app.db.selectFrom("outbox").select("kind").orderBy("id").execute()).toEqual([
      { kind: "notification" },
      { kind: "receipt" },
    ])
  })

  test("with its request id in upper case it is the same one", async () => {
    await using app = await startApp()
    const requestId = "0b0e6c1a-3c1f-4e0e-9a51-9b8d1f0c2abc"
    await app.postJson("/api/contact", { ...contactFields, requestId })
    await app.postJson("/api/contact", { ...contactFields, requestId: requestId.toUpperCase() })
    expect(await storedMessages(app.db)).toHaveLength(1)
  })

  test("with another request id, or without any, the same fields are two messages", async () => {
    await using app = await startApp()
    await app.postJson("/api/contact", { ...contactFields, requestId: randomUUID() })
    await app.postJson("/api/contact", { ...contactFields, requestId: randomUUID() })
    await app.postJson("/api/contact", contactFields)
    await app.postJson("/api/contact", contactFields)
    expect(await storedMessages(app.db)).toHaveLength(4)
  })

  test("by the form without JavaScript the same fields within ten minutes are one message, later two", async () => {
    let time = Date.UTC(2025, 0, 1)
    await using app = await startApp({ now: () => new Date(time) })
    const form = { ...contactFields, mergeRepeats: true }
    await app.postJson("/api/contact", form)
    time += 9 * 60_000
    await app.postJson("/api/contact", form)
    expect(await storedMessages(app.db)).toHaveLength(1)
    time += 2 * 60_000
    await app.postJson("/api/contact", form)
    expect(await storedMessages(app.db)).toHaveLength(2)
    await app.postJson("/api/contact", { ...form, message: "D’autres mots que ceux d’avant." })
    expect(await storedMessages(app.db)).toHaveLength(3)
  })

  test("by the form, the fields of a message in the trash are another message", async () => {
    await using app = await startApp()
    const form = { ...contactFields, mergeRepeats: true }
    await app.postJson("/api/contact", form)
    await app.db.updateTable("messages").set({ deletedAt: new Date().toISOString() }).execute()
    await app.postJson("/api/contact", form)
    expect(await storedMessages(app.db)).toHaveLength(2)
  })
})

test("a robot that fills the honeypot gets a success, and its request is stored as spam without a mail", async () => {
  await using app = await startApp({ outbox: { wake() {} } })
  const response = await app.postJson("/api/contact", { ...contactFields, ne_pas_remplir: "https://spam.example" })
  expect(response.status).toBe(201)
  const [stored] = await storedMessages(app.db)
  expect(await response.json()).toMatchObject({ success: true, message: SENT, id: stored?.id })
  expect(stored).toMatchObject({ state: "spam", suspicions: '["honeypot"]', waitingSince: null })
  expect(await app.db.selectFrom("outbox").select("id").execute()).toEqual([])
})

test("an empty honeypot is a person's", async () => {
  await using app = await startApp()
  await app.postJson("/api/contact", { ...contactFields, ne_pas_remplir: "" })
  expect(await storedMessages(app.db)).toHaveLength(1)
})

test("the response is not cacheable", async () => {
  await using app = await startApp()
  expect((await app.postJson("/api/contact", contactFields)).headers.get("Cache-Control")).toBe("no-store")
})

test("no log line contains what a visitor wrote", async () => {
  await using app = await startApp()
  await app.postJson("/api/contact", contactFields)
  await app.postJson("/api/contact", { ...contactFields, email: "amina" })
  expect(app.lines.length).toBeGreaterThan(1)
  expect(app.lines.join("")).not.toMatch(/amina|kabongo|devis/i)
})
