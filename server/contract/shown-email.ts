import { toUnicode } from "punycode/punycode.es6.js"

/** Returns an address as people write it, with the accents of its domain. */
export function shownEmail(email: string): string {
  try {
    return toUnicode(email)
  } catch {
    return email
  }
}
