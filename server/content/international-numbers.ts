import type { ContentOf, ContentSlug } from "#server/contract/content/pages.ts"
import { formatPhoneNumber, parsePhoneNumber } from "#server/phone-number.ts"

/** Returns the content with numbers of the company whose links call them from everywhere. */
export function withCalledNumbers(page: ContentSlug, content: unknown): unknown {
  if (page !== "entreprise") return content
  const { contact, ...company } = content as ContentOf<"entreprise">
  const { phone, whatsapp } = contact
  return { ...company, contact: { ...contact, phone: called(phone), whatsapp: called(whatsapp) } }
}

/** Links call the digits as they are written, so that an international number keeps its groups. */
function called(typed: string): string {
  const number = parsePhoneNumber(typed)
  return !number || typed.replace(/[ ().-]/g, "") === number ? typed : formatPhoneNumber(number)
}
