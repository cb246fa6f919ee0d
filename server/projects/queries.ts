import { findFixedProject } from "#server/content/published/fixed-projects.ts"
import { type ContentReader, readContent } from "#server/content/published/published.ts"
import { isYesAnswer } from "#server/contract/content/fields.ts"
import type { ProjectAtSlug } from "#server/contract/content/project-at-slug.ts"
import { PROJECTS_PER_PAGE } from "#server/contract/paging.ts"
import type { ProjectState } from "#server/contract/project-states.ts"
import {
  ManagedProject,
  PINS_MAX,
  Project,
  type ProjectFilter,
  type ProjectImage,
  type ProjectPage,
} from "#server/contract/projects.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Sector } from "#server/contract/sectors.ts"
import { CANCELLED, compareStatuses } from "#server/contract/statuses.ts"
import type { Database } from "#server/database/core/database.ts"
import { inOrderOf } from "#server/database/core/searched-table.ts"
import { wasIssued } from "#server/database/issued-ids.ts"
import { AppError } from "#server/errors.ts"
import { toFocalPoint } from "#server/images/store/focal-point.ts"
import type { Context } from "#server/trpc/context.ts"
import { published } from "./states.ts"

/** Lists the newest first, and orders equal dates by id. */
export async function listProjects(db: Database, { sector, limit, after, at }: ProjectFilter): Promise<Project[]> {
  let rows = selectPublished(db)
  if (sector) rows = rows.where("sector", "=", sector)
  if (after) {
    const last = at === undefined ? await findPosition(db, after) : { listedAt: at, id: after }
    rows = rows.where((is) => is(is.refTuple("listedAt", "id"), "<", is.tuple(last.listedAt, last.id)))
  }
  return withImages(db, await rows.limit(limit).execute())
}

/** Finds the place of a project in the list, or that of one that has been erased: just before what came before it. */
async function findPosition(db: Database, id: number): Promise<{ id: number; listedAt: string }> {
  const columns = ["id", "listedAt", "publishedAt"] as const
  const row = await db
    .selectFrom("projects")
    .select(columns)
    .where("id", "=", id)
    // A project that was never public is not found, so that nothing reveals its id.
    .where(
      "id",
      "in",
      db.selectFrom("projectSlugs").select("projectId").where("projectId", "=", id).where("publicAt", "is not", null),
    )
    .executeTakeFirst()
  if (!row) return findFormerPosition(db, id)
  return row.publishedAt === null ? { id, listedAt: await readLastPublication(db, row) } : row
}

async function findFormerPosition(db: Database, id: number): Promise<{ id: number; listedAt: string }> {
  const select = db.selectFrom("projects").select(["id", "listedAt"]).where("state", "=", published)
  const later = await select.where("id", ">", id).orderBy("id").limit(1).executeTakeFirst()
  if (!later && !(await wasIssued(db, "projects", id))) throw new AppError("not_found", responseTexts.projectNotFound)
  const earlier = await select.where("id", "<", id).orderBy("id", "desc").limit(1).executeTakeFirst()
  return { id, listedAt: earlier?.listedAt ?? "" }
}

/** A project that was withdrawn keeps its place between two pages of the list. */
async function readLastPublication(db: Database, { id, listedAt }: { id: number; listedAt: string }): Promise<string> {
  const revisions = await db
    .selectFrom("projectRevisions")
    .select("before")
    .where("projectId", "=", id)
    .orderBy("version", "desc")
    .execute()
  const dates = revisions.map(({ before }): unknown => JSON.parse(before).publishedAt)
  return dates.find((date) => typeof date === "string") ?? listedAt
}

export async function getProject(db: Database, id: number): Promise<Project> {
  const [project] = await withImages(db, await selectPublished(db).where("id", "=", id).execute())
  if (!project) throw new AppError("not_found", responseTexts.projectNotFound)
  return project
}

