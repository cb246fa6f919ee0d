import fc from "fast-check"
import { expect, test } from "vitest"
import { fuzzSeed } from "#server/testing/fuzz-seed.ts"
import { compareWords, type Piece } from "./compare-words.ts"

/** Writes the pieces as one text, with brackets around the changed ones. */
function written(pieces: readonly Piece[]) {
  return pieces.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join("")
}

function compared(before: string, after: string) {
  const { before: old, after: now } = compareWords(before, after)
  return [written(old), written(now)]
}

test("words, their accents included, are compared whole", () => {
  expect(compared("Une maison bâtie", "Une maison rebâtie")).toEqual(["Une maison [bâtie]", "Une maison [rebâtie]"])
  expect(compared("Une sœur", "Une œuvre")).toEqual(["Une [sœur]", "Une [œuvre]"])
  expect(compared("+243 900 000 000", "+243 900 000 001")).toEqual(["+243 900 000 [000]", "+243 900 000 [001]"])
})

test("a phrase that was replaced is one piece", () => {
  expect(compared("Notre belle maison.", "Une grande maison.")).toEqual([
    "[Notre belle] maison.",
    "[Une grande] maison.",
  ])
})

test("a line break and a no-break space count too", () => {
  expect(compared("Gombe\nKinshasa", "Gombe Kinshasa")).toEqual(["Gombe[\n]Kinshasa", "Gombe[ ]Kinshasa"])
  expect(compared("5 000", "5\u00a0000")).toEqual(["5[ ]000", "5[\u00a0]000"])
})

test("a text that was empty is added as a whole", () => {
  expect(compareWords("", "Deux mots")).toEqual({ before: [], after: [{ text: "Deux mots", isChanged: true }] })
})

test("both texts stay complete, and what is not marked is the same in both", () => {
  const texts = fc.array(fc.constantFrom("a", "é", " ", "\n", "mot", "’", "\u00a0", "<b>", "🏠"), { maxLength: 30 })
  const text = texts.map((parts) => parts.join(""))
  const join = (pieces: readonly Piece[]) => pieces.map((piece) => piece.text).join("")
  const unmarked = (pieces: readonly Piece[]) => join(pieces.filter(({ isChanged }) => !isChanged))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const found = compareWords(before, after)
      expect([join(found.before), join(found.after)]).toEqual([before, after])
      expect(unmarked(found.before)).toBe(unmarked(found.after))
    }),
    { seed: fuzzSeed },
  )
})
