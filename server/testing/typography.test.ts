import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

/** The specification gives these texts, with a plain space. */
const given =
  /Projet (ajouté|mis à jour) avec succès !|Erreur lors du chargement des (données|statistiques|projets|messages) : |Erreur de réseau : |Erreur lors de la suppression : |Êtes-vous sûr de vouloir supprimer ce (projet|message) \?|Image inconnue : |Agrandir : /g

const files = globSync([
  "client/**/*texts.ts",
  "server/contract/**/*.ts",
  "server/*/*mail-texts.ts",
  "server/api-docs/**/*.ts",
  "server/projects/import-csv.ts",
]).filter((file) => !file.includes(".test."))

/** Lists the strings without code and comments; what a template inserts counts as one word. */
function textsOf(source: string): string[] {
  const code = source.replace(/^\s*(\/\/|\/?\*).*$/gm, "").replace(/\$\{[^{}`"]*\}/g, "mot")
  return code.match(/"(?:[^"\\\n]|\\.)*"/g) ?? []
}

test("texts have no plain space inside of « » or before : ; ! ?, where a line could break", () => {
  const wrong = files.flatMap((file) =>
    textsOf(readFileSync(file, "utf8"))
      .map((text) => text.replace(given, ""))
      .filter((text) => /« |[\p{L}\p{N})…] (?:»|[:;!?](?![\p{L}\p{N}=:]))/u.test(text))
      .map((text) => `${file}: ${text}`),
  )
  expect(wrong).toEqual([])
  expect(files.length).toBeGreaterThan(50)
})
