import { parsePhoneNumberFromString } from "libphonenumber-js/max"
import { withoutInvisible } from "#server/contract/without-invisible.ts"

/** Numbers without a country's code are Congolese. */
const DEFAULT_COUNTRY = "CD"

/**
 * Returns the number in the international form of ITU-T E.164, such as `+243812345678`, however people have written it,
 * or undefined for what can be no number.
 */
export function parsePhoneNumber(text: string): string | undefined {
  const written = withoutInvisible(text.normalize("NFKC")).trim().replace(/^tel:/i, "")
  if (!/^[+(\s]*\p{Nd}[\p{Nd}\p{Pd}\s().\u2212/·•]*$/u.test(written)) return undefined
  return parseValid(written) ?? parseValid(written.replace(/^\D*0*(?:243[\D0]*)+/, "+243 "))
}

function parseValid(text: string): string | undefined {
  const number = parsePhoneNumberFromString(text, DEFAULT_COUNTRY)
  return number?.isValid() ? number.number : undefined
}

/** Returns three digits or more by which a search finds a stored number, or undefined for a text that is no part of one. */
export function searchedDigits(text: string): string | undefined {
  const number = parsePhoneNumber(text)
  if (number) return number.slice(1)
  const digits = withoutInvisible(text.normalize("NFKC")).replace(/[\s().\p{Pd}/]/gu, "")
  if (!/^\+?\d{3,15}$/.test(digits)) return undefined
  const searched = digits.replace(/^\+|^00?/, "").replace(/^2430/, "243")
  return searched.length < 3 ? undefined : searched
}

/** Groups the digits of a stored number as its country does: `+243 812 345 678`. */
export function formatPhoneNumber(phone: string): string {
  return parsePhoneNumberFromString(phone)?.formatInternational() ?? phone
}
