/** No two of them look alike, nor like a digit or letter that is missing: 0 O Q, 1 I L, 2 Z, 5 S, 8 B, U V. */
const ALPHABET = "34679ACDEFGHJKMNPRTWXY"

const LENGTH = 4

/** How people name a request, as « LIS-7K3M-26 »: four random characters, then the year. */
export function createReference(date: Date, length = LENGTH): string {
  const code = Array.from(
    crypto.getRandomValues(new Uint32Array(length)),
    (random) => ALPHABET[random % ALPHABET.length],
  )
  return `LIS-${code.join("")}-${String(date.getUTCFullYear() % 100).padStart(2, "0")}`
}
