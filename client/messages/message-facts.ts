import type { Message } from "#server/contract/messages.ts"

const dates = new Intl.DateTimeFormat("fr-FR", { dateStyle: "long", timeStyle: "short", timeZone: "Africa/Kinshasa" })

export function fullName({ firstName, lastName }: Message): string {
  return `${firstName} ${lastName}`
}

/** « 20 novembre 2026 à 15:54 » in Kinshasa’s time. */
export function receivedAt(createdAt: string): string {
  return dates.format(new Date(createdAt))
}
