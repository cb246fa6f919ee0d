import * as z from "zod/mini"

/** PostgreSQL stores no NUL in texts. */
export const withoutNul = z.refine(
  (text) => typeof text !== "string" || !text.includes("\0"),
  "Le texte contient un caractère interdit (le caractère nul)",
)
