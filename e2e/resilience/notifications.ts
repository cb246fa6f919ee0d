import type { startMailServer } from "#server/testing/start-mail-server.ts"

/** NOTIFY_EMAIL. */
export const OFFICE = "bureau@lisanga.example"

/** Mails to the company; senders get acknowledgements as well, a few of them a day. */
export function listNotifications({ mails }: Awaited<ReturnType<typeof startMailServer>>) {
  return mails.filter(({ recipients }) => recipients.includes(OFFICE))
}
