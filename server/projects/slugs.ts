import { randomBytes } from "node:crypto"
import type { SlugHolder } from "#server/contract/projects.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { slugOf } from "#server/contract/slug.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import type { Schema } from "#server/database/core/schema.ts"
import { AppError } from "#server/errors.ts"

/** Further projects of one name get a random suffix, because searching for a free number would take ever longer. */
const NUMBERS_MAX = 20

interface SlugUse {
  /** A project may take back a slug that it had before. */
  projectId?: number
  isPublic: boolean
}

export async function findFreeSlug(trx: Transaction, name: string, use: SlugUse): Promise<string> {
  const [slug = ""] = await findFreeSlugs(trx, [name], use)
  return slug
}

/** Finds a free slug for each name, in their order. A project in the trash that was never public gives up its own. */
export async function findFreeSlugs(
  trx: Transaction,
  names: readonly string[],
  { projectId, isPublic }: SlugUse,
): Promise<string[]> {
  const candidates = names.map(numberedSlugs)
  const rows = await trx
    .selectFrom("projectSlugs")
    .leftJoin("projects", "projects.id", "projectSlugs.projectId")
    .select(["projectSlugs.slug", "projectId", "publicAt", "deletedAt"])
    .where("projectSlugs.slug", "in", candidates.flat())
    .execute()
  const givenUp = new Map(
    rows.flatMap(({ slug, projectId: owner, deletedAt, publicAt }) =>
      owner !== null && deletedAt && !publicAt ? [[slug, owner]] : [],
    ),
  )
  // The URL of an erased project stays gone until another one is public there.
  const isTaken = ({ slug, projectId: owner }: (typeof rows)[number]) =>
    owner === null ? !isPublic : owner !== projectId && !givenUp.has(slug)
  const taken = new Set(rows.filter(isTaken).map(({ slug }) => slug))
  const found = candidates.map((slugs) => {
    const free = slugs.find((slug) => !taken.has(slug)) ?? randomSlug(slugs[0])
    taken.add(free)
    return free
  })
  for (const slug of found) {
    const owner = givenUp.get(slug)
    if (owner !== undefined && owner !== projectId) await freeSlug(trx, { id: owner, slug })
  }
  return found
}

/** Returns the project at the URL that a project's name would have, unless it has that URL itself. */
export async function findSlugHolder(db: Database, id: number): Promise<SlugHolder | null> {
  const project = await db.selectFrom("projects").select(["name", "slug"]).where("id", "=", id).executeTakeFirst()
  if (!project || project.slug === slugOf(project.name)) return null
  const holder = await db
    .selectFrom("projectSlugs")
    .leftJoin("projects", "projects.id", "projectSlugs.projectId")
    .select(["projects.id", "name", "state"])
    .where("projectSlugs.slug", "=", slugOf(project.name))
    .where((is) => is.or([is("projectId", "is", null), is("projectId", "!=", id)]))
    .executeTakeFirst()
  return holder ?? null
}

function numberedSlugs(name: string): [string, ...string[]] {
  const slug = slugOf(name)
  return [slug, ...Array.from({ length: NUMBERS_MAX - 1 }, (_, index) => `${slug}-${index + 2}`)]
}

function randomSlug(slug: string): string {
  return `${slug}-${randomBytes(4).toString("hex")}`
}

/** Takes the slugs; throws if another project has taken one meanwhile. */
export async function takeSlugs(trx: Transaction, slugs: readonly Schema["projectSlugs"][]): Promise<void> {
  const taken = await trx
    .insertInto("projectSlugs")
    .values(slugs)
    .onConflict((conflict) =>
      conflict
        .column("slug")
        .doUpdateSet((row) => ({
          projectId: row.ref("excluded.projectId"),
          publicAt: row
            .case()
            .when("projectSlugs.projectId", "=", row.ref("excluded.projectId"))
            .then(row.ref("projectSlugs.publicAt"))
            .else(row.ref("excluded.publicAt"))
            .end(),
        }))
        .where((row) =>
          row.or([
            row("projectSlugs.projectId", "is", null),
            row("projectSlugs.projectId", "=", row.ref("excluded.projectId")),
          ]),
        ),
    )
    .returning("slug")
    .execute()
  if (taken.length < slugs.length) throw new AppError("conflict", responseTexts.alreadyExists)
}

/** Records that the project is public at its slug, and so that this URL leads to it from now on. */
export async function publishSlug(trx: Transaction, slug: string, at: string): Promise<void> {
  await trx
    .updateTable("projectSlugs")
    .set({ publicAt: at })
    .where("slug", "=", slug)
    .where("publicAt", "is", null)
    .execute()
}

/** Frees the earlier slugs at which the project was never public. */
export async function releaseSlugs(trx: Transaction, projectId: number, current?: string): Promise<void> {
  let slugs = trx.deleteFrom("projectSlugs").where("projectId", "=", projectId).where("publicAt", "is", null)
  if (current !== undefined) slugs = slugs.where("slug", "!=", current)
  await slugs.execute()
}

/** Gives a project that was never public another slug, which frees that of its name. */
export async function freeSlug(trx: Transaction, { id, slug }: { id: number; slug: string }): Promise<void> {
  const other = randomSlug(slug)
  const freed = await trx
    .updateTable("projectSlugs")
    .set({ slug: other })
    .where("slug", "=", slug)
    .where("publicAt", "is", null)
    .returning("slug")
    .executeTakeFirst()
  if (freed) await trx.updateTable("projects").set({ slug: other }).where("id", "=", id).execute()
}
