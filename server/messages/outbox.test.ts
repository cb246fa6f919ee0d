import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test, vi } from "vitest"
import type { ContactFields } from "#server/contract/messages.ts"
import { openFile } from "#server/database/open.ts"
import type { Database } from "#server/database/write.ts"
import { createLog } from "#server/log.ts"
import { contactFields } from "#server/testing/make.ts"
import { startApp } from "#server/testing/start-app.ts"
import { startMailServer, startSilentServer } from "#server/testing/start-mail-server.ts"
import { startOutbox } from "./outbox.ts"

const MINUTE_MS = 60_000

interface Given {
  file?: string
  sendWithinMs?: number
}

/** The app with its mail room, on a clock that the test turns. */
async function startMailingApp(smtpUrl: string, { file = ":memory:", ...given }: Given = {}) {
  let time = Date.UTC(2025, 2, 3, 9, 15)
  const now = () => new Date(time)
  const db = await openFile(file)
  const lines: string[] = []
  const log = createLog("debug", (line) => lines.push(line))
  const parts = { db, log, now, smtpUrl, notifyEmail: "bureau@lisanga.example", ...given }
  const outbox = startOutbox(parts)
  const app = await startApp({ db, outbox, now, log, settings: { RATE_LIMITS: "0" } })
  return {
    db,
    outbox,
    lines,
    send: (given: Partial<ContactFields> = {}) => app.postJson("/api/contact", { ...contactFields, ...given }),
    startAnother: (clock = now) => startOutbox({ ...parts, now: clock }),
    /** Turns the clock on and has the outbox look at once. */
    advance(ms: number) {
      time += ms
      outbox.wake()
    },
    /** Waits until a try has failed for so many times, and returns the minutes until the next one. */
    async pauseAfter(tries: number): Promise<number> {
      const row = await vi.waitFor(async () => {
        const row = await onlyRow(db)
        expect(row).toMatchObject({ attempts: tries, claimedUntil: null })
        return row
      }, 5000)
      return (Date.parse(row.nextAt) - time) / MINUTE_MS
    },
    async [Symbol.asyncDispose]() {
      await outbox.stop()
      await app[Symbol.asyncDispose]()
    },
  }
}

function onlyRow(db: Database) {
  return db.selectFrom("outbox").selectAll().executeTakeFirstOrThrow()
}

test("a mail server that refuses loses nothing: the try after the pause succeeds", async () => {
  await using server = await startMailServer({ behaviour: "refuse" })
  await using site = await startMailingApp(server.url)
  await site.send()
  expect(await site.pauseAfter(1)).toBe(1)
  expect((await onlyRow(site.db)).lastError).toContain("451")
  server.behaviour = "accept"
  site.advance(MINUTE_MS - 1)
  await site.outbox.stop()
  expect(server.mails).toHaveLength(0)
})

test("a mail that was refused goes out once its pause is over, and only once", async () => {
  await using server = await startMailServer({ behaviour: "refuse" })
  await using site = await startMailingApp(server.url)
  await site.send()
  await site.pauseAfter(1)
  server.behaviour = "accept"
  site.advance(MINUTE_MS)
  await vi.waitFor(() => expect(server.mails).toHaveLength(1))
  site.advance(MINUTE_MS)
  await site.outbox.stop()
  expect(server.mails).toHaveLength(1)
  expect(await onlyRow(site.db)).toMatchObject({ attempts: 2, lastError: null, sentAt: expect.any(String) })
})

test("a mail server that is down gets the mail when it is back", async () => {
  const gone = await startMailServer()
  await gone[Symbol.asyncDispose]()
  await using site = await startMailingApp(gone.url)
  expect((await site.send()).status).toBe(201)
  await site.pauseAfter(1)
  await using server = await startMailServer({ port: gone.port })
  site.advance(MINUTE_MS)
  await vi.waitFor(() => expect(server.mails).toHaveLength(1))
})

test("the pauses between tries grow to half a day, and no mail is ever given up", async () => {
  await using server = await startMailServer({ behaviour: "refuse" })
  await using site = await startMailingApp(server.url)
  await site.send()
  const pauses: number[] = []
  for (let tries = 1; tries <= 8; tries += 1) {
    const pause = await site.pauseAfter(tries)
    pauses.push(pause)
    site.advance(pause * MINUTE_MS)
  }
  expect(pauses).toEqual([1, 5, 15, 60, 360, 720, 720, 720])
})

test("one mail that is refused holds no other one up", async () => {
  await using server = await startMailServer({ behaviour: "refuse" })
  await using site = await startMailingApp(server.url)
  await site.send()
  await site.pauseAfter(1)
  server.behaviour = "accept"
  await site.send({ firstName: "Béa" })
  await vi.waitFor(() => expect(server.mails).toHaveLength(1))
  expect(server.mails[0]?.header("Reply-To")).toContain("Béa")
})

