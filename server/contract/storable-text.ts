import * as z from "zod/mini"

/** RFC 5321 §4.5.3.1.3 allows an e-mail address 256 characters, among which are two angle brackets. */
export const EMAIL_MAX = 254

/** Rejects NUL, which PostgreSQL cannot store, and halves of surrogate pairs, which UTF-8 cannot. */
export const storable = z.refine(
  (text) => typeof text !== "string" || !/[\0\p{Cs}]/u.test(text),
  "Le texte contient un caractère interdit",
)

/** Direction marks, and characters without a width other than those that join emoji and letters of some scripts. */
const INVISIBLE = /[\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/g

/** Composes accents, which iPhones and Macs send apart from their letter, and removes what nobody sees. */
export function cleanText(text: string): string {
  return text.normalize("NFC").replace(INVISIBLE, "")
}

/** Trims a text of several lines. */
export const trimText = z.overwrite<string>((text) => cleanText(text).trim())

/** Trims a text of one line. Line breaks and other control characters become a space, except NUL, which is rejected. */
export const trimLine = z.overwrite<string>((text) =>
  cleanText(text)
    .replace(/(?:(?!\0)\p{Cc}|\p{Zl}|\p{Zp})+/gu, " ")
    .trim(),
)

/** Makes every space of a name an ordinary one, and trims it. */
export const ordinarySpaces = z.overwrite<string>((text) =>
  text
    .normalize("NFC")
    .replace(/\p{Z}+/gu, " ")
    .trim(),
)

/** Rejects texts that are empty or consist of invisible characters, such as a zero-width space. */
export function notBlank(message: string) {
  return [z.minLength(1, message), notInvisible(message)] as const
}

/** Rejects texts of invisible characters alone. */
export function notInvisible(message: string) {
  // An empty text has an error already, and aborting there would skip checks across fields.
  const isEmptyOrVisible = (text: string) =>
    text === "" || /[^\s\u2800\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(text)
  return z.refine<string>(isEmptyOrVisible, message)
}
