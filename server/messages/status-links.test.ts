// @module-tag engines
import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { contactFields } from "#server/testing/fixtures.ts"
import { startApp } from "#server/testing/start-app.ts"

/** Starts a site where the same request can be sent again and again, from one client or many. */
async function startSite(settings: Record<string, string> = {}) {
  const clock = { now: Date.now() }
  const site = await startApp({ now: () => new Date(clock.now), settings: { TRUST_PROXY: "1", ...settings } })
  return {
    ...site,
    clock,
    async send(fields: object, ip = "203.0.113.7") {
      clock.now += 1
      const headers = { "X-Forwarded-For": ip }
      const response = await site.postJson("/api/contact", { ...contactFields, ...fields }, headers)
      const { statusUrl = "" } = (await response.json()) as { statusUrl?: string }
      return { status: response.status, token: statusUrl.slice(-22) }
    },
    opens: async (token: string) => (await site.request(`/trpc/messages.status?input="${token}"`)).status === 200,
    count: async () => (await site.db.selectFrom("messageLinks").select("tokenHash").execute()).length,
  }
}

test.each([
  ["with its requestId", { requestId: randomUUID() }],
  ["with its fields", { mergeRepeats: true }],
])("whoever repeats a request %s takes no link away from its sender", async (_how, fields) => {
  await using site = await startSite({ RATE_LIMITS: "0" })
  const first = await site.send(fields)
  const resent = await site.send(fields)
  for (let count = 0; count < 30; count += 1) {
    const { status, token } = await site.send(fields)
    expect(status).toBe(201)
    expect(await site.opens(token)).toBe(true)
  }
  expect(await site.opens(first.token)).toBe(true)
  expect(await site.opens(resent.token)).toBe(true)
  expect(await site.count()).toBe(11)
})

test("repeated sendings of one client are limited, apart from its new requests", async () => {
  await using site = await startSite()
  const requestId = randomUUID()
  for (let count = 0; count <= 60; count += 1) expect((await site.send({ requestId })).status).toBe(201)
  expect((await site.send({ requestId })).status).toBe(429)
  expect((await site.send({ requestId }, "203.0.113.8")).status).toBe(201)
  expect((await site.send({ requestId: randomUUID() })).status).toBe(201)
})

test("a request takes a bounded number of additions from many clients, until it is answered", async () => {
  await using site = await startSite()
  const { token } = await site.send({})
  const add = (text: string, index: number, idempotencyKey?: string) =>
    site.postJson(
      "/trpc/messages.add",
      { token, text, idempotencyKey },
      { "X-Forwarded-For": `198.51.100.${index % 250}` },
    )
  for (let index = 0; index < 50; index += 1) expect((await add(`Numéro ${index}`, index)).status).toBe(200)
  const rejected = await add("Encore", 100)
  expect(rejected.status).toBe(409)
  expect(await rejected.text()).toContain("attendez notre réponse")
  const at = new Date(site.clock.now).toISOString()
  await site.db.insertInto("messageEntries").values({ messageId: 1, at, kind: "answer", text: "Voilà." }).execute()
  expect((await add("Merci", 101)).status).toBe(200)
  for (let index = 0; index < 39; index += 1) {
    expect((await add("n".repeat(5000), index)).status, `${index}`).toBe(200)
  }
  expect((await add("n".repeat(5000), 200)).status).toBe(409)
})

test("repeated additions are limited", async () => {
  await using site = await startSite()
  const addition = { token: (await site.send({})).token, text: "Il y a un puits.", idempotencyKey: randomUUID() }
  const statuses = []
  for (let count = 0; count <= 61; count += 1) {
    statuses.push((await site.postJson("/trpc/messages.add", addition)).status)
  }
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([200]))
  expect(statuses.at(-1)).toBe(429)
})
