/**
 * Matches a cell that some spreadsheet runs (https://owasp.org/www-community/attacks/CSV_Injection). In some, even
 * full-width signs and signs after invisible characters begin a formula.
 */
const formula = /^'*(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20])/u

/** A telephone number alone, which Excel would take for a number, so that it gets its text by a formula. */
const phoneNumber = /^\+\d{7,15}$/

const phoneCell = /^="(\+\d{7,15})"$/

/** Also escapes texts with leading apostrophes before a formula, so that `unescapeFormula` restores every text. */
export function escapeFormula(text: string): string {
  if (phoneNumber.test(text)) return `="${text}"`
  return formula.test(text) ? `'${text}` : text
}

export function unescapeFormula(cell: string): string {
  const [, phone] = phoneCell.exec(cell) ?? []
  if (phone) return phone
  const text = cell.slice(1)
  return cell.startsWith("'") && formula.test(text) ? text : cell
}
