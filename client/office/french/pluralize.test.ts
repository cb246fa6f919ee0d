import { expect, test } from "vitest"
import { pluralizeFound } from "./pluralize.ts"

test.each([
  [{ found: 1, foundIsCapped: false }, "1 projet"],
  [{ found: 1000, foundIsCapped: false }, "1\u202f000 projets"],
  [{ found: 1000, foundIsCapped: true }, "Plus de 1\u202f000 projets"],
  [{ found: 1051, foundIsCapped: true }, "Plus de 1\u202f000 projets"],
])("%j is written « %s »", (count, text) => {
  expect(pluralizeFound(count, "projet", "projets")).toBe(text)
})
