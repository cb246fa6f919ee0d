import fc from "fast-check"
import { expect, test } from "vitest"
import { fuzzSeed } from "#server/testing/fuzz-seed.ts"
import { hostileText, hostileTexts } from "#server/testing/hostile-texts.ts"
import { escapeFormula, unescapeFormula } from "./formulas.ts"

test.each([
  ...hostileTexts.formulas,
  ...["=1", "+1", "-1", "@A1", "\tx", "\rx", "\nx"],
  ...["  =1", "\u00a0=1", "\u200b=1", "\ufeff=1", "\u0001=1", "\t =1"],
  ...["＝1", "＋1", "－1", "＠A1", "\u22121"],
  ...["'=1", "''=1", "'\t"],
])("%j gets an apostrophe", (text) => {
  expect(escapeFormula(text)).toBe(`'${text}`)
})

test.each(["", "Maison", "12 m²", "a=b", "l’école", "'90", "'", "a@exemple.cd", "Gombe - Kinshasa", "«=»"])(
  "%j stays as it is",
  (text) => {
    expect(escapeFormula(text)).toBe(text)
    expect(unescapeFormula(text)).toBe(text)
  },
)

test("any text comes back as it was", () => {
  const text = fc.oneof(hostileText, fc.string({ unit: fc.constantFrom("'", "=", " ", "\t", "-", "x", "＝") }))
  const property = fc.property(text, (text) => unescapeFormula(escapeFormula(text)) === text)
  fc.assert(property, { seed: fuzzSeed, numRuns: 1000 })
})
