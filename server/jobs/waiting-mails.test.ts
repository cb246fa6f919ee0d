// @module-tag engines
import { expect, test } from "vitest"
import { HOUR_MS, MINUTE_MS } from "#server/contract/durations.ts"
import { startAppWithMails } from "#server/testing/start-app-with-mails.ts"
import { getOutboxRow, startAppWithOutbox } from "#server/testing/start-app-with-outbox.ts"
import { countWaitingMails, findOldestWaiting } from "./waiting-mails.ts"

/** Nobody listens there. */
const NOWHERE = "smtp://127.0.0.1:1"

test("a mail that cannot be sent waits since it was first due, however often it was tried", async () => {
  await using site = await startAppWithOutbox(NOWHERE)
  expect(await findOldestWaiting(site.db)).toBeUndefined()
  const since = site.now()
  await site.send()
  for (const attempts of [1, 2, 3, 4, 5]) {
    const minutes = await site.pauseAfter(attempts)
    const found = await findOldestWaiting(site.db)
    expect(found?.since).toEqual(since)
    expect(found?.failure).toContain("ESOCKET")
    site.advance(minutes * MINUTE_MS)
  }
  await site.pauseAfter(6)
  await site.send({ lastName: "Autre" })
  expect((await findOldestWaiting(site.db))?.since).toEqual(since)
  expect(await countWaitingMails(site.db)).toBe(2)
})

test("a mail that is being sent, or that nobody tries, waits since it was due", async () => {
  await using site = await startAppWithOutbox(NOWHERE)
  const since = site.now()
  await site.send()
  await site.pauseAfter(1)
  await site.outbox.stop()
  site.advance(3 * HOUR_MS)
  expect((await findOldestWaiting(site.db))?.since).toEqual(since)
  const { nextAt } = await getOutboxRow(site.db)
  const claimedUntil = new Date(site.now().getTime() + HOUR_MS).toISOString()
  await site.db.updateTable("outbox").set({ attempts: 2, claimedUntil, nextAt }).execute()
  expect((await findOldestWaiting(site.db))?.since).toEqual(since)
})

test("a visitor's address that the server refuses concerns no operator, the company's own does", async () => {
  await using site = await startAppWithMails({ behaviour: "refuse" })
  await site.send()
  await site.pauseAfter(1)
  expect((await getOutboxRow(site.db)).lastError).toMatch(/^EMESSAGE 5/)
  expect(await findOldestWaiting(site.db)).toBeDefined()
  await site.db.updateTable("outbox").set({ kind: "receipt" }).execute()
  expect(await findOldestWaiting(site.db)).toBeUndefined()
  await site.db.updateTable("outbox").set({ lastError: "EENVELOPE 450 RCPT TO" }).execute()
  expect(await findOldestWaiting(site.db)).toBeDefined()
})
