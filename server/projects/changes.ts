import { isDeepStrictEqual } from "node:util"
import type { Insertable, Selectable, Updateable } from "kysely"
import { about, recordAudit } from "#server/audit/audit-log.ts"
import type { EditableFields } from "#server/contract/editable-fields.ts"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import type { ProjectFields } from "#server/contract/project-drafts.ts"
import type { ManagedProject } from "#server/contract/projects.ts"
import type { Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { listStoredImages, requireImages } from "#server/images/store/image-rows.ts"
import { type RevisionedFields, revisionedFieldsOf, saveVersion } from "#server/projects/versions/save-version.ts"
import { getManagedProject } from "./queries.ts"
import type { Change } from "./revisions.ts"
import { findFreeSlug, publishSlug, releaseSlugs, takeSlugs } from "./slugs.ts"
import { published } from "./states.ts"

/** A field that is left out stays unchanged. */
type Values = { [Field in keyof RevisionedFields]?: RevisionedFields[Field] | undefined }

/** Each field but the pictures is a column of the same name. */
type ProjectColumns = Pick<Selectable<Schema["projects"]>, Exclude<keyof RevisionedFields, "images">>

/** Writes the values that differ, with their revision; must be called in the transaction that read the project. */
export async function changeProject(
  trx: Transaction,
  project: ManagedProject,
  wanted: Values,
  change: Change,
): Promise<ManagedProject> {
  const before = revisionedFieldsOf(project)
  const difference = differenceOf(before, wanted)
  if (Object.keys(difference).length === 0) return project
  const isPinned = await keepsPin(trx, { ...before, ...difference }, project.id, difference)
  const changed = isPinned ? difference : { ...difference, pin: null }
  const { images, ...fields } = changed
  const columns: Partial<ProjectColumns> = fields
  const { name, publishedAt } = { ...before, ...changed }
  // What leaves the trash unpublished may have lost the slug of its name.
  const isNamed = changed.name !== undefined || (changed.deletedAt === null && publishedAt === null)
  const use = { projectId: project.id, isPublic: publishedAt !== null }
  const slug = isNamed ? await findFreeSlug(trx, name, use) : project.slug
  if (slug !== project.slug) await takeSlugs(trx, [{ slug, projectId: project.id, publicAt: null }])
  const at = change.now.toISOString()
  // Pinning a project to the top of its sector does not change the project itself.
  const isPinAlone = Object.keys(changed).every((field) => field === "pin")
  const values = { ...columns, slug, updatedAt: isPinAlone ? project.updatedAt : at }
  const folded = foldedColumns({ ...before, ...changed })
  const replaced = pick(before, changed)
  const saved = await saveVersion(trx, project, { ...values, ...folded }, { ...change, before: replaced })
  if (images) await replaceImages(trx, project, images)
  if (saved.revision === "new") {
    const { accountId, ip, tokenId, action, now } = change
    const subject = about("project", project.id, project.name)
    const audited = { accountId, ip, tokenId, action, ...subject, details: { before: replaced, after: changed } }
    if (change.audited) change.audited.push(audited)
    else await recordAudit(trx, audited, now)
  }
  const isNewUrl = slug !== project.slug
  if (saved.state === "published" && (isNewUrl || project.state !== "published")) await publishSlug(trx, slug, at)
  if (isNewUrl) await releaseSlugs(trx, project.id, slug)
  return images
    ? getManagedProject(trx, project.id)
    : { ...project, ...values, state: saved.state, version: project.version + 1 }
}

function differenceOf(before: RevisionedFields, values: Values): Partial<RevisionedFields> {
  const changed = Object.entries(values).filter(
    ([field, value]) => value !== undefined && !isDeepStrictEqual(value, before[field as keyof RevisionedFields]),
  )
  return Object.fromEntries(changed)
}

function pick(before: RevisionedFields, changed: Partial<RevisionedFields>): Partial<RevisionedFields> {
  return Object.fromEntries(Object.keys(changed).map((field) => [field, before[field as keyof RevisionedFields]]))
}

export function foldedColumns({ name, status, sector }: Pick<EditableFields, "name" | "status" | "sector">) {
  return {
    nameFolded: normalizeForSearch(name),
    statusFolded: status && normalizeForSearch(status),
    sectorFolded: normalizeForSearch(sector),
  } satisfies Updateable<Schema["projects"]>
}

/** Returns false if the project's sector changes, or if another project has been pinned at its position. */
async function keepsPin(trx: Transaction, after: RevisionedFields, id: number, changed: Partial<RevisionedFields>) {
  if (after.pin === null) return true
  if (changed.sector !== undefined && changed.pin === undefined) return false
  const taken = await trx
    .selectFrom("projects")
    .select("id")
    .where("state", "=", published)
    .where("sector", "=", after.sector)
    .where("pin", "=", after.pin)
    .where("id", "!=", id)
    .executeTakeFirst()
  return taken === undefined
}

/** Leaves out the pictures that have been deleted since. */
export async function withStoredImages<Earlier extends Partial<RevisionedFields>>(
  trx: Transaction,
  project: ManagedProject,
  earlier: Earlier,
): Promise<Earlier> {
  const { images } = earlier
  if (!images) return earlier
  const stored = await listStoredImages(
    trx,
    images.map(({ name }) => name),
  )
  const isKnown = (name: string) => stored.has(name) || project.images.some((image) => image.name === name)
  return { ...earlier, images: images.filter(({ name }) => isKnown(name)) }
}

async function replaceImages(
  trx: Transaction,
  { id, images: previous }: ManagedProject,
  images: EditableFields["images"],
) {
  // Pictures of an imported row that are not stored here may stay.
  const added = images.map(({ name }) => name).filter((name) => !previous.some((image) => image.name === name))
  await requireImages(trx, added)
  await trx.deleteFrom("projectImages").where("projectId", "=", id).execute()
  await insertProjectImages(trx, [{ id, images }])
}

export async function insertProjectImages(
  trx: Transaction,
  projects: readonly { id: number; images: ProjectFields["images"] }[],
): Promise<void> {
  const rows = projects.flatMap(({ id, images }) =>
    images.map(
      ({ name, alt }, position): Insertable<Schema["projectImages"]> => ({
        projectId: id,
        position,
        image: name,
        alt,
        altFolded: alt && normalizeForSearch(alt),
      }),
    ),
  )
  if (rows.length > 0) await trx.insertInto("projectImages").values(rows).execute()
}
