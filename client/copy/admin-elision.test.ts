import { expect, test } from "vitest"
import { ofName } from "./admin-elision.ts"

test.each([
  ["Aline", "d’Aline"],
  ["Élodie", "d’Élodie"],
  ["E\u0301lodie", "d’E\u0301lodie"],
  ["Œdipe", "d’Œdipe"],
  ["Yvonne", "d’Yvonne"],
  ["Yannick", "de Yannick"],
  ["Hélène", "de Hélène"],
  ["Béa", "de Béa"],
  ["", "de "],
])("« %s » becomes « %s »", (name, text) => {
  expect(ofName(name)).toBe(text)
})
