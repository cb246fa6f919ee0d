import * as z from "zod/mini"
import { CSV_ENCODINGS, CSV_SEPARATORS, type CsvSeparator, csvMessages } from "./csv.ts"
import { IMPORTED_COLUMNS } from "./project-csv.ts"
import { ProjectDraft } from "./project-drafts.ts"

const Column = z.enum(IMPORTED_COLUMNS)

/** How the bytes of a file are read; what is missing is recognized. */
export const CsvChoice = z.object({
  encoding: z.optional(z.enum(CSV_ENCODINGS, csvMessages.encodingUnknown)),
  separator: z.optional(z.enum(Object.keys(CSV_SEPARATORS) as CsvSeparator[], csvMessages.separatorUnknown)),
})

export type CsvChoice = z.infer<typeof CsvChoice>

/** What was taken for a file's encoding and separator, and its first rows as they were read. */
export const CsvReading = z.extend(z.required(CsvChoice), { rows: z.array(z.array(z.string())) })

export type CsvReading = z.infer<typeof CsvReading>

const ImportError = z.object({
  /** It is null if the error is about the whole row. */
  field: z.nullable(Column),
  message: z.string(),
})

export const ImportRow = z.object({
  /** The number of the row in a spreadsheet, where the titles are usually row 1. */
  line: z.int(),
  values: z.partialRecord(Column, z.string()),
  /** The project that an exported row is about; it is missing if the row names none. */
  id: z.optional(z.int()),
  /** It is missing if the row has errors. */
  project: z.optional(ProjectDraft),
  /** What an import does with the row, unless it has errors. */
  action: z.optional(z.enum(["create", "update", "keep"])),
  /** The present name of the project that is updated or kept. */
  current: z.optional(z.string()),
  errors: z.array(ImportError),
})

export type ImportRow = z.infer<typeof ImportRow>

/** A preview of what an import would create and update. */
export const ProjectImport = z.object({
  reading: CsvReading,
  columns: z.array(Column),
  /** The titles of columns that the import does not read. */
  ignored: z.array(z.string()),
  rows: z.array(ImportRow),
  /** The numbers of valid and, below, of invalid rows. */
  valid: z.int(),
  invalid: z.int(),
  /** The numbers of valid rows that create a project, and of those that change one. */
  created: z.int(),
  updated: z.int(),
  /** The number of rows that create a project and lack nothing for it to be published. */
  publishable: z.int(),
})

export const ImportResult = z.object({
  created: z.int(),
  updated: z.int(),
  /** The id by which the import can be undone. */
  batch: z.string(),
})

export type ImportResult = z.infer<typeof ImportResult>

export type ProjectImport = z.infer<typeof ProjectImport>
