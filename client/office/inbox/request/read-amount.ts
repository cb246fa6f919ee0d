/** A dot or spaces may group thousands, as in « 12.500 » and « 1 250 000 »; any other dot would be one of cents. */
const AMOUNT = /^-?(?:\d+|[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,2}(?:\s+\d{3})+)$/

/** Returns the whole amount that is typed, null for none, and NaN for what is none. */
export function readAmount(typed: string): number | null {
  if (typed.trim() === "") return null
  const amount = typed.replace(/\$US|USD|\$/i, "").trim()
  return AMOUNT.test(amount) ? Number(amount.replace(/[.\s]/g, "")) : Number.NaN
}
