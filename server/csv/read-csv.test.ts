import { expect, test } from "vitest"
import { CSV_BYTES_MAX, CSV_COLUMNS_MAX, CSV_ROWS_MAX } from "#server/contract/csv.ts"
import type { AppError } from "#server/errors.ts"
import { readCsv, readFirstRows } from "./read-csv.ts"

const TITLES = ["Nom", "Ville", "État"]

function read(content: string | Uint8Array) {
  return readCsv(typeof content === "string" ? Buffer.from(content) : content, TITLES)
}

function cellsOf(content: string | Uint8Array) {
  const { titles, rows } = read(content)
  return [titles, ...rows.map(({ cells }) => cells)]
}

function failureOf(content: string | Uint8Array): Pick<AppError, "code" | "message"> {
  try {
    read(content)
  } catch (error) {
    const { code, message } = error as AppError
    return { code, message }
  }
  throw new Error("The file was read")
}

/** Writes with the table of the decoder, since Node only reads Mac Roman. */
function macRoman(text: string): Buffer {
  return Buffer.from(Array.from(text, (character) => MAC_ROMAN.indexOf(character)))
}

const MAC_ROMAN = new TextDecoder("macintosh").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))

function windows(text: string): string {
  return Array.from(text, (character) => String.fromCharCode(WINDOWS.indexOf(character))).join("")
}

const WINDOWS = new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))

function utf16be(text: string): Buffer {
  return Buffer.from(`\ufeff${text}`, "utf16le").swap16()
}

const text = "Nom;Ville\r\nÉcole « Ngaliema »;Kinshasa\r\n"
const cells = [
  ["Nom", "Ville"],
  ["École « Ngaliema »", "Kinshasa"],
]

test.each([
  ["UTF-8", Buffer.from(text)],
  ["UTF-8 with its mark", Buffer.from(`\ufeff${text}`)],
  ["UTF-16, little endian", Buffer.from(`\ufeff${text}`, "utf16le")],
  ["UTF-16, big endian", utf16be(text)],
  ["UTF-16 without its mark, little endian", Buffer.from(text, "utf16le")],
  ["UTF-16 without its mark, big endian", Buffer.from(text, "utf16le").swap16()],
  ["Windows-1252", Buffer.from(text, "latin1")],
  ["Mac Roman", macRoman(text)],
  ["Mac Roman with the line ends of old Macs", macRoman(text.replaceAll("\r\n", "\r"))],
  ["Windows-1252, declared", Buffer.from(`sep=;\r\n${text}`, "latin1")],
])("a file in %s is read", (_, bytes) => {
  expect(cellsOf(bytes)).toEqual(cells)
})

test.each([
  "Lycée de la Gombe, été à l’hôtel, où ça brûle",
  "École ; Élevage ; Îlot ; À Kinshasa",
  "Maïs, noël, aiguë, œuvre, « cœur »",
  "200 m à 30 °C",
  "HÔTEL",
  "“Œuvre”",
])("« %s » is told apart as Mac Roman and as Windows-1252", (words) => {
  for (const encode of [macRoman, (text: string) => Buffer.from(windows(text), "latin1")]) {
    const file = encode(`Nom;Ville\n"${words}";x`)
    expect(cellsOf(file)[1]?.[0]).toBe(words)
  }
})

test("what was taken for encoding and separator is said, with the first rows, and may be chosen", () => {
  const bytes = macRoman("Nom,Ville\nÉcole,Kinshasa\nLycée,Goma\n")
  expect(readCsv(bytes, TITLES).reading).toEqual({
    encoding: "macintosh",
    separator: "comma",
    rows: [
      ["Nom", "Ville"],
      ["École", "Kinshasa"],
      ["Lycée", "Goma"],
    ],
  })
  const chosen = readFirstRows(bytes, TITLES, { encoding: "windows-1252", separator: "semicolon" })
  expect(chosen).toMatchObject({
    encoding: "windows-1252",
    separator: "semicolon",
    rows: [["Nom,Ville"], ["ƒcole,Kinshasa"], ["LycŽe,Goma"]],
  })
})

