import * as z from "zod/mini"

/** RFC 5321 §4.5.3.1.3 allows an e-mail address 256 characters with its two brackets. */
export const EMAIL_MAX = 254

/** PostgreSQL stores no NUL in texts. */
export const withoutNul = z.refine(
  (text) => typeof text !== "string" || !text.includes("\0"),
  "Le texte contient un caractère interdit (le caractère nul)",
)

/** Characters that nobody sees, such as a zero-width space, make no text. */
export function notBlank(message: string) {
  // An empty text has its error already. Aborting instead would skip checks across fields.
  const isEmptyOrVisible = (text: string) => text === "" || /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text)
  return [z.minLength(1, message), z.refine<string>(isEmptyOrVisible, message)] as const
}
