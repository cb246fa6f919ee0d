import fc from "fast-check"
import { expect, test } from "vitest"
import { IMPORTED_COLUMNS, PROJECT_CSV_TITLES } from "#server/contract/project-csv.ts"
import { PublishableProject } from "#server/contract/project-drafts.ts"
import { ProjectImport } from "#server/contract/project-import.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { SECTORS } from "#server/contract/sectors.ts"
import { STATUSES } from "#server/contract/statuses.ts"
import { readCsv } from "#server/csv/read-csv.ts"
import type { AppError } from "#server/errors.ts"
import { buildProject } from "#server/testing/fixtures.ts"
import { fuzzSeed } from "#server/testing/fuzz-seed.ts"
import { hostileText, storableTexts } from "#server/testing/hostile-texts.ts"
import { type ExportedProject, writeProjectsCsv } from "./export-csv.ts"
import { listImportedImages, readProjectsCsv, rejectUnknownImages } from "./import-csv.ts"

const TITLES = "Nom du projet;Secteur;Statut;Description"

function read(...lines: string[]) {
  return readProjectsCsv(Buffer.from(lines.join("\r\n")))
}

function messageOf(bytes: Uint8Array): string {
  try {
    readProjectsCsv(bytes)
  } catch (error) {
    return (error as AppError).message
  }
  throw new Error("The file was read")
}

function exported(overrides: Partial<ExportedProject> = {}): ExportedProject {
  return { ...buildProject(), slug: "ecole", state: "published", ...overrides }
}

async function write(...projects: ExportedProject[]): Promise<string> {
  async function* chunks() {
    yield projects
  }
  return (await Array.fromAsync(writeProjectsCsv(chunks(), "https://lisanga.example"))).join("")
}

test("an export has every column", async () => {
  const images = ["a.jpg", "b.jpg", "c.jpg"].map((name, index) => ({
    name,
    alt: [null, "La cour\nle soir", ""][index] ?? null,
  }))
  const fields = {
    id: 7,
    name: "École",
    description: "Trois niveaux",
    sector: "Construction",
    status: "En cours",
  } as const
  const project = exported({
    ...fields,
    address: null,
    images,
    state: "draft",
    createdAt: "2025-02-28T23:30:00.000Z",
    publishedAt: null,
  })
  const titles = Object.values(PROJECT_CSV_TITLES)
  const { rows } = readCsv(Buffer.from(await write(project)), titles)
  const cells = {
    Identifiant: "7",
    "Nom du projet": "École",
    Secteur: "Construction",
    Statut: "En cours",
    État: "Brouillon",
    Adresse: "",
    Description: "Trois niveaux",
    Images: "a.jpg\nb.jpg\nc.jpg",
    "Textes alternatifs": "\nLa cour le soir\n(décorative)",
    Date: "2025-03-01",
    "Adresse web": "",
  }
  expect(rows).toHaveLength(1)
  expect(Object.fromEntries(titles.map((title, index) => [title, rows[0]?.cells[index]]))).toMatchObject(cells)
  expect(titles.filter((title) => title in cells)).toEqual(Object.keys(cells))
})

test("a published project has an address on the site", async () => {
  const project = exported({ id: 7, name: "École", sector: "Construction", state: "published" })
  const { rows } = readCsv(Buffer.from(await write(project)), Object.values(PROJECT_CSV_TITLES))
  expect(rows[0]?.cells.at(-1)).toBe("https://lisanga.example/realisations/ecole")
})

test("a row becomes a project", () => {
  const preview = read(`${TITLES};Adresse;Images`, "École;construction;en cours;Trois niveaux;Gombe;a.jpg  b.jpg")
  expect(preview).toEqual({
    reading: { encoding: "utf-8", separator: "semicolon", rows: expect.any(Array) },
    columns: ["name", "sector", "status", "description", "address", "images"],
    ignored: [],
    rows: [
      {
        line: 2,
        values: {
          name: "École",
          sector: "construction",
          status: "en cours",
          description: "Trois niveaux",
          address: "Gombe",
          images: "a.jpg  b.jpg",
        },
        project: PublishableProject.parse({
          name: "École",
          sector: "Construction",
          status: "En cours",
          description: "Trois niveaux",
          address: "Gombe",
          images: [
            { name: "a.jpg", alt: null },
            { name: "b.jpg", alt: null },
          ],
        }),
        errors: [],
        action: "create",
      },
    ],
    valid: 1,
    invalid: 0,
    created: 1,
    updated: 0,
    publishable: 1,
  })
  expect(ProjectImport.parse(preview)).toEqual(preview)
})

test.each([
  ["Élevage", "Élevage"],
  ["ELEVAGE", "Élevage"],
  ["Ventes-matériaux", "Ventes de matériaux"],
  [" vente-materiaux ", "Ventes de matériaux"],
])("the sector « %s » is %s", (spelling, sector) => {
  expect(read(TITLES, `École;${spelling};En cours;x`).rows[0]?.project?.sector).toBe(sector)
})

