import { responseTexts } from "#server/contract/response-texts.ts"
import { fieldError } from "#server/errors.ts"

/** Returns a form's texts. Browsers send their line ends as two characters. */
export function readTexts(form: Iterable<[string, unknown]>): Record<string, string> {
  const texts = [...form].filter((entry): entry is [string, string] => typeof entry[1] === "string")
  return Object.fromEntries(texts.map(([name, text]) => [name, text.replaceAll("\r\n", "\n")]))
}

/** Rejects texts that are not sent as UTF-8, in which the parsers have replaced characters. */
export function rejectReplacements(texts: Record<string, string>): void {
  const field = Object.keys(texts).find((name) => texts[name]?.includes("\ufffd"))
  if (field !== undefined) throw fieldError(field, responseTexts.unreadableCharacter)
}
