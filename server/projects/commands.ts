import { isDeepStrictEqual } from "node:util"
import { type AuditEntry, recordAudit } from "#server/audit/audit-log.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import type { ProjectDraft, ProjectFields } from "#server/contract/project-drafts.ts"
import type { Project, ProjectChange } from "#server/contract/projects.ts"
import { messages } from "#server/contract/response-messages.ts"
import { inTransaction, type Transaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { ingestImages } from "#server/images/ingest.ts"
import { addImages, deleteImages, deleteUnusedImages, requireImages } from "#server/storage/image-rows.ts"
import type { AccountContext } from "#server/trpc/context.ts"
import { getProject } from "./queries.ts"

/** A draft whose pictures are files uploaded with it, or names of stored images. */
export type NewProject = Omit<ProjectDraft, "images"> & { images: { name: string | File; alt: string | null }[] }

/** Stores the project with its pictures, or neither. */
export async function createProject(ctx: AccountContext, { images, ...fields }: NewProject): Promise<Project> {
  const uploaded = await ingestImages(images.flatMap(({ name }) => (name instanceof File ? [name] : [])))
  const stored = images.flatMap(({ name }) => (name instanceof File ? [] : [name]))
  // Files become names in their order.
  const remaining = uploaded.values()
  const named = images.map(({ name, alt }) => ({
    name: name instanceof File ? (remaining.next().value?.name ?? "") : name,
    alt,
  }))
  const at = ctx.now().toISOString()
  const id = await addImages(ctx, uploaded, async (trx) => {
    await requireImages(trx, stored)
    const id = await insertProject(trx, { ...fields, images: named }, { at, accountId: ctx.account.id })
    await recordChange(ctx, trx, { action: "create", subjectId: id, details: { name: fields.name } })
    return id
  })
  ctx.variants.prepare(uploaded)
  return getProject(ctx.db, id)
}

/** Returns the updated project; without a difference its version and its date stay the same. */
export function updateProject(ctx: AccountContext, { id, version, ...fields }: ProjectChange): Promise<Project> {
  return inTransaction(ctx.db, async (trx) => {
    const current = await getProject(trx, id)
    if (version !== undefined && version !== current.version) {
      throw new AppError("conflict", messages.projectChanged, { current })
    }
    const changed = changedFields(current, fields)
    if (Object.keys(changed).length === 0) return current
    await updateFields(ctx, trx, current, changed)
    await recordChange(ctx, trx, { action: "update", subjectId: id, details: { changed: Object.keys(changed) } })
    return getProject(trx, id)
  })
}

type ChangedFields = Omit<ProjectChange, "id" | "version">

function changedFields(current: Project, fields: ChangedFields): ChangedFields {
  const before = { ...current, images: current.images.map(({ name, alt }) => ({ name, alt })) }
  const changed = Object.entries(fields).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, before[field as keyof ChangedFields]),
  )
  return Object.fromEntries(changed)
}

async function updateFields(
  ctx: AccountContext,
  trx: Transaction,
  { id, version, images: previous }: Project,
  { images, ...fields }: ChangedFields,
) {
  const { name, status, sector } = fields
  const searched = {
    ...(name !== undefined && { nameFolded: normalizeForSearch(name) }),
    ...(status !== undefined && { statusFolded: status && normalizeForSearch(status) }),
    ...(sector !== undefined && { sectorFolded: normalizeForSearch(sector) }),
  }
  const stamp = { version: version + 1, updatedAt: ctx.now().toISOString(), updatedBy: ctx.account.id }
  await trx
    .updateTable("projects")
    .set({ ...fields, ...searched, ...stamp })
    .where("id", "=", id)
    .execute()
  if (!images) return
  // Pictures of an imported row that were never stored may stay.
  const added = images.map(({ name }) => name).filter((name) => !previous.some((image) => image.name === name))
  await requireImages(trx, added)
  await trx.deleteFrom("projectImages").where("projectId", "=", id).execute()
  await insertProjectImages(trx, id, images)
}

export interface ProjectDeletion {
  id: number
  name: string
  /** The number of images that were deleted with it: those that no other project uses. */
  images: number
}

export async function deleteProject(ctx: AccountContext, id: number): Promise<ProjectDeletion> {
  const { name, dropped } = await deleteImages(ctx, async (trx) => {
    const { name, images } = await getProject(trx, id)
    await trx.deleteFrom("projects").where("id", "=", id).execute()
    const dropped = await deleteUnusedImages(
      trx,
      images.map((image) => image.name),
    )
    await recordChange(ctx, trx, { action: "delete", subjectId: id, details: { name, images: dropped.length } })
    return { name, dropped }
  })
  return { id, name, images: dropped.length }
}

/** An imported project may have a status of its own. */
export type ImportedProject = Omit<ProjectFields, "status"> & Pick<Project, "status">

interface Authorship {
  /** ISO 8601, UTC. */
  at: string
  accountId: number | null
}

/** Inserts a project whose pictures are stored already. */
export async function insertProject(
  trx: Transaction,
  { images, ...fields }: ImportedProject,
  { at, accountId }: Authorship,
): Promise<number> {
  const { name, status, sector } = fields
  const { id } = await trx
    .insertInto("projects")
    .values({
      ...fields,
      nameFolded: normalizeForSearch(name),
      statusFolded: status && normalizeForSearch(status),
      sectorFolded: normalizeForSearch(sector),
      slug: await findFreeSlug(trx, name),
      createdAt: at,
      updatedAt: at,
      createdBy: accountId,
      updatedBy: accountId,
    })
    .returning("id")
    .executeTakeFirstOrThrow()
  await insertProjectImages(trx, id, images)
  return id
}

async function insertProjectImages(
  trx: Transaction,
  projectId: number,
  images: ProjectFields["images"],
): Promise<void> {
  if (images.length === 0) return
  const rows = images.map(({ name, alt }, position) => ({
    projectId,
    position,
    image: name,
    alt,
    altFolded: alt && normalizeForSearch(alt),
  }))
  await trx.insertInto("projectImages").values(rows).execute()
}

/** The name in the form of a URL, with a number if another project has the same one. */
async function findFreeSlug(trx: Transaction, name: string): Promise<string> {
  const base =
    normalizeForSearch(name)
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 80) || "projet"
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`
    const taken = await trx.selectFrom("projects").select("id").where("slug", "=", slug).executeTakeFirst()
    if (!taken) return slug
  }
}

function recordChange(
  ctx: AccountContext,
  trx: Transaction,
  entry: Pick<AuditEntry, "action" | "subjectId" | "details">,
): Promise<void> {
  return recordAudit(trx, { accountId: ctx.account.id, subject: "project", ...entry }, ctx.now())
}