test.each([
  ["TERMINE", "Terminé"],
  [" annulé ", "Annulé"],
  ["en ATTENTE", "En attente"],
])("the status « %s » is %s", (spelling, status) => {
  expect(read(TITLES, `École;Transport;${spelling};x`).rows[0]?.project?.status).toBe(status)
})

test("columns may come in any order, and others are ignored", () => {
  const preview = read(
    'DESCRIPTION;Budget;  nom  du\u00a0projet ;;STATUT;"";secteur;Identifiant;Etat;__proto__',
    "x;12;École;?;en cours;;transport;9;Publié;y",
  )
  expect(preview.columns).toEqual(["description", "name", "status", "sector"])
  expect(preview.ignored).toEqual(["Budget", "(sans titre)", "(sans titre)", "Etat", "__proto__"])
  expect(preview.rows[0]?.project).toMatchObject({
    name: "École",
    description: "x",
    sector: "Transport",
    address: null,
  })
})

test("errors are told row by row", () => {
  const preview = read(
    `${TITLES};Adresse`,
    "École;Transport;En cours;x;y",
    ";Pêche;Fini;;",
    `${"n".repeat(201)};Transport;Annulé;${"d".repeat(10_001)};${"a".repeat(301)}`,
    "Lycée;Transport",
    "Lycée;Transport;Annulé;x;y;z",
  )
  expect(preview).toMatchObject({ valid: 2, invalid: 3, publishable: 1 })
  expect(
    preview.rows.map(({ line, errors }) => [line, ...errors.map(({ field, message }) => `${field} : ${message}`)]),
  ).toEqual([
    [2],
    [3, "name : Ce champ est obligatoire", "sector : Secteur inconnu", "status : Statut inconnu"],
    [
      4,
      "name : Le nom ne peut dépasser 200 caractères",
      "address : L’adresse ne peut dépasser 300 caractères",
      "description : La description ne peut dépasser 10 000 caractères",
    ],
    [5],
    [6, "null : Cette ligne a plus de cellules que le fichier n’a de colonnes"],
  ])
  expect(preview.rows.map(({ project }) => project !== undefined)).toEqual([true, false, false, true, false])
})

test("images are twelve at most", () => {
  const names = Array.from({ length: 13 }, (_, index) => `${index}.jpg`)
  const lines = [names, names.slice(1)].map((names) => `École;Transport;Annulé;x;"${names.join("\n")}"`)
  const preview = read(`${TITLES};Images`, ...lines)
  expect(preview.rows[0]?.errors).toEqual([{ field: "images", message: "Trop d'images (12 au maximum)" }])
  expect(preview.rows[1]?.project?.images).toHaveLength(12)
})

test("there is one alternative text a line, and none more than images", () => {
  const alts = ["La cour", '"\n Le toit "', '"(décorative)\n"', '"a\nb\nc"']
  const { rows } = read(
    `${TITLES};Images;Textes alternatifs`,
    ...alts.map((cell) => `École;Transport;Annulé;x;a.jpg b.jpg;${cell}`),
  )
  expect(rows.map(({ project }) => project?.images.map(({ alt }) => alt))).toEqual([
    ["La cour", null],
    [null, "Le toit"],
    ["", null],
    undefined,
  ])
  const message = responseTexts.tooManyAlts
  expect(rows.at(-1)?.errors).toEqual([{ field: "alts", message }])
})

test("images that are not stored are errors of their rows", () => {
  const lines = ["École;Transport;Annulé;x;a.jpg b.jpg", "Lycée;Transport;Annulé;x;a.jpg", ";Transport;Annulé;x;c.jpg"]
  const preview = read(`${TITLES};Images`, ...lines)
  expect(listImportedImages(preview)).toEqual(["a.jpg", "b.jpg"])
  const checked = rejectUnknownImages(preview, new Set(["a.jpg"]))
  expect(checked).toMatchObject({ valid: 1, invalid: 2 })
  expect(checked.rows[0]).not.toHaveProperty("project")
  expect(checked.rows.map(({ errors }) => errors.map(({ message }) => message))).toEqual([
    ["Image inconnue : b.jpg"],
    [],
    ["Ce champ est obligatoire"],
  ])
})

test.each([
  ["Nom du projet;Statut\na;b", "Colonne obligatoire absente\u00a0: «\u00a0Secteur\u00a0»"],
  ["Statut;Lieu\na;b", "Colonnes obligatoires absentes\u00a0: «\u00a0Nom du projet\u00a0», «\u00a0Secteur\u00a0»"],
  ["a;b;c;d", "Le fichier n’a pas de ligne sous ses titres de colonnes"],
  [
    `${TITLES};nom du projet;NOM DU PROJET;Statut\na;b`,
    "Colonnes présentes plusieurs fois\u00a0: «\u00a0Nom du projet\u00a0», «\u00a0Statut\u00a0»",
  ],
])("a file of other columns is rejected: %j", (content, message) => {
  expect(messageOf(Buffer.from(content))).toBe(message)
})

