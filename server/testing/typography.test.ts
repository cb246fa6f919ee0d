import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

/** The specification gives these texts, with a plain space. */
const given =
  /Projet (ajouté|mis à jour) avec succès !|Erreur lors du chargement des (données|statistiques|projets|messages) : |Erreur de réseau : |Erreur lors de la suppression : |Êtes-vous sûr de vouloir supprimer ce (projet|message) \?|Image inconnue : |Agrandir : /g

const files = globSync([
  "client/**/*texts.ts",
  "server/contract/**/*.ts",
  "server/*/*mail-texts.ts",
  "server/pages/api-docs/**/*.ts",
  "server/*/{*rest,wire}.ts",
  "server/http/{described,health,list-page,metrics,rest-call,rest-parts,resumable-upload}.ts",
  "server/projects/import-csv.ts",
]).filter((file) => !file.includes(".test."))

/** The specification gives these texts, with straight apostrophes. */
const straight = [
  "Format d'image non pris en charge",
  "Trop d'images",
  "Accès réservé à l'administrateur",
  "Jetons d'API",
  "Coordonnées de l'entreprise",
  "Bandeau d'annonce",
  "Nombre d'employés",
  "Heures d'ouverture",
  "Années d'expérience",
  "Aucun projet d'élevage",
  "Aucun projet d'agriculture",
  "lors de l'envoi du message",
  "Erreur lors de l'ajout du projet",
  "Aujourd'hui",
  "Clés d'accès",
  "S'inscrire",
  "Nom d'utilisateur",
  "Erreur d'inscription",
]

const strings = /"(?:[^"\\\n]|\\.)*"/g
const stringsAndTemplates = new RegExp(`${strings.source}|\`(?:[^\`\\\\]|\\\\.)*\``, "g")

/** Lists the texts without code and comments; what a template inserts counts as one word. */
function textsOf(source: string, kind: RegExp): string[] {
  const code = source.replace(/^\s*(\/\/|\/?\*).*$/gm, "").replace(/\$\{[^{}`"]*\}/g, "mot")
  return code.match(kind) ?? []
}

/** Lists the texts that match, with their files. */
function find(kind: RegExp, pattern: RegExp, without: (text: string) => string = (text) => text) {
  return files.flatMap((file) =>
    textsOf(readFileSync(file, "utf8"), kind)
      .filter((text) => pattern.test(without(text)))
      .map((text) => `${file}: ${text}`),
  )
}

test("texts have curved apostrophes, but for those that are given", () => {
  expect(
    find(stringsAndTemplates, /\p{L}'\p{L}/u, (text) => straight.reduce((rest, one) => rest.replace(one, ""), text)),
  ).toEqual([])
})

test("the space before ; ! ? is narrow, and that before : is not", () => {
  // Signs that are quoted are no punctuation.
  expect(find(stringsAndTemplates, /(?<!«)\\u00a0[;!?](?!\d)|\\u202f:/)).toEqual([])
})

test("texts have no plain space inside of « » or before : ; ! ?, where a line could break", () => {
  const wrong = find(strings, /« |[\p{L}\p{N})…] (?:»|[:;!?](?![\p{L}\p{N}=:]))/u, (text) => text.replace(given, ""))
  expect(wrong).toEqual([])
  expect(files.length).toBeGreaterThan(50)
})
