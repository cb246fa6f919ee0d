const MEGABYTE = 1024 * 1024

/** The size of a file that can be imported, in bytes. */
export const CSV_BYTES_MAX = 2 * MEGABYTE

export const CSV_ROWS_MAX = 1000
export const CSV_COLUMNS_MAX = 100

/** The names are those of the Encoding Standard. */
export const CSV_ENCODINGS = ["utf-8", "windows-1252", "macintosh", "utf-16le", "utf-16be"] as const

export type CsvEncoding = (typeof CSV_ENCODINGS)[number]

/** The characters that separate cells, by their names in URLs. */
export const CSV_SEPARATORS = { semicolon: ";", comma: ",", tab: "\t", bar: "|" } as const

export type CsvSeparator = keyof typeof CSV_SEPARATORS

export const csvMessages = {
  csvRequired: "Le corps de la requête doit être un fichier CSV (text/csv)",
  tooLarge: "Fichier trop volumineux (2 Mo au maximum)",
  tooManyRows: "Le fichier a trop de lignes (1 000 au maximum)",
  tooManyColumns: `Le fichier a trop de colonnes (${CSV_COLUMNS_MAX} au maximum)`,
  tooManyCells: "Cette ligne a plus de cellules que le fichier n’a de colonnes",
  empty: "Le fichier est vide",
  noRows: "Le fichier n’a pas de ligne sous ses titres de colonnes",
  workbook: "Ce fichier est un classeur\u00a0: enregistrez-le au format CSV",
  notText: "Ce fichier n’est pas un fichier CSV (il contient des caractères nuls)",
  encodingUnknown: "Encodage inconnu",
  separatorUnknown: "Séparateur inconnu",
  misencoded: "Le fichier n’a pas pu être lu\u00a0: enregistrez-le au format CSV UTF-8",
  misquoted: "Un guillemet est mal placé ou n’est pas fermé, à partir de la ligne",
  cellMissing: "Ce champ est obligatoire",
  columnsMissing: ["Colonne obligatoire absente", "Colonnes obligatoires absentes"],
  columnsRepeated: ["Colonne présente plusieurs fois", "Colonnes présentes plusieurs fois"],
  untitled: "(sans titre)",
} as const
