import { expect, test, vi } from "vitest"
import { getOutboxRow, startAppWithOutbox } from "#server/testing/start-app-with-outbox.ts"
import { startMailServer, startSilentServer } from "#server/testing/start-mail-server.ts"

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

test("a rejected mail is not retried before its pause is over", async () => {
  await using server = await startMailServer({ behaviour: "reject" })
  await using site = await startAppWithOutbox(server.url)
  await site.send()
  expect(await site.pauseAfter(1)).toBe(1)
  expect((await getOutboxRow(site.db)).lastError).toContain("451")
  server.behaviour = "accept"
  site.advance(MINUTE_MS - 1)
  await site.outbox.stop()
  expect(server.mails).toHaveLength(0)
})

test("a rejected mail is sent once its pause is over, and only once", async () => {
  await using server = await startMailServer({ behaviour: "reject" })
  await using site = await startAppWithOutbox(server.url)
  await site.send()
  await site.pauseAfter(1)
  server.behaviour = "accept"
  site.advance(MINUTE_MS)
  await vi.waitFor(() => expect(server.mails).toHaveLength(1))
  site.advance(MINUTE_MS)
  await site.outbox.stop()
  expect(server.mails).toHaveLength(1)
  expect(await getOutboxRow(site.db)).toMatchObject({ attempts: 2, lastError: null, sentAt: expect.any(String) })
})

test("a mail server that is down gets the mail when it is back", async () => {
  const stopped = await startMailServer()
  await stopped[Symbol.asyncDispose]()
  await using site = await startAppWithOutbox(stopped.url)
  expect((await site.send()).status).toBe(201)
  await site.pauseAfter(1)
  await using server = await startMailServer({ port: stopped.port })
  site.advance(MINUTE_MS)
  await vi.waitFor(() => expect(server.mails).toHaveLength(1))
})

test("the pauses between attempts grow to half a day, and a mail that is rejected for now is never given up", async () => {
  await using server = await startMailServer({ behaviour: "reject" })
  await using site = await startAppWithOutbox(server.url)
  await site.send()
  const pauses: number[] = []
  for (let tries = 1; tries <= 13; tries += 1) {
    const pause = await site.pauseAfter(tries)
    pauses.push(pause)
    site.advance(pause * MINUTE_MS)
  }
  expect(pauses).toEqual([1, 5, 15, 60, 360, ...Array(8).fill(720)])
})

test.each([
  ["is rejected for good", "refuse", 0],
  ["may have arrived each time", "disconnect", 12],
] as const)("a mail that %s is given up after three days", async (_what, behaviour, arrived) => {
  await using server = await startMailServer({ behaviour })
  await using site = await startAppWithOutbox(server.url)
  await site.send()
  const start = site.now().getTime()
  for (let tries = 1; tries < 12; tries += 1) site.advance((await site.pauseAfter(tries)) * MINUTE_MS)
  await vi.waitFor(() => expect(site.lines.join("")).toContain('"mail given up"'))
  expect(Math.round((site.now().getTime() - start) / DAY_MS)).toBe(3)
  expect(await site.db.selectFrom("outbox").selectAll().execute()).toEqual([])
  expect(server.mails).toHaveLength(arrived)
})

test("a mail is never given up for a server that ends each connection before its greeting", async () => {
  using server = await startSilentServer({ hangsUp: true })
  await using site = await startAppWithOutbox(server.url)
  await site.send()
  for (let tries = 1; tries <= 13; tries += 1) site.advance((await site.pauseAfter(tries)) * MINUTE_MS)
  expect(await site.db.selectFrom("outbox").select("kind").execute()).toEqual([{ kind: "notification" }])
})

test("a mail that a stop has aborted is never given up for that", async () => {
  await using server = await startMailServer({ behaviour: "hang" })
  await using site = await startAppWithOutbox(server.url)
  await site.outbox.stop()
  await site.send()
  await site.db.updateTable("outbox").set({ attempts: 20 }).execute()
  await site.startAnother().stop()
  expect(await getOutboxRow(site.db)).toMatchObject({ attempts: 21, lastError: expect.stringContaining("EABORT") })
})