test("a mail server that hangs after the mail is cut off", async () => {
  await using server = await startMailServer({ behaviour: "hang" })
  await using site = await startMailingApp(server.url, { sendWithinMs: 200 })
  await site.send()
  expect(await site.pauseAfter(1)).toBe(1)
})

test("a mail server that never greets is cut off", async () => {
  using server = await startSilentServer()
  await using site = await startMailingApp(server.url, { sendWithinMs: 200 })
  await site.send()
  expect(await site.pauseAfter(1)).toBe(1)
})

test("a mail sent again because the answer was lost bears the same Message-ID", async () => {
  await using server = await startMailServer({ behaviour: "lost-answer" })
  await using site = await startMailingApp(server.url)
  await site.send()
  await site.pauseAfter(1)
  server.behaviour = "accept"
  site.advance(MINUTE_MS)
  await vi.waitFor(() => expect(server.mails).toHaveLength(2))
  const ids = server.mails.map((mail) => mail.header("Message-ID"))
  expect(ids[0]).toMatch(/^<demande-\d+\.[0-9a-f]+@lisanga\.example>$/)
  expect(ids[1]).toBe(ids[0])
})

test("two messages bear two Message-IDs", async () => {
  await using server = await startMailServer()
  await using site = await startMailingApp(server.url)
  await site.send()
  await site.send()
  await vi.waitFor(() => expect(server.mails).toHaveLength(2))
  expect(new Set(server.mails.map((mail) => mail.header("Message-ID"))).size).toBe(2)
})

test("two processes on one database send each mail once", async () => {
  const folder = mkdtempSync(join(tmpdir(), "lisanga-outbox-"))
  {
    const file = join(folder, "site.db")
    await using server = await startMailServer({ delayMs: 5 })
    await using one = await startMailingApp(server.url, { file })
    await using other = await startMailingApp(server.url, { file })
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

/** A row that another process claimed a minute ago for two, and never recorded. */
async function startWithClaimedRow(smtpUrl: string) {
  const site = await startMailingApp(smtpUrl)
  await site.outbox.stop()
  await site.send()
  const claimedUntil = new Date(Date.parse((await onlyRow(site.db)).nextAt) + MINUTE_MS).toISOString()
  await site.db.updateTable("outbox").set({ claimedUntil, attempts: 1 }).execute()
  return site
}

test("what another process has in hand is left to it", async () => {
  await using server = await startMailServer()
  await using site = await startWithClaimedRow(server.url)
  const next = site.startAnother()
  await next.stop()
  expect(server.mails).toHaveLength(0)
})

test("what a dead process had in hand goes out once its lease has ended", async () => {
  await using server = await startMailServer()
  await using site = await startWithClaimedRow(server.url)
  site.advance(MINUTE_MS)
  const next = site.startAnother()
  await next.stop()
  expect(server.mails).toHaveLength(1)
})

test("what an earlier process left is mailed at the next start", async () => {
  await using server = await startMailServer()
  await using site = await startMailingApp(server.url)
  await site.outbox.stop()
  await site.send()
  expect(server.mails).toHaveLength(0)
  const next = site.startAnother()
  await vi.waitFor(() => expect(server.mails).toHaveLength(1))
  await next.stop()
})

test("a mail goes out when its time comes, though nobody wakes the outbox", async () => {
  await using server = await startMailServer()
  await using site = await startMailingApp(server.url)
  await site.outbox.stop()
  await site.send()
  const nextAt = new Date(Date.now() + 300).toISOString()
  await site.db.updateTable("outbox").set({ nextAt }).execute()
  const next = site.startAnother(() => new Date())
  await vi.waitFor(() => expect(server.mails).toHaveLength(1), 3000)
  expect(new Date().toISOString() >= nextAt).toBe(true)
  await next.stop()
})

test("a message that was deleted meanwhile is not mailed", async () => {
  await using server = await startMailServer({ behaviour: "refuse" })
  await using site = await startMailingApp(server.url)
  await site.send()
  await site.pauseAfter(1)
  await site.db.deleteFrom("messages").execute()
  server.behaviour = "accept"
  site.advance(MINUTE_MS)
  await site.outbox.stop()
  expect(server.mails).toHaveLength(0)
})

test("a stop lets the mail under way end, and writes it down", async () => {
  await using server = await startMailServer({ delayMs: 150 })
  await using site = await startMailingApp(server.url)
  await site.send()
  await vi.waitFor(() => expect(server.mails).toHaveLength(1))
  await site.outbox.stop()
  expect((await onlyRow(site.db)).sentAt).not.toBeNull()
})

test("no log line and no record of a failure bears the password or a visitor's data", async () => {
  await using server = await startMailServer({ refuseLogin: true })
  await using site = await startMailingApp(server.url.replace("//", "//facteur:tr%C3%A8s-secret@"))
  await site.send()
  await site.pauseAfter(1)
  const told = site.lines.join("") + (await onlyRow(site.db)).lastError
  expect(told).toContain("EAUTH 535")
  expect(told).not.toMatch(/secret|facteur|Kabongo|amina/i)
})
