import { expect, test } from "vitest"
import { parseCell, parseValue, printValue } from "./field-values.ts"

const choice = { kind: "choice", options: ["Terminé", "En cours"] } as const

test.each([
  [{ kind: "number" }, "1 200", 1200],
  [{ kind: "number" }, " ", null],
  [{ kind: "number" }, "douze", "douze"],
  [{ kind: "number" }, "-3", "-3"],
  [{ kind: "date" }, "", null],
  [{ kind: "date" }, "2026-03-01", "2026-03-01"],
  [choice, "", null],
  [choice, "Fini", "Fini"],
  [{ kind: "line" }, "", ""],
  [{ kind: "text" }, " a ", " a "],
] as const)("of %j, « %s » is %j in a form", (kind, text, value) => {
  expect(parseValue(kind, text)).toBe(value)
})

test.each([
  [{ kind: "date" }, "1/3/2026", "2026-03-01"],
  [{ kind: "date" }, "2026-03-01", "2026-03-01"],
  [{ kind: "date" }, "mars", "mars"],
  [choice, " termine ", "Terminé"],
  [choice, "Fini", "Fini"],
  [choice, " ", null],
  [{ kind: "number" }, "12", 12],
  [{ kind: "line" }, "1/3/2026", "1/3/2026"],
] as const)("of %j, « %s » is %j in a file", (kind, text, value) => {
  expect(parseCell(kind, text)).toBe(value)
})

test.each([
  [null, ""],
  [0, "0"],
  [1200, "1200"],
  ["2026-03-01", "2026-03-01"],
] as const)("%j is written as « %s »", (value, text) => {
  expect(printValue(value)).toBe(text)
})
