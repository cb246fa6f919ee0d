import { isDeepStrictEqual } from "node:util"
import type { Insertable } from "kysely"
import { type AuditEntry, about, recordAudits } from "#server/audit/audit-log.ts"
import { editableFieldsOf } from "#server/contract/editable-fields.ts"
import { IMPORTED_COLUMNS, type ImportedColumn } from "#server/contract/project-csv.ts"
import { type ProjectDraft, PublishableProject } from "#server/contract/project-drafts.ts"
import type { CsvChoice, ImportResult, ImportRow, ProjectImport } from "#server/contract/project-import.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { listStoredImages, requireImages } from "#server/images/store/image-rows.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { changeProject, insertProjectImages } from "./changes.ts"
import { changeBy, projectRow } from "./commands.ts"
import { listImportedImages, readProjectsCsv, rejectRow, rejectUnknownImages, withCounts } from "./import-csv.ts"
import { listManagedProjects } from "./queries.ts"
import { findFreeSlugs, takeSlugs } from "./slugs.ts"

export async function previewImport(db: Database, bytes: Uint8Array, choice: CsvChoice): Promise<ProjectImport> {
  return planImport(db, readProjectsCsv(bytes, choice))
}

/** Says for each row what the site has for it now. */
async function planImport(db: Database, read: ProjectImport): Promise<ProjectImport> {
  const preview = rejectUnknownImages(read, await listStoredImages(db, listImportedImages(read)))
  const known = await findKnown(db, preview)
  return withCounts({ ...preview, rows: preview.rows.map((row) => planRow(row, preview.columns, known)) })
}

type Known = ReadonlyMap<number, ManagedProject>

async function findKnown(db: Database, { rows }: Pick<ProjectImport, "rows">): Promise<Known> {
  const ids = rows.flatMap(({ id, project }) => (id !== undefined && project ? [id] : []))
  const projects: ManagedProject[] = []
  for (let start = 0; start < ids.length; start += CHUNK_SIZE) {
    projects.push(...(await listManagedProjects(db, ids.slice(start, start + CHUNK_SIZE))))
  }
  return new Map(projects.map((project) => [project.id, project]))
}

/** Says whether a row changes a project of the site; one that it does not know is created. */
function planRow(row: ImportRow, columns: readonly ImportedColumn[], known: Known): ImportRow {
  const current = row.id === undefined ? undefined : known.get(row.id)
  if (!current || !row.project) return row
  if (current.state === "trashed") return rejectRow(row, responseTexts.importInTrash)
  const before = editableFieldsOf(current)
  const after = { ...before, ...changesOf(row.project, columns, current) }
  if (isDeepStrictEqual(before, after)) return { ...row, action: "keep", current: current.name }
  const { error } = current.state === "draft" ? { error: undefined } : PublishableProject.safeParse(after)
  const issue = error?.issues[0]
  if (issue) return rejectRow(row, issue.message, IMPORTED_COLUMNS.find((column) => column === issue.path[0]) ?? null)
  return { ...row, action: "update", current: current.name }
}

/** Returns what the file's columns say; the others stay as they are. */
function changesOf(project: ProjectDraft, columns: readonly ImportedColumn[], { images }: ManagedProject) {
  const { images: named, ...fields } = project
  const written = Object.entries(fields).filter(([field]) => columns.includes(field as ImportedColumn))
  const altOf = (name: string) => images.find((image) => image.name === name)?.alt ?? null
  const withAlts = columns.includes("alts") ? named : named.map(({ name }) => ({ name, alt: altOf(name) }))
  return { ...Object.fromEntries(written), ...(columns.includes("images") && { images: withAlts }) }
}

interface Import {
  bytes: Uint8Array
  choice: CsvChoice
  batchId: string
  isPublished: boolean
  /** Whether rows with errors are left out, rather than the whole file. */
  skipsFaulty: boolean
}

