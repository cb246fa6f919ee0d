import { expect, test } from "vitest"
import { summaryOf } from "./summary.ts"

const project = { name: "Villa", address: "Gombe" }

test("a summary is one line, which keeps the spaces that do not break", () => {
  const description = "  Qui bâtit\u202f?\r\n\n\tLisanga\u00a0:   \u00ab\u00a0vite et bien\u00a0\u00bb. "
  expect(summaryOf({ ...project, description })).toBe("Qui bâtit\u202f? Lisanga\u00a0: «\u00a0vite et bien\u00a0».")
})

test("a long text ends after a word, not in front of a sign that belongs to it", () => {
  expect(summaryOf({ ...project, description: "Un chantier clos\u00a0: enfin" }, 20)).toBe("Un chantier clos…")
  expect(summaryOf({ ...project, description: "Un chantier de 24\u00a0logements" }, 20)).toBe("Un chantier de…")
})

test("a project without a text has its name and place", () => {
  expect(summaryOf({ ...project, description: " \n" })).toBe("Villa, Gombe")
})
