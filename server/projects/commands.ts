import type { Insertable } from "kysely"
import { about, recordAction } from "#server/audit/audit-log.ts"
import type { EditableFields } from "#server/contract/editable-fields.ts"
import type { ProjectFields } from "#server/contract/project-drafts.ts"
import type {
  ManagedProject,
  ProjectChange,
  ProjectVersion,
  RevisionAction,
  RevisionOfProject,
} from "#server/contract/projects.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { ingestImages } from "#server/images/ingest.ts"
import { addImages, requireImages } from "#server/images/store/image-rows.ts"
import { recordRevision } from "#server/projects/versions/save-version.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { changeProject, foldedColumns, insertProjectImages, withStoredImages } from "./changes.ts"
import { getManagedProject } from "./queries.ts"
import { type Change, getFieldsAt } from "./revisions.ts"
import { findFreeSlug, takeSlugs } from "./slugs.ts"

/** A project whose pictures are files uploaded with it, or names of stored images. */
export type NewProject = Omit<ProjectFields, "images"> & {
  images: { name: string | File; alt: string | null }[]
  isPublished: boolean
  idempotencyKey?: string | undefined
}

/** Stores the project and its pictures, or neither; a repeated request returns the project that it created before. */
export async function createProject(
  ctx: AccountContext,
  { images, isPublished, idempotencyKey, ...fields }: NewProject,
): Promise<ManagedProject> {
  const uploaded = await ingestImages(images.flatMap(({ name }) => (name instanceof File ? [name] : [])))
  const stored = images.flatMap(({ name }) => (name instanceof File ? [] : [name]))
  // Each file is replaced by the name of its stored image, in order.
  const remaining = uploaded.values()
  const named = images.map(({ name, alt }) => ({
    name: name instanceof File ? (remaining.next().value?.name ?? "") : name,
    alt,
  }))
  const at = ctx.now().toISOString()
  const project = await addImages(ctx, uploaded, async (trx) => {
    const created = idempotencyKey && (await findCreated(trx, idempotencyKey))
    if (created) return created
    await requireImages(trx, stored)
    const publishedAt = isPublished ? at : null
    const creation = { at, publishedAt, accountId: ctx.account.id, idempotencyKey }
    const id = await insertProject(trx, { ...fields, images: named }, creation)
    const details = { after: { ...fields, images: named, publishedAt } }
    await recordAction(trx, ctx, { action: "create", ...about("project", id, fields.name), details })
    return getManagedProject(trx, id)
  })
  ctx.variants.prepare(uploaded)
  return project
}

async function findCreated(trx: Transaction, idempotencyKey: string): Promise<ManagedProject | undefined> {
  const row = await trx
    .selectFrom("projects")
    .select("id")
    .where("idempotencyKey", "=", idempotencyKey)
    .executeTakeFirst()
  return row && getManagedProject(trx, row.id)
}

/** Returns the updated project; if nothing differs, its version and its date stay the same. */
export function updateProject(
  ctx: AccountContext,
  { id, version, automatic, ...fields }: ProjectChange,
): Promise<ManagedProject> {
  return inTransaction(ctx.db, async (trx) => {
    const current = await getCurrent(trx, { id, version })
    // What visitors see is never saved unasked, and each change of it leaves its trace.
    const action = automatic && current.state !== "published" ? "autosave" : "update"
    return changeProject(trx, current, fields, changeBy(ctx, action))
  })
}

/** Gives the project the texts and pictures that it had after that revision, but not its state. */
export function revertProject(
  ctx: AccountContext,
  { id, version, revision }: RevisionOfProject,
): Promise<ManagedProject> {
  return inTransaction(ctx.db, async (trx) => {
    const current = await getCurrent(trx, { id, version })
    const fields = await withStoredImages(trx, current, await getFieldsAt(trx, current, revision))
    return changeProject(trx, current, fields, changeBy(ctx, "revert"))
  })
}

/** Throws a conflict if the project has changed since that version, and `not_found` if it is in the trash. */
export async function getCurrent(trx: Transaction, { id, version }: ProjectVersion): Promise<ManagedProject> {
  const current = await getManagedProject(trx, id)
  if (version !== undefined && version !== current.version) {
    throw new AppError("conflict", responseTexts.projectChanged, { current })
  }
  if (current.state === "trashed") throw new AppError("not_found", responseTexts.projectNotFound)
  return current
}

export function changeBy(ctx: AccountContext, action: RevisionAction, batchId?: string): Change {
  return { ...ctx.actor, action, now: ctx.now(), batchId }
}

interface Creation {
  /** ISO 8601, UTC. */
  at: string
  publishedAt: string | null
  accountId: number | null
  idempotencyKey?: string | undefined
}

export function projectRow(
  fields: Pick<Schema["projects"], Exclude<keyof EditableFields, "images"> | "slug">,
  { at, publishedAt, accountId, idempotencyKey }: Creation,
): Insertable<Schema["projects"]> {
  const { name, status, sector } = fields
  return {
    ...fields,
    ...foldedColumns({ name, status, sector }),
    createdAt: at,
    updatedAt: at,
    publishedAt,
    createdBy: accountId,
    updatedBy: accountId,
    idempotencyKey: idempotencyKey ?? null,
  }
}

/** Inserts a project whose pictures are stored already. */
export async function insertProject(
  trx: Transaction,
  { images, ...fields }: EditableFields,
  creation: Creation,
): Promise<number> {
  const { at, publishedAt, accountId } = creation
  const slug = await findFreeSlug(trx, fields.name, { isPublic: publishedAt !== null })
  const { id } = await trx
    .insertInto("projects")
    .values(projectRow({ ...fields, slug }, creation))
    .returning("id")
    .executeTakeFirstOrThrow()
  await insertProjectImages(trx, [{ id, images }])
  await takeSlugs(trx, [{ slug, projectId: id, publicAt: publishedAt }])
  await recordRevision(trx, { id, version: 0 }, { before: {}, action: "create", accountId, now: new Date(at) })
  return id
}