/** Creates and updates the projects of all rows, or none. */
export async function importProjects(
  ctx: AccountContext,
  { bytes, choice, batchId, isPublished, skipsFaulty }: Import,
): Promise<ImportResult> {
  const at = ctx.now().toISOString()
  const read = readProjectsCsv(bytes, choice)
  return inTransaction(ctx.db, async (trx) => {
    const known = await countImported(trx, batchId)
    // A repeated import does nothing, since the client retries an import whose response was lost.
    if (known.created + known.updated > 0) return { ...known, batch: batchId }
    const { rows, columns, valid, invalid, created, publishable } = await planImport(trx, read)
    if (invalid > 0 && (!skipsFaulty || valid === 0)) throw new AppError("invalid", responseTexts.importHasErrors)
    if (isPublished && publishable < created) throw new AppError("invalid", responseTexts.importIncomplete)
    const chosen = (action: ImportRow["action"]) => rows.filter((row) => row.action === action)
    // The last row is created first, since the newest project stands at the top of lists.
    const projects = chosen("create")
      .flatMap(({ project }) => project ?? [])
      .reverse()
    await requireImages(
      trx,
      projects.flatMap(({ images }) => images.map(({ name }) => name)),
    )
    const entries: AuditEntry[] = []
    for (let start = 0; start < projects.length; start += CHUNK_SIZE) {
      const creation = { at, publishedAt: isPublished ? at : null, accountId: ctx.account.id, batchId }
      const inserted = await insertChunk(trx, projects.slice(start, start + CHUNK_SIZE), creation)
      for (const { id, name, ...details } of inserted)
        entries.push({ ...ctx.actor, action: "import", ...about("project", id, name), details })
    }
    const updates = chosen("update")
    const current = await findKnown(trx, { rows: updates })
    for (const { id = 0, project } of updates) {
      const before = current.get(id)
      if (!before || !project) continue
      const change = { ...changeBy(ctx, "update", batchId), audited: entries }
      await changeProject(trx, before, changesOf(project, columns, before), change)
    }
    await recordAudits(trx, entries, ctx.now())
    return { created: projects.length, updated: updates.length, batch: batchId }
  })
}

async function countImported(trx: Transaction, batchId: string): Promise<{ created: number; updated: number }> {
  const rows = await trx
    .selectFrom("projectRevisions")
    .select(["action", (row) => row.fn.countAll<number>().as("count")])
    .where("batch", "=", batchId)
    .groupBy("action")
    .execute()
  const countOf = (action: string) => rows.find((row) => row.action === action)?.count ?? 0
  return { created: countOf("import"), updated: countOf("update") }
}

/** Several rows per statement keep the transaction short, since all other writes wait for it. */
const CHUNK_SIZE = 50

interface ImportedAs {
  at: string
  publishedAt: string | null
  accountId: number
  batchId: string
}

async function insertChunk(trx: Transaction, projects: readonly ProjectDraft[], importedAs: ImportedAs) {
  const { at, publishedAt, accountId, batchId } = importedAs
  const slugs = await findFreeSlugs(
    trx,
    projects.map(({ name }) => name),
    { isPublic: publishedAt !== null },
  )
  const named = projects.map((project, index) => ({ ...project, slug: slugs[index] ?? "" }))
  const rows = named.map(({ images, ...fields }) => projectRow(fields, { at, publishedAt, accountId }))
  const inserted = await trx.insertInto("projects").values(rows).returning(["id", "slug"]).execute()
  const ids = new Map(inserted.map(({ id, slug }) => [slug, id]))
  const idOf = ({ slug }: { slug: string }) => ids.get(slug) ?? 0
  await takeSlugs(
    trx,
    named.map((project) => ({ slug: project.slug, projectId: idOf(project), publicAt: publishedAt })),
  )
  await trx
    .insertInto("projectRevisions")
    .values(
      named.map((project): Insertable<Schema["projectRevisions"]> => {
        return { projectId: idOf(project), version: 1, at, accountId, action: "import", batch: batchId, before: "{}" }
      }),
    )
    .execute()
  await insertProjectImages(
    trx,
    named.map((project) => ({ id: idOf(project), images: project.images })),
  )
  return named.map(({ slug, name, images: _, description: __, ...fields }) => ({
    id: idOf({ slug }),
    name,
    batch: batchId,
    after: { ...fields, publishedAt },
  }))
}
