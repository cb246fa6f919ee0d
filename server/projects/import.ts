import type { Insertable } from "kysely"
import { type AuditEntry, actorOf, recordAudits } from "#server/audit/audit-log.ts"
import type { ProjectDraft } from "#server/contract/project-drafts.ts"
import type { CsvChoice, ImportResult, ProjectImport } from "#server/contract/project-import.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { listStoredImages, requireImages } from "#server/images/store/image-rows.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { insertProjectImages } from "./changes.ts"
import { projectRow } from "./commands.ts"
import { listImportedImages, readProjectsCsv, rejectUnknownImages } from "./import-csv.ts"
import { findFreeSlugs, takeSlugs } from "./slugs.ts"

export async function previewImport(db: Database, bytes: Uint8Array, choice: CsvChoice): Promise<ProjectImport> {
  const preview = readProjectsCsv(bytes, choice)
  return rejectUnknownImages(preview, await listStoredImages(db, listImportedImages(preview)))
}

interface Import {
  bytes: Uint8Array
  choice: CsvChoice
  batchId: string
  isPublished: boolean
}

/** Creates the projects of all rows, or none. */
export async function importProjects(
  ctx: AccountContext,
  { bytes, choice, batchId, isPublished }: Import,
): Promise<ImportResult> {
  const { rows, invalid, publishable } = await previewImport(ctx.db, bytes, choice)
  if (invalid > 0) throw new AppError("invalid", responseTexts.importHasErrors)
  if (isPublished && publishable < rows.length) throw new AppError("invalid", responseTexts.importIncomplete)
  // The last row is created first, since the newest project stands at the top of lists.
  const projects = rows.flatMap(({ project }) => project ?? []).reverse()
  const at = ctx.now().toISOString()
  return inTransaction(ctx.db, async (trx) => {
    const known = await countImported(trx, batchId)
    // A repeated import creates nothing, since the client retries an import whose response was lost.
    if (known > 0) return { created: known, batch: batchId }
    await requireImages(
      trx,
      projects.flatMap(({ images }) => images.map(({ name }) => name)),
    )
    const entries: AuditEntry[] = []
    for (let start = 0; start < projects.length; start += CHUNK_SIZE) {
      const creation = { at, publishedAt: isPublished ? at : null, accountId: ctx.account.id, batchId }
      const inserted = await insertChunk(trx, projects.slice(start, start + CHUNK_SIZE), creation)
      const entry = { ...actorOf(ctx), action: "import", subject: "project" } as const
      entries.push(
        ...inserted.map(({ id, name, ...details }) => ({ ...entry, subjectId: id, subjectName: name, details })),
      )
    }
    await recordAudits(trx, entries, ctx.now())
    return { created: projects.length, batch: batchId }
  })
}

async function countImported(trx: Transaction, batchId: string): Promise<number> {
  const { count } = await trx
    .selectFrom("projectRevisions")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("batch", "=", batchId)
    .where("action", "=", "import")
    .executeTakeFirstOrThrow()
  return count
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
