import { expect, onTestFinished, vi } from "vitest"
import { startOutbox } from "#server/jobs/outbox.ts"
import { createLog } from "#server/log.ts"
import { openMailDelivery } from "#server/start/open-outbox.ts"
import { openTestDatabase } from "#server/testing/open-test-database.ts"
import { startMailServer } from "#server/testing/start-mail-server.ts"
import { openScreen } from "./open-screen.tsx"

/** Opens a screen of a site that sends mails, which a real mail server takes. */
export async function openScreenWithMails(path: string, given: Parameters<typeof openScreen>[1] = {}) {
  const server = await startMailServer()
  const parts = { db: await openTestDatabase(), log: createLog("error", () => {}), now: () => new Date() }
  const settings = { smtpUrl: server.url, notifyEmail: "bureau@lisanga.example", requiresTls: false }
  const delivery = openMailDelivery({ ...parts, publicUrl: undefined }, settings)
  const outbox = startOutbox({ ...parts, delivery })
  const opened = await openScreen(path, { ...given, ...parts, outbox })
  // It runs before the database is closed.
  onTestFinished(async () => {
    await outbox.stop()
    await server[Symbol.asyncDispose]()
  })
  const mailsTo = (address: string) => server.mails.filter(({ recipients }) => recipients.includes(address))
  return {
    ...opened,
    server,
    mailsTo,
    /** Waits for a mail, and returns the path of its link. */
    async linkTo(address: string): Promise<string> {
      await vi.waitFor(() => expect(mailsTo(address)).not.toEqual([]), 5000)
      return new URL(/^https?:\S+$/m.exec(mailsTo(address).at(-1)?.text ?? "")?.[0] ?? "").pathname
    },
  }
}