test("the first rows are shown however long their texts are", () => {
  const file = `Nom;Ville\n${Array.from({ length: 6 }, (_, row) => `"${"x".repeat(2800)} ""${row}""";Goma\n`).join("")}`
  const { rows } = readFirstRows(Buffer.from(file), TITLES, {})
  expect(rows).toHaveLength(5)
  expect(rows[1]).toEqual(["x".repeat(80), "Goma"])
})

test("quotes may be doubled, and stray ones are letters", () => {
  const file = 'Nom;Ville\n"Dite ""Villa""";a\nPorte 3";"b"\nDite "Villa";c\n"Villa" Goma;d\n'
  expect(cellsOf(file).slice(1)).toEqual([
    ['Dite "Villa"', "a"],
    ['Porte 3"', "b"],
    ['Dite "Villa"', "c"],
    ['"Villa" Goma', "d"],
  ])
})

test("the characters that Windows has and Latin-1 has not are read", () => {
  const bytes = Buffer.from("Nom;Ville\r\n\x80 l\x92\x8cuvre \x96 \x85;\xc9t\xe9\r\n", "latin1")
  expect(cellsOf(bytes)[1]).toEqual(["€ l’Œuvre – …", "Été"])
})

test.each([
  ["semicolons", "Nom;Ville\n1,5;a\tb"],
  ["commas", 'Nom,Ville\n"1,5",a\tb'],
  ["tabs", 'Nom\tVille\n1,5\t"a\tb"'],
  ["semicolons, declared", "sep=;\r\nNom;Ville\n1,5;a\tb"],
  ["commas, declared in quotes", '"sep=,"\r\nNom,Ville\n"1,5",a\tb'],
  ["bars, declared", "SEP=|\nNom|Ville\n1,5|a\tb"],
])("cells are separated by %s", (_, content) => {
  expect(cellsOf(content)).toEqual([
    ["Nom", "Ville"],
    ["1,5", "a\tb"],
  ])
})

test("a separator in the titles themselves does not mislead", () => {
  expect(cellsOf("a,b,c,d,e,Nom;Ville\nx;y")[1]).toEqual(["x", "y"])
})

test("a row keeps the number that a spreadsheet shows", () => {
  const { rows } = read('Nom;Ville\r\n\r\n;;;\r\n"a\r\nb\r\nc";1\r\n"  ";\r\nd;2\r\n')
  expect(rows).toEqual([
    { line: 4, cells: ["a\r\nb\r\nc", "1"], hasExcess: false },
    { line: 6, cells: ["d", "2"], hasExcess: false },
  ])
})

test("titles may follow blank rows", () => {
  expect(read("\n;;\nNom;Ville\na;b")).toMatchObject({ titles: ["Nom", "Ville"], rows: [{ line: 4 }] })
})

test("line ends may be mixed", () => {
  expect(cellsOf("Nom;Ville\ra;b\nc;d\r\ne;f")).toEqual([
    ["Nom", "Ville"],
    ["a", "b"],
    ["c", "d"],
    ["e", "f"],
  ])
})

test("a row may be shorter or longer than the titles", () => {
  expect(read("Nom;Ville;;\na\nb;c;;;\nd;e;f").rows).toEqual([
    { line: 2, cells: ["a"], hasExcess: false },
    { line: 3, cells: ["b", "c"], hasExcess: false },
    { line: 4, cells: ["d", "e"], hasExcess: true },
  ])
})

test("texts of any script come through, without the apostrophe of formulas", () => {
  const texts = ["مدرسة\u202e", "👨‍👩‍👧 Ngaliema", '=HYPERLINK("http://evil.example","x")', "-2+3", "'90"]
  const rows = texts.map((text) => `"${(/^[=-]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}";x`)
  expect(cellsOf(["Nom;Ville", ...rows].join("\r\n")).slice(1)).toEqual(texts.map((text) => [text, "x"]))
})

