import * as z from "zod/mini"
import { IMPORTED_COLUMNS } from "./project-csv.ts"
import { PublishableProject } from "./project-drafts.ts"

const Column = z.enum(IMPORTED_COLUMNS)

const ImportError = z.object({
  /** Null where the whole row is at fault. */
  field: z.nullable(Column),
  message: z.string(),
})

export const ImportRow = z.object({
  /** As spreadsheets number it: the titles are mostly in the first one. */
  line: z.int(),
  /** What the cells contain. */
  values: z.partialRecord(Column, z.string()),
  /** Absent from a row with errors. */
  project: z.optional(PublishableProject),
  errors: z.array(ImportError),
})

export type ImportRow = z.infer<typeof ImportRow>

/** What an import would create, before it does. */
export const ProjectImport = z.object({
  columns: z.array(Column),
  /** The titles of columns that the import does not read. */
  ignored: z.array(z.string()),
  rows: z.array(ImportRow),
  /** Numbers of rows. */
  valid: z.int(),
  invalid: z.int(),
})

export const ImportResult = z.object({
  created: z.int(),
  /** By which the import can be undone. */
  batch: z.string(),
})

export type ImportResult = z.infer<typeof ImportResult>

export type ProjectImport = z.infer<typeof ProjectImport>
