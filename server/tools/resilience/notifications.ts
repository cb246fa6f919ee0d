import type { startMailServer } from "#server/testing/start-mail-server.ts"

/** The value of NOTIFY_EMAIL. */
export const OFFICE = "bureau@lisanga.example"

/** Lists the mails to the company; some senders get acknowledgements as well. */
export function listNotifications({ mails }: Awaited<ReturnType<typeof startMailServer>>) {
  return mails.filter(({ recipients }) => recipients.includes(OFFICE))
}
