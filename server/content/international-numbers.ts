import type { ContentOf, ContentSlug } from "#server/contract/content/pages.ts"
import { formatPhoneNumber, parsePhoneNumber } from "#server/phone-number.ts"

/** Returns the content with the company's numbers in a form that links can call from every country. */
export function withInternationalNumbers(page: ContentSlug, content: unknown): unknown {
  if (page !== "entreprise") return content
  const { contact, ...company } = content as ContentOf<"entreprise">
  const { phone, whatsapp } = contact
  return { ...company, contact: { ...contact, phone: toInternational(phone), whatsapp: toInternational(whatsapp) } }
}

/** A number that is international already keeps the groups in which it was typed. */
function toInternational(typed: string): string {
  const number = parsePhoneNumber(typed)
  return !number || typed.replace(/[ ().-]/g, "") === number ? typed : formatPhoneNumber(number)
}
