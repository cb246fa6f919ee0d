import { expect, test } from "vitest"
import { ofName } from "./elision.ts"

test.each([
  ["Aline", "d’Aline"],
  ["Élodie", "d’Élodie"],
  ["Élodie".normalize("NFD"), `d’${"Élodie".normalize("NFD")}`],
  ["Œdipe", "d’Œdipe"],
  ["Yvonne", "d’Yvonne"],
  ["Yannick", "de Yannick"],
  ["Hélène", "d’Hélène"],
  ["Honoré Kasa", "d’Honoré Kasa"],
  ["Hugo", "de Hugo"],
  ["Béa", "de Béa"],
  ["", "de "],
])("« %s » becomes « %s »", (name, text) => {
  expect(ofName(name)).toBe(text)
})
