// @module-tag engines
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import { getOutboxRow, startAppWithOutbox } from "#server/testing/start-app-with-outbox.ts"
import { startMailServer } from "#server/testing/start-mail-server.ts"

const MINUTE_MS = 60_000

test("a mail sent again after a lost response has the same Message-ID", async () => {
  await using server = await startMailServer({ behaviour: "lost-response" })
  await using site = await startAppWithOutbox(server.url)
  await site.send()
  await site.pauseAfter(1)
  server.behaviour = "accept"
  site.advance(MINUTE_MS)
  await vi.waitFor(() => expect(server.mails).toHaveLength(2))
  const ids = server.mails.map((mail) => mail.header("Message-ID"))
  expect(ids[0]).toMatch(/^<demande-\d+\.[0-9a-f]+@lisanga\.example>$/)
  expect(ids[1]).toBe(ids[0])
})

test("two processes on one database send each mail once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lisanga-outbox-"))
  {
    const file = join(folder, "site.db")
    await using server = await startMailServer({ delayMs: 5 })
    await using one = await startAppWithOutbox(server.url, { file })
    await using other = await startAppWithOutbox(server.url, { file })
    const sent = Array.from({ length: 30 }, async (_, number) => {
      const response = await (number % 2 ? one : other).send({ lastName: `Kabongo ${number}` })
      one.outbox.wake()
      other.outbox.wake()
      return response.status
    })
    expect(new Set(await Promise.all(sent))).toEqual(new Set([201]))
    await vi.waitFor(() => expect(server.mails.length).toBeGreaterThanOrEqual(30), 10_000)
    await Promise.all([one.outbox.stop(), other.outbox.stop()])
    expect(server.mails).toHaveLength(30)
    expect(new Set(server.mails.map((mail) => mail.header("Message-ID"))).size).toBe(30)
  }
  rmSync(folder, { recursive: true })
})

/** Starts with a row that another process claimed a minute ago for two minutes, without recording an outcome. */
async function startWithClaimedRow(smtpUrl: string) {
  const site = await startAppWithOutbox(smtpUrl)
  await site.outbox.stop()
  await site.send()
  const claimedUntil = new Date(Date.parse((await getOutboxRow(site.db)).nextAt) + MINUTE_MS).toISOString()
  await site.db.updateTable("outbox").set({ claimedUntil, attempts: 1 }).execute()
  return site
}

test("a row claimed by another process is not delivered", async () => {
  await using server = await startMailServer()
  await using site = await startWithClaimedRow(server.url)
  const next = site.startAnother()
  await next.stop()
  expect(server.mails).toHaveLength(0)
})

test("a row claimed by a dead process is delivered when the lease has expired", async () => {
  await using server = await startMailServer()
  await using site = await startWithClaimedRow(server.url)
  site.advance(MINUTE_MS)
  const next = site.startAnother()
  await next.stop()
  expect(server.mails).toHaveLength(1)
})

test("rows left by an earlier process are delivered at the next start", async () => {
  await using server = await startMailServer()
  await using site = await startAppWithOutbox(server.url)
  await site.outbox.stop()
  await site.send()
  expect(server.mails).toHaveLength(0)
  const next = site.startAnother()
  await vi.waitFor(() => expect(server.mails).toHaveLength(1))
  await next.stop()
})

test("an attempt that fails after another process has claimed its mail changes nothing", async () => {
  await using server = await startMailServer({ behaviour: "reject", delayMs: 200 })
  await using site = await startAppWithOutbox(server.url)
  await site.send()
  await vi.waitFor(async () => expect(await getOutboxRow(site.db)).toMatchObject({ attempts: 1 }))
  const claimed = { attempts: 2, claimedUntil: "2025-03-03T10:00:00.000Z" }
  await site.db.updateTable("outbox").set(claimed).execute()
  const before = await getOutboxRow(site.db)
  await site.outbox.stop()
  expect(site.lines.join("")).toContain("mail failed")
  expect(await getOutboxRow(site.db)).toEqual(before)
})

test("a mail that was delivered counts as sent, even if another process has claimed it", async () => {
  await using server = await startMailServer({ delayMs: 200 })
  await using site = await startAppWithOutbox(server.url)
  await site.send()
  await vi.waitFor(async () => expect(await getOutboxRow(site.db)).toMatchObject({ attempts: 1 }))
  await site.db.updateTable("outbox").set({ attempts: 2 }).execute()
  await site.outbox.stop()
  expect(await getOutboxRow(site.db)).toMatchObject({ sentAt: expect.any(String), claimedUntil: null })
})
