import { randomBytes } from "node:crypto"
import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import { messages } from "#server/contract/response-messages.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { AppError } from "#server/errors.ts"

const LENGTH_MAX = 80

/** Further projects of one name get a random suffix, because searching for a free number would take ever longer. */
const NUMBERS_MAX = 20

/** Finds a free slug for a name; the project may take back a slug that it had before. */
export async function findFreeSlug(trx: Transaction, name: string, projectId?: number): Promise<string> {
  const base = slugOf(name)
  const numbered = Array.from({ length: NUMBERS_MAX }, (_, index) => (index === 0 ? base : `${base}-${index + 1}`))
  const rows = await trx
    .selectFrom("projectSlugs")
    .select(["slug", "projectId"])
    .where("slug", "in", numbered)
    .execute()
  // An erased project's slug is free.
  const taken = new Set(
    rows.filter((row) => row.projectId !== null && row.projectId !== projectId).map(({ slug }) => slug),
  )
  return numbered.find((slug) => !taken.has(slug)) ?? `${base}-${randomBytes(4).toString("hex")}`
}

/** Adds a random suffix to each slug that is taken; the order stays. */
export async function uniqueSlugs(trx: Transaction, slugs: readonly string[]): Promise<string[]> {
  const rows = await trx.selectFrom("projectSlugs").select("slug").where("slug", "in", slugs).execute()
  const taken = new Set(rows.map(({ slug }) => slug))
  return slugs.map((slug) => {
    const unique = taken.has(slug) ? `${slug}-${randomBytes(4).toString("hex")}` : slug
    taken.add(unique)
    return unique
  })
}

/** Takes the slug; throws if another project has taken it meanwhile. */
export async function takeSlug(
  trx: Transaction,
  slug: string,
  { projectId, publicAt = null }: { projectId: number; publicAt?: string | null },
): Promise<void> {
  const taken = await trx
    .insertInto("projectSlugs")
    .values({ slug, projectId, publicAt })
    .onConflict((conflict) =>
      conflict
        .column("slug")
        .doUpdateSet((row) => ({
          projectId,
          publicAt: row
            .case()
            .when("projectSlugs.projectId", "=", projectId)
            .then(row.ref("projectSlugs.publicAt"))
            .else(row.ref("excluded.publicAt"))
            .end(),
        }))
        .where((row) =>
          row.or([row("projectSlugs.projectId", "is", null), row("projectSlugs.projectId", "=", projectId)]),
        ),
    )
    .returning("slug")
    .executeTakeFirst()
  if (!taken) throw new AppError("conflict", messages.alreadyExists)
}

export function slugOf(name: string): string {
  return (
    normalizeForSearch(name)
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, LENGTH_MAX) || "projet"
  )
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
