/**
 * Matches a cell that some spreadsheet runs (https://owasp.org/www-community/attacks/CSV_Injection). In some, even
 * full-width signs and signs after invisible characters begin a formula.
 */
const formula = /^'*(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20])/u

/** Also escapes texts with leading apostrophes before a formula, so that `unescapeFormula` restores every text. */
export function escapeFormula(text: string): string {
  return formula.test(text) ? `'${text}` : text
}

export function unescapeFormula(cell: string): string {
  const text = cell.slice(1)
  return cell.startsWith("'") && formula.test(text) ? text : cell
}
