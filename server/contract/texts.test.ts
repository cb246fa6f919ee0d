import { expect, test } from "vitest"
import * as z from "zod/mini"
import { cutText } from "./cut-text.ts"
import { normalizeForSearch } from "./normalize-for-search.ts"
import { ordinarySpaces, trimLine, trimText } from "./storable-text.ts"

test.each([
  ["L’ÉLEVAGE", "l'elevage"],
  ["l'élevage", "l'elevage"],
  ["l`e\u0301levage", "l'elevage"],
  ["Kalamu‑Nord – sud−ouest—est", "kalamu-nord - sud-ouest-est"],
  ["deux\u00a0cents\u202fm²\tet\n½", "deux cents m2 et 1/2"],
  ["ŒUVRE et Ægir", "oeuvre et aegir"],
  ["ﬁn de l’œuvre", "fin de l'oeuvre"],
  ["anti\u00adconstitu\u200btionnel", "anticonstitutionnel"],
  ["m³", "m3"],
  ["« Villa »", '" villa "'],
  ["Straße", "strasse"],
])("%j is searched for as %j", (text, folded) => {
  expect(normalizeForSearch(text)).toBe(folded)
})

test.each([
  ["Re\u0301my", "Rémy"],
  ["\u202eAmina\u202c", "Amina"],
  ["Ami\u200bna", "Amina"],
  ["Kabila\r\nkasongo", "Kabila kasongo"],
  ["👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"],
])("a line %j is stored as %j", (text, stored) => {
  expect(z.string().check(trimLine).parse(text)).toBe(stored)
})

test("a name has ordinary spaces, and a text keeps its lines and its unbreakable ones", () => {
  expect(z.string().check(trimLine, ordinarySpaces).parse("Jean\u00a0Paul\u2009\u202fIlunga ")).toBe("Jean Paul Ilunga")
  expect(z.string().check(trimText).parse("\u200eE\u0301tat\u00a0:\n bon\u200b ")).toBe("État\u00a0:\n bon")
})

test.each([
  ["Abc", 3, "Abc"],
  ["Abcd", 3, "Abc"],
  ["Ab🏗️d", 3, "Ab"],
  ["Ab👨\u200d👩\u200d👧d", 8, "Ab"],
  ["Abe\u0301d", 3, "Ab"],
  ["A🇨🇩🇨🇬", 5, "A🇨🇩"],
])("%j is cut after %i to %j", (text, max, cut) => {
  expect(cutText(text, max)).toBe(cut)
})
