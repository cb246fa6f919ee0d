/** The characters are hard to confuse; of 0 O Q, 1 I L, 2 Z, 5 S, 8 B and U V, none is used. */
const ALPHABET = "34679ACDEFGHJKMNPRTWXY"

const LENGTH = 4

/** Returns a reference such as « LIS-7K3M-26 », with four random characters and the year, or 00 for an invalid date. */
export function createReference(date: Date, length = LENGTH): string {
  const code = Array.from(
    crypto.getRandomValues(new Uint32Array(length)),
    (random) => ALPHABET[random % ALPHABET.length],
  )
  return `LIS-${code.join("")}-${String(date.getUTCFullYear() % 100 || 0).padStart(2, "0")}`
}

/** Returns the reference that somebody has typed where one is asked for; undefined for any other text. */
export function parseReference(text: string): string | undefined {
  return spellReference(/^[\s-]*lis/i.test(text) ? text : `lis${text}`)?.toUpperCase()
}

/**
 * Returns the reference, in lower case, that somebody has typed without hyphens or with spaces, or undefined for any
 * other text. Without « LIS » the code must have a letter and a digit, since « patty96 » is a name and 467312 a number.
 */
export function spellReference(text: string): string | undefined {
  const [, prefix, code = "", year] =
    /^(lis)?([34679acdefghjkmnprtwxy]{4,6})(\d\d)$/i.exec(text.replace(/[\s-]/g, "")) ?? []
  if (!year || (!prefix && !(/\d/.test(code) && /[a-z]/i.test(code)))) return undefined
  return `${prefix ? "lis-" : ""}${code}-${year}`.toLowerCase()
}
