import type { MailCompany } from "#server/content/published/mail-company.ts"

/** This header prevents automatic replies such as absence messages (RFC 3834). */
export const automatic = { headers: { "Auto-Submitted": "auto-generated" } }

/** Returns the headers of an automatic mail to the holder of an account. */
export function toAccount({ name, sender, inboxes }: MailCompany, recipient: string) {
  return {
    ...automatic,
    from: { name: oneLine(name), address: sender },
    to: { name: "", address: recipient },
    replyTo: inboxes,
  }
}

/** Joins the lines without missing ones; an empty text is a blank line. */
export function lines(...given: (string | false | null)[]): string {
  return given.filter((line) => typeof line === "string").join("\n")
}

export function oneLine(text: string): string {
  return withoutControls(text).replace(/\s+/g, " ").trim()
}

/** Removes control characters, even bidirectional ones, which would reorder the text around them. */
export function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, "\n")
    .replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, "")
}

const kinshasaTime = new Intl.DateTimeFormat("fr-FR", {
  dateStyle: "full",
  timeStyle: "short",
  timeZone: "Africa/Kinshasa",
})

/** Formats a moment as « dimanche 1er mars 2026 à 14:05 (heure de Kinshasa) ». */
export function formatMoment(iso: string): string {
  return `${kinshasaTime.format(new Date(iso)).replace(" 1 ", " 1er ")} (heure de Kinshasa)`
}