/** Returns a project in any state. */
export async function getManagedProject(db: Database, id: number): Promise<ManagedProject> {
  const [project] = await listManagedProjects(db, [id])
  if (!project) throw new AppError("not_found", responseTexts.projectNotFound)
  return project
}

/** Returns projects in any state, in the order of the ids; ids that do not exist are left out. */
export async function listManagedProjects(db: Database, ids: readonly number[]): Promise<ManagedProject[]> {
  return inOrderOf(ids, await withImages(db, await selectManaged(db, ids)))
}

/** Returns them too, but reads projects and images at once, on two connections, and so not in a transaction. */
export async function listManagedProjectsConcurrently(db: Database, ids: readonly number[]): Promise<ManagedProject[]> {
  if (ids.length === 0) return []
  const [rows, images] = await Promise.all([selectManaged(db, ids), selectImages(db, ids)])
  return inOrderOf(ids, joinImages(rows, images))
}

async function selectManaged(db: Database, ids: readonly number[]): Promise<ManagedRow[]> {
  if (ids.length === 0) return []
  return db.selectFrom("projects").select(MANAGED).where("id", "in", ids).execute()
}

/**
 * Lists one page of a sector's public list. Its pages begin with the newest projects, so that a new one is always on the
 * first; on each page the pinned ones come first, and then those that are finished.
 */
export async function listProjectPage(ctx: ContentReader, sector: Sector, page: number): Promise<ProjectPage> {
  const { db } = ctx
  const ofSector = selectListed(db, await showsCancelled(ctx)).where("sector", "=", sector)
  const pinned = await ofSector.where("pin", "is not", null).clearOrderBy().orderBy("pin").limit(PINS_MAX).execute()
  const start = (page - 1) * PROJECTS_PER_PAGE
  const first = pinned.slice(start, start + PROJECTS_PER_PAGE)
  const others = await ofSector
    .where("pin", "is", null)
    .limit(PROJECTS_PER_PAGE + 1 - first.length)
    .offset(Math.max(0, start - pinned.length))
    .execute()
  const shown = others.slice(0, PROJECTS_PER_PAGE - first.length)
  const projects = await withImages(db, [...first, ...finishedFirst(shown)])
  return { projects, page, more: shown.length < others.length }
}

/** Keeps the order of projects with equal statuses. */
function finishedFirst<Row extends Pick<Project, "status">>(rows: readonly Row[]): Row[] {
  return rows.toSorted((one, other) => compareStatuses(one.status, other.status))
}

/** Selects what public lists show, newest first. */
function selectListed(db: Database, isCancelledShown: boolean) {
  const rows = selectPublished(db)
  return isCancelledShown ? rows : rows.where("status", "is distinct from", CANCELLED)
}

export async function showsCancelled(ctx: ContentReader): Promise<boolean> {
  const { projects } = await readContent(ctx, "parametres")
  return isYesAnswer(projects.cancelled)
}

/** Counts the projects of that state, or of every one. */
export async function countProjects(db: Database, state?: ProjectState): Promise<number> {
  const counts = db.selectFrom("projectCounts").select((row) => row.fn.sum<number | null>("count").as("count"))
  const { count } = await (state ? counts.where("state", "=", state) : counts).executeTakeFirstOrThrow()
  return Number(count)
}

/** Lists the last parts of public projects' URLs, oldest first, so that new ones do not move the others. */
export function listPublishedUrls(
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ slug: string; updatedAt: string }[]> {
  return db
    .selectFrom("projects")
    .select(["slug", "updatedAt"])
    .where("state", "=", published)
    .orderBy("listedAt")
    .orderBy("id")
    .limit(limit)
    .offset(offset)
    .execute()
}

const RELATED_MAX = 3

