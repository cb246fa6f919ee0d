import type { Message } from "#server/contract/messages.ts"
import { CONTACT_SECTOR_LABELS } from "#server/contract/sectors.ts"
import { openingTexts as texts } from "./texts.ts"

/** Returns a link that opens WhatsApp with the typed text, or else with a greeting. */
export function whatsappUrl(phone: string, message: Message, typed = ""): string {
  return `https://wa.me/${phone.replace(/\D/g, "")}?text=${encodeURIComponent(typed.trim() || openingText(message))}`
}

/** Returns a mailto URL, whose address is encoded too (RFC 6068). */
export function mailtoUrl(message: Message): string {
  const { email, reference, sector } = message
  const address = encodeURIComponent(email).replace("%40", "@")
  const subject = encodeURIComponent(texts.subject(reference, CONTACT_SECTOR_LABELS[sector]))
  const body = encodeURIComponent(openingText(message).replaceAll("\n", "\r\n"))
  return `mailto:${address}?subject=${subject}&body=${body}`
}

/** Returns the first words of a text to the sender. */
export function openingText({ firstName, reference }: Message): string {
  return texts.text(firstName, reference)
}