test.each([
  ["an empty file", "", "invalid", "Le fichier est vide"],
  ["a mark alone", "\ufeff", "invalid", "Le fichier est vide"],
  ["blank rows", "\r\n;;;\r\n \r\n", "invalid", "Le fichier est vide"],
  ["titles alone", "Nom;Ville\r\n;\r\n", "invalid", "Le fichier n’a pas de ligne sous ses titres de colonnes"],
  ["NUL", "Nom;Ville\na\0;b", "invalid", "Ce fichier n’est pas un fichier CSV (il contient des caractères nuls)"],
  [
    "UTF-32",
    Buffer.from([0xff, 0xfe, 0, 0, 0x4e, 0, 0, 0]),
    "invalid",
    "Ce fichier n’est pas un fichier CSV (il contient des caractères nuls)",
  ],
  [
    "a mark of UTF-8 before other bytes",
    Buffer.from("\xef\xbb\xbfNom;\xc9tat\r\na;b", "latin1"),
    "invalid",
    "Le fichier n’a pas pu être lu\u00a0: enregistrez-le au format CSV UTF-8",
  ],
  [
    "half a character of UTF-16",
    Buffer.from([0xff, 0xfe, 0x4e, 0, 0x6f]),
    "invalid",
    "Le fichier n’a pas pu être lu\u00a0: enregistrez-le au format CSV UTF-8",
  ],
  [
    "a workbook",
    Buffer.from("PK\x03\x04\x14\0"),
    "unsupported",
    "Ce fichier est un classeur\u00a0: enregistrez-le au format CSV",
  ],
  [
    "an open quote",
    'Nom;Ville\na;b\n"c;d\ne;f\n',
    "invalid",
    "Un guillemet est mal placé ou n’est pas fermé, à partir de la ligne 3",
  ],
  [
    "an open quote in the titles",
    '"Nom;Ville\na;b',
    "invalid",
    "Un guillemet est mal placé ou n’est pas fermé, à partir de la ligne 1",
  ],
])("%s is rejected", (_, content, code, message) => {
  expect(failureOf(content)).toEqual({ code, message })
})

test("a file may have 2 MiB, and not a byte more", () => {
  const filled = (length: number) => Buffer.from("Nom;Ville\r\na;".padEnd(length, "b"))
  expect(read(filled(CSV_BYTES_MAX)).rows).toHaveLength(1)
  const message = "Fichier trop volumineux (2 Mo au maximum)"
  expect(failureOf(filled(CSV_BYTES_MAX + 1))).toEqual({ code: "too_large", message })
})

test("50 MB are rejected unread", () => {
  const unread = { byteLength: 50_000_000 } as Uint8Array
  expect(failureOf(unread).code).toBe("too_large")
})

test("a file may have 1,000 rows, and not one more, without the blank ones", () => {
  const lines = (count: number) => `Nom;Ville\n${"a;b\n\n;\n".repeat(count)}`
  expect(read(lines(CSV_ROWS_MAX)).rows).toHaveLength(CSV_ROWS_MAX)
  const message = "Le fichier a trop de lignes (1 000 au maximum)"
  expect(failureOf(lines(CSV_ROWS_MAX + 1))).toEqual({ code: "invalid", message })
})

test("titles that are too many are rejected", () => {
  const message = `Le fichier a trop de colonnes (${CSV_COLUMNS_MAX} au maximum)`
  expect(failureOf(`${"a;".repeat(CSV_COLUMNS_MAX + 1)}\n1`)).toEqual({ code: "invalid", message })
})

const MEGABYTES = CSV_BYTES_MAX - 100

/** These files would make a careless parser slow or large. */
test.each([
  ["quotes", '"'.repeat(MEGABYTES)],
  ["pairs of quotes", '"";'.repeat(MEGABYTES / 3)],
  ["quotes and separators", '";'.repeat(MEGABYTES / 2)],
  ["separators", `Nom;Ville\n${";".repeat(MEGABYTES)}`],
  ["cells", `Nom;Ville\n${"a;".repeat(MEGABYTES / 2)}`],
  ["line ends", "\r\n".repeat(MEGABYTES / 2)],
  ["line ends under titles", `Nom;Ville\na;b${"\n".repeat(MEGABYTES)}`],
  ["apostrophes", `Nom;Ville\n${"'".repeat(MEGABYTES)}=1`],
  ["spaces", `Nom;Ville\n${" ".repeat(MEGABYTES)}x`],
  ["accents", `Nom${"\u0301".repeat(MEGABYTES / 2)};Ville\na;b`],
])("two megabytes of %s are read or rejected", (_, content) => {
  try {
    expect(read(content).rows.length).toBeLessThanOrEqual(CSV_ROWS_MAX)
  } catch (error) {
    expect((error as AppError).code).toBe("invalid")
  }
})
