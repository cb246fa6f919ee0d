import { expect, vi } from "vitest"
import type { Parts } from "#server/app.ts"
import { MINUTE_MS } from "#server/contract/durations.ts"
import type { ContactFields } from "#server/contract/messages.ts"
import { connectFile } from "#server/database/connect.ts"
import type { Database } from "#server/database/core/database.ts"
import { startOutbox } from "#server/jobs/outbox.ts"
import { createLog } from "#server/log.ts"
import { openMailDelivery } from "#server/start/open-outbox.ts"
import { contactFields } from "./fixtures.ts"
import { openTestDatabase } from "./open-test-database.ts"
import { startApp } from "./start-app.ts"

interface Given {
  file?: string
  publicUrl?: string
  deliveryTimeoutMs?: number
  /** The settings of the app. */
  settings?: Record<string, string>
  pages?: Parts["pages"]
}

/** Starts the app with its outbox, on a clock that the test advances. */
export async function startAppWithOutbox(smtpUrl: string, { file, publicUrl, settings, pages, ...given }: Given = {}) {
  let time = Date.UTC(2025, 2, 3, 9, 15)
  const now = () => new Date(time)
  const db = file === undefined ? await openTestDatabase() : await connectFile(file)
  const lines: string[] = []
  const log = createLog("debug", (line) => lines.push(line))
  const delivery = openMailDelivery(
    { db, log, now, publicUrl },
    {
      smtpUrl,
      notifyEmail: "bureau@lisanga.example",
      requiresTls: false,
    },
  )
  const parts = { db, log, now, delivery, ...given }
  const outbox = startOutbox(parts)
  const app = await startApp({
    db,
    outbox,
    now,
    log,
    settings: { RATE_LIMITS: "0", ...settings },
    ...(pages && { pages }),
  })
  return {
    ...app,
    outbox,
    lines,
    /** Sends a request without an e-mail address, so that only the company gets a mail. */
    send: (given: Partial<ContactFields> = {}) =>
      app.postJson("/api/contact", { ...contactFields, email: "", phone: "+243812345678", ...given }),
    startAnother: (clock = now) => startOutbox({ ...parts, now: clock }),
    /** Advances the clock and wakes the outbox. */
    advance(ms: number) {
      time += ms
      outbox.wake()
    },
    /** Waits for that number of failed attempts, and returns the minutes until the next one. */
    async pauseAfter(attempts: number): Promise<number> {
      const row = await vi.waitFor(async () => {
        const row = await getOutboxRow(db)
        expect(row).toMatchObject({ attempts, claimedUntil: null })
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

export function getOutboxRow(db: Database) {
  return db.selectFrom("outbox").selectAll().executeTakeFirstOrThrow()
}
