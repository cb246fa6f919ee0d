import * as z from "zod/mini"

/** RFC 5321 §4.5.3.1.3 allows an e-mail address 256 characters, among which are two angle brackets. */
export const EMAIL_MAX = 254

/** Rejects NUL, which PostgreSQL cannot store, and halves of surrogate pairs, which UTF-8 cannot. */
export const storable = z.refine(
  (text) => typeof text !== "string" || !/[\0\p{Cs}]/u.test(text),
  "Le texte contient un caractère interdit",
)

/** Trims a text of one line. Line breaks and other control characters become a space, except NUL, which is rejected. */
export const trimLine = z.overwrite<string>((text) => text.replace(/(?:(?!\0)\p{Cc}|\p{Zl}|\p{Zp})+/gu, " ").trim())

/** Rejects texts that are empty or consist of invisible characters, such as a zero-width space. */
export function notBlank(message: string) {
  // An empty text has an error already, and aborting there would skip checks across fields.
  const isEmptyOrVisible = (text: string) => text === "" || /[^\s\p{Default_Ignorable_Code_Point}]/u.test(text)
  return [z.minLength(1, message), z.refine<string>(isEmptyOrVisible, message)] as const
}
