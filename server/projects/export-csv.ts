import { printValue } from "#server/contract/field-values.ts"
import { kinshasaDay } from "#server/contract/kinshasa-time.ts"
import { DECORATIVE, PROJECT_CSV_TITLES, type ProjectCsvColumn } from "#server/contract/project-csv.ts"
import { type ProjectState, STATE_LABELS } from "#server/contract/project-states.ts"
import type { Project, ProjectImage } from "#server/contract/projects.ts"
import { writeCsv } from "#server/csv/write-csv.ts"

export type ExportedProject = Omit<Project, "images" | "version" | "updatedAt"> & {
  images: Pick<ProjectImage, "name" | "alt">[]
  slug: string
  state: ProjectState
}

type Formatted = "id" | "state" | "images" | "alts" | "date" | "url"

/** Formats the columns that are not the value of a field. */
const formats: Record<Formatted, (project: ExportedProject, origin: string) => string> = {
  id: ({ id }) => String(id),
  state: ({ state }) => STATE_LABELS[state],
  images: ({ images }) => images.map(({ name }) => name).join("\n"),
  // Each text stands on its picture's line.
  alts: ({ images }) =>
    images
      .map(({ alt }) => (alt === "" ? DECORATIVE : toLine(alt ?? "")))
      .join("\n")
      .trimEnd(),
  date: ({ publishedAt, createdAt }) => kinshasaDay(new Date(publishedAt ?? createdAt)),
  // Nobody but editors could open the others.
  url: ({ slug, state }, origin) => (state === "published" ? `${origin}/realisations/${slug}` : ""),
}

function toLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]+/g, " ")
}

const columns = Object.keys(PROJECT_CSV_TITLES) as ProjectCsvColumn[]

function cellOf(column: ProjectCsvColumn, project: ExportedProject, origin: string): string {
  const isField = (one: ProjectCsvColumn): one is Exclude<ProjectCsvColumn, Formatted> => !(one in formats)
  return isField(column) ? printValue(project[column]) : formats[column](project, origin)
}

/** Writes the text of the file in parts, so that memory never holds all projects; `origin` begins their URLs. */
export function writeProjectsCsv(
  chunks: AsyncIterable<readonly ExportedProject[]>,
  origin: string,
): AsyncGenerator<string> {
  return writeCsv(Object.values(PROJECT_CSV_TITLES), toRows(chunks, origin))
}

async function* toRows(chunks: AsyncIterable<readonly ExportedProject[]>, origin: string) {
  for await (const projects of chunks) {
    yield projects.map((project) => columns.map((column) => cellOf(column, project, origin)))
  }
}