/** Returns what a project's URL leads to; a project that was never public is not found. */
export async function getProjectAtSlug(
  ctx: ContentReader & Pick<Context, "previewedProject">,
  slug: string,
): Promise<ProjectAtSlug> {
  const { db, previewedProject } = ctx
  if (previewedProject?.slug === slug) {
    return { kind: "found", project: previewedProject, related: await listRelatedProjects(ctx, previewedProject) }
  }
  const row = await db
    .selectFrom("projectSlugs")
    .leftJoin("projects", "projects.id", "projectSlugs.projectId")
    .select(["projects.id", "projects.slug", "publicAt", "state", "sector"])
    .where("projectSlugs.slug", "=", slug)
    .executeTakeFirst()
  if (!row?.publicAt || row.id === null || row.state !== "published") {
    const fixed = await findFixedProject(ctx, slug)
    if (fixed) return { kind: "fixed", project: fixed, related: await listRelatedProjects(ctx, fixed) }
    if (!row?.publicAt) throw new AppError("not_found", responseTexts.projectNotFound)
    return { kind: "gone", sector: row.sector }
  }
  if (row.slug !== null && row.slug !== slug) return { kind: "moved", slug: row.slug }
  const project = await getProject(db, row.id)
  return { kind: "found", project, related: await listRelatedProjects(ctx, project) }
}

async function listRelatedProjects(ctx: ContentReader, { id = 0, sector }: Pick<Project, "sector"> & { id?: number }) {
  const listed = selectListed(ctx.db, await showsCancelled(ctx))
  const rows = await listed.where("sector", "=", sector).where("id", "!=", id).limit(RELATED_MAX).execute()
  return withImages(ctx.db, finishedFirst(rows))
}

const { images: _, ...publicColumns } = Project.shape
const PUBLIC = Object.keys(publicColumns) as (keyof typeof publicColumns)[]

const { images: __, ...managedColumns } = ManagedProject.shape
const MANAGED = Object.keys(managedColumns) as (keyof typeof managedColumns)[]

type ManagedRow = Omit<ManagedProject, "images">

export function selectPublished(db: Database) {
  return db
    .selectFrom("projects")
    .select(PUBLIC)
    .where("state", "=", published)
    .orderBy("listedAt", "desc")
    .orderBy("id", "desc")
}

export async function withImages<Row extends { id: number }>(
  db: Database,
  rows: Row[],
): Promise<(Row & { images: ProjectImage[] })[]> {
  if (rows.length === 0) return []
  const images = await selectImages(
    db,
    rows.map(({ id }) => id),
  )
  return joinImages(rows, images)
}

function joinImages<Row extends { id: number }>(rows: readonly Row[], images: readonly ImageRow[]) {
  const byProject = Map.groupBy(images, ({ projectId }) => projectId)
  return rows.map((row) => ({ ...row, images: (byProject.get(row.id) ?? []).map(toImage) }))
}

/** Returns stored images in the form of a project’s pictures, without alternative texts. */
export async function selectStoredImages(db: Database, names: readonly string[]): Promise<ProjectImage[]> {
  if (names.length === 0) return []
  const rows = await db
    .selectFrom("images")
    .leftJoin("imageDetails", "imageDetails.name", "images.name")
    .select((row) => ["images.name", row.lit(null).as("alt"), "width", "height", "colour", "focusX", "focusY"])
    .where("images.name", "in", names)
    .execute()
  return rows.map((row) => toImage({ ...row, projectId: 0 }))
}

type ImageRow = Awaited<ReturnType<typeof selectImages>>[number]

function toImage({ projectId, focusX, focusY, ...image }: ImageRow): ProjectImage {
  return { ...image, focus: toFocalPoint({ focusX, focusY }) }
}

function selectImages(db: Database, projectIds: readonly number[]) {
  return db
    .selectFrom("projectImages")
    .leftJoin("images", "images.name", "projectImages.image")
    .leftJoin("imageDetails", "imageDetails.name", "projectImages.image")
    .select((row) => [
      "projectId",
      "image as name",
      "projectImages.alt",
      row.fn.coalesce("width", row.lit(0)).as("width"),
      row.fn.coalesce("height", row.lit(0)).as("height"),
      "colour",
      "focusX",
      "focusY",
    ])
    .where("projectId", "in", projectIds)
    .orderBy("projectId")
    .orderBy("position")
    .execute()
}
