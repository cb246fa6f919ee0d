import { PROJECTS_PER_PAGE } from "#server/contract/paging.ts"
import { Project, type ProjectFilter, type ProjectImage, type ProjectPage } from "#server/contract/projects.ts"
import { messages } from "#server/contract/response-messages.ts"
import type { Sector } from "#server/contract/sectors.ts"
import type { Database } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"

/** Newest first, ties by id. */
export async function listProjects(db: Database, { sector, limit, after }: ProjectFilter): Promise<Project[]> {
  let rows = selectProjects(db)
  if (sector) rows = rows.where("sector", "=", sector)
  if (after) {
    const last = await getProject(db, after)
    rows = rows.where((is) => is(is.refTuple("createdAt", "id"), "<", is.tuple(last.createdAt, last.id)))
  }
  return withImages(db, await rows.limit(limit).execute())
}

export async function getProject(db: Database, id: number): Promise<Project> {
  const [project] = await withImages(db, await selectProjects(db).where("id", "=", id).execute())
  if (!project) throw new AppError("not_found", messages.projectNotFound)
  return project
}

/** In the order of the ids, without those that do not exist. */
export async function listProjectsById(db: Database, ids: readonly number[]): Promise<Project[]> {
  if (ids.length === 0) return []
  const projects = await withImages(db, await selectProjects(db).where("id", "in", ids).execute())
  const byId = new Map(projects.map((project) => [project.id, project]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** One page of a sector's public list. */
export async function listProjectPage(db: Database, sector: Sector, page: number): Promise<ProjectPage> {
  const rows = await selectProjects(db)
    .where("sector", "=", sector)
    .limit(PROJECTS_PER_PAGE + 1)
    .offset((page - 1) * PROJECTS_PER_PAGE)
    .execute()
  const projects = await withImages(db, rows.slice(0, PROJECTS_PER_PAGE))
  return { projects, page, more: rows.length > PROJECTS_PER_PAGE }
}

const { images: _, ...columns } = Project.shape
const COLUMNS = Object.keys(columns) as (keyof typeof columns)[]

type ProjectRow = Omit<Project, "images">

function selectProjects(db: Database) {
  return db
    .selectFrom("projects")
    .select(COLUMNS)
    .where("deletedAt", "is", null)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .$castTo<ProjectRow>()
}

async function withImages(db: Database, rows: ProjectRow[]): Promise<Project[]> {
  if (rows.length === 0) return []
  const byProject = Map.groupBy(await selectImages(db, rows), ({ projectId }) => projectId)
  return rows.map((row) => ({ ...row, images: (byProject.get(row.id) ?? []).map(toImage) }))
}

function toImage({ projectId, ...image }: ProjectImage & { projectId: number }): ProjectImage {
  return image
}

function selectImages(db: Database, rows: ProjectRow[]) {
  return db
    .selectFrom("projectImages")
    .leftJoin("images", "images.name", "projectImages.image")
    .select((row) => [
      "projectId",
      "image as name",
      "alt",
      row.fn.coalesce("width", row.lit(0)).as("width"),
      row.fn.coalesce("height", row.lit(0)).as("height"),
      "colour",
    ])
    .where(
      "projectId",
      "in",
      rows.map(({ id }) => id),
    )
    .orderBy("projectId")
    .orderBy("position")
    .execute()
}