const imported = { name: "Hôtel « Élégance »", sector: "Immobilier", status: "Terminé", description: "À Goma\nl’été" }

/** These programs save such files for a table with those titles and that row. */
const files = {
  "Excel in French, CSV (séparateur : point-virgule)": Buffer.from(
    `${TITLES}\r\nHôtel « Élégance »;Immobilier;Terminé;"À Goma\nl\x92été"\r\n;;;\r\n`,
    "latin1",
  ),
  "Excel, CSV UTF-8": Buffer.from(
    `\ufeff${TITLES}\r\nHôtel « Élégance »;Immobilier;Terminé;"À Goma\nl’été"\r\n;;;\r\n`,
  ),
  "Excel, Texte Unicode": Buffer.from(
    `\ufeff${TITLES.replaceAll(";", "\t")}\r\nHôtel « Élégance »\tImmobilier\tTerminé\t"À Goma\nl’été"\r\n`,
    "utf16le",
  ),
  "LibreOffice, UTF-8 and commas": Buffer.from(
    `${TITLES.replaceAll(";", ",")}\nHôtel « Élégance »,Immobilier,Terminé,"À Goma\nl’été"\n`,
  ),
  "LibreOffice, every text in quotes": Buffer.from(
    `"Nom du projet";"Secteur";"Statut";"Description"\n"Hôtel « Élégance »";"Immobilier";"Terminé";"À Goma\nl’été"\n`,
  ),
}

test.each(Object.entries(files))("a file of %s is read", (_, bytes) => {
  const { rows, ignored } = readProjectsCsv(bytes)
  expect(ignored).toEqual([])
  expect(rows).toMatchObject([{ line: 2, values: imported, project: imported, errors: [] }])
})

const text = fc.oneof(hostileText, fc.constantFrom("'=1", "''+1", " =1", "؜مدرسة", "a;b", 'a"b', "a\r\nb", "a\rb"))

const draft = fc
  .record({
    name: text,
    description: text,
    address: fc.option(text),
    status: fc.constantFrom(...STATUSES),
    sector: fc.constantFrom(...SECTORS),
    images: fc.array(
      fc.record({
        name: fc.stringMatching(/^[\w=+@-]{1,40}\.(jpg|webp)$/),
        alt: fc.constantFrom(null, "", "La cour", "=1", "l’été ; « midi »"),
      }),
      { maxLength: 12 },
    ),
  })
  // A UTF-8 file cannot contain lone surrogates.
  .map((fields) => ({
    ...fields,
    name: fields.name.toWellFormed(),
    description: fields.description.toWellFormed(),
    address: fields.address?.toWellFormed() ?? null,
  }))
  .map((fields) => PublishableProject.safeParse(fields).data)
  .filter((fields) => fields !== undefined)

test("what is exported is imported as it was", async () => {
  const property = fc.asyncProperty(fc.array(draft, { minLength: 1, maxLength: 5 }), async (drafts) => {
    const file = await write(...drafts.map((fields) => exported(fields)))
    const { rows, columns } = readProjectsCsv(Buffer.from(file))
    expect(rows.map(({ project }) => project)).toEqual(drafts)
    expect(columns).toEqual(IMPORTED_COLUMNS)
  })
  await fc.assert(property, { seed: fuzzSeed, numRuns: 300 })
})

test("every listed hostile text comes back in every column of texts", async () => {
  const drafts = storableTexts.flatMap((text) => {
    const wellFormed = text.toWellFormed()
    const fields = {
      name: wellFormed,
      description: wellFormed,
      address: wellFormed,
      status: "En cours",
      sector: "Transport",
    }
    return PublishableProject.safeParse(fields).data ?? []
  })
  expect(drafts.length).toBeGreaterThan(storableTexts.length / 2)
  const { rows } = readProjectsCsv(Buffer.from(await write(...drafts.map((fields) => exported(fields)))))
  expect(rows.map(({ project }) => project)).toEqual(drafts)
})

test("no exported cell is a formula", async () => {
  const formulas = ["=1", "+1", "-1", "@A1", " =1", "＝1"]
  const file = await write(
    ...formulas.map((name) => exported({ name, description: name, address: name, status: name })),
  )
  const cells = file.split("\r\n").slice(1).join(";").split(";")
  expect(cells.filter((cell) => /^\s*[=+\-@＝]/.test(cell))).toEqual([])
  expect(cells.filter((cell) => cell.startsWith("'"))).toHaveLength(4 * formulas.length)
})
