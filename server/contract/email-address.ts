import * as z from "zod/mini"
import { EMAIL_MAX } from "./storable-text.ts"
import { withoutInvisible } from "./without-invisible.ts"

/** RFC 5322 §3.4.1 without quoted names, with the limits of RFC 1035 for the domain and any top-level domain. */
const ADDRESS =
  /^(?=.{1,64}@)[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/i

const DOMAIN_WITH_ACCENTS = /^(?=.*[^\0-\x7f])[\p{L}\p{M}\p{N}.-]+$/u

/**
 * Removes what copying leaves around an address (invisible characters, `<…>`, `mailto:`), and writes the accents of a
 * domain in ASCII as mail servers need it (RFC 5891). Nothing else is altered.
 */
export function cleanEmail(text: string): string {
  const address = withoutInvisible(text)
    .trim()
    .replace(/^<(.*)>$/, "$1")
    .replace(/^mailto:([^?]*).*$/i, "$1")
    .trim()
  const at = address.lastIndexOf("@") + 1
  const domain = address.slice(at)
  if (at === 0 || !DOMAIN_WITH_ACCENTS.test(domain)) return address
  try {
    return address.slice(0, at) + new URL(`http://${domain}`).hostname
  } catch {
    return address
  }
}

/** Says why the address is none, where one would not see it at once. */
function reasonAgainst(address: string): string {
  const name = address.slice(0, Math.max(0, address.lastIndexOf("@")))
  if (name === "" || /\p{Cc}/u.test(address)) return ""
  if (/[,;]/.test(address) || /@.*\./.test(name)) return "\u00a0: écrivez une seule adresse, sans virgule"
  if (name.includes("@")) return "\u00a0: un seul signe @"
  if (/\s/.test(address)) return "\u00a0: une adresse n’a pas d’espace"
  if (/[^\0-\x7f]/.test(name)) return "\u00a0: pas d’accent avant le signe @"
  return ""
}

/** Returns the schema of an e-mail address, or of the empty text if the address is optional. */
export function emailAddress(missing: string, invalid: string, { optional = false } = {}) {
  const isValid = (address: string) => (optional && address === "") || ADDRESS.test(address)
  const isGiven = (address: string) => optional || address !== ""
  return z
    .string(missing)
    .check(
      z.overwrite(cleanEmail),
      z.refine(isGiven, { error: missing, abort: true }),
      z.maxLength(EMAIL_MAX, { error: invalid, abort: true }),
      z.refine(isValid, { error: ({ input }) => invalid + reasonAgainst(String(input)) }),
    )
}