test("what was timed while the clock was far ahead does not wait for that date", async () => {
  await using server = await startMailServer({ behaviour: "reject" })
  await using site = await startAppWithOutbox(server.url)
  site.advance(30 * DAY_MS)
  await site.send()
  await site.pauseAfter(1)
  await site.outbox.stop()
  site.advance(-30 * DAY_MS)
  const claimedUntil = new Date(site.now().getTime() + 30 * DAY_MS).toISOString()
  await site.db.updateTable("outbox").set({ claimedUntil }).execute()
  server.behaviour = "accept"
  await site.startAnother().stop()
  expect(server.mails).toHaveLength(1)
})

test("a rejected mail does not delay others", async () => {
  await using server = await startMailServer({ behaviour: "reject" })
  await using site = await startAppWithOutbox(server.url)
  await site.send()
  await site.pauseAfter(1)
  server.behaviour = "accept"
  await site.send({ firstName: "Béa" })
  await vi.waitFor(() => expect(server.mails).toHaveLength(1))
  expect(server.mails[0]?.header("Subject")).toContain("Béa")
})

test("a mail server that hangs after the mail times out", async () => {
  await using server = await startMailServer({ behaviour: "hang" })
  await using site = await startAppWithOutbox(server.url, { deliveryTimeoutMs: 200 })
  await site.send()
  expect(await site.pauseAfter(1)).toBe(1)
})

test("a mail server that never greets times out", async () => {
  using server = await startSilentServer()
  await using site = await startAppWithOutbox(server.url, { deliveryTimeoutMs: 200 })
  await site.send()
  expect(await site.pauseAfter(1)).toBe(1)
})

test("two messages have two Message-IDs", async () => {
  await using server = await startMailServer()
  await using site = await startAppWithOutbox(server.url)
  await site.send()
  await site.send()
  await vi.waitFor(() => expect(server.mails).toHaveLength(2))
  expect(new Set(server.mails.map((mail) => mail.header("Message-ID"))).size).toBe(2)
})

test("a mail is sent when it is due without a wake-up", async () => {
  await using server = await startMailServer()
  await using site = await startAppWithOutbox(server.url)
  await site.outbox.stop()
  await site.send()
  const nextAt = new Date(Date.now() + 300).toISOString()
  await site.db.updateTable("outbox").set({ nextAt }).execute()
  const next = site.startAnother(() => new Date())
  await vi.waitFor(() => expect(server.mails).toHaveLength(1), 3000)
  expect(new Date().toISOString() >= nextAt).toBe(true)
  await next.stop()
})

test("a deleted message is not mailed", async () => {
  await using server = await startMailServer({ behaviour: "reject" })
  await using site = await startAppWithOutbox(server.url)
  await site.send()
  await site.pauseAfter(1)
  await site.db.deleteFrom("messages").execute()
  server.behaviour = "accept"
  site.advance(MINUTE_MS)
  await site.outbox.stop()
  expect(server.mails).toHaveLength(0)
})

test("a stop waits for the mail under way and stores its outcome", async () => {
  await using server = await startMailServer({ delayMs: 150 })
  await using site = await startAppWithOutbox(server.url)
  await site.send()
  await vi.waitFor(() => expect(server.mails).toHaveLength(1))
  await site.outbox.stop()
  expect((await getOutboxRow(site.db)).sentAt).not.toBeNull()
})

test("neither log nor stored failure contains the password or personal data", async () => {
  await using server = await startMailServer({ rejectLogin: true })
  await using site = await startAppWithOutbox(server.url.replace("//", "//facteur:tr%C3%A8s-secret@"))
  await site.send()
  await site.pauseAfter(1)
  const recorded = site.lines.join("") + (await getOutboxRow(site.db)).lastError
  expect(recorded).toContain("EAUTH 535")
  expect(recorded).not.toMatch(/secret|facteur|Kabongo|amina|243812345678/i)
})
