import { normalizeForSearch } from "#server/contract/normalize-for-search.ts"
import type { Sector } from "#server/contract/sectors.ts"
import { bumpContentVersion, type Transaction } from "#server/database/transaction.ts"

export interface ProjectDraft {
  name: string
  description: string
  address: string | null
  status: string | null
  sector: Sector
  images: readonly { name: string; alt: string }[]
}

interface Authorship {
  /** ISO 8601, UTC. */
  at: string
  accountId: number | null
}

/** Stores a project with its pictures, which the store must hold already. */
export async function insertProject(
  trx: Transaction,
  draft: ProjectDraft,
  { at, accountId }: Authorship,
): Promise<number> {
  const { name, description, address, status, sector, images } = draft
  const { id } = await trx
    .insertInto("projects")
    .values({
      name,
      nameFolded: normalizeForSearch(name),
      description,
      address,
      status,
      statusFolded: status === null ? null : normalizeForSearch(status),
      sector,
      sectorFolded: normalizeForSearch(sector),
      slug: await freeSlug(trx, name),
      createdAt: at,
      updatedAt: at,
      createdBy: accountId,
      updatedBy: accountId,
    })
    .returning("id")
    .executeTakeFirstOrThrow()
  await insertProjectImages(trx, id, images)
  await bumpContentVersion(trx)
  return id
}

/** The pictures that a project shows, in their order; it must have none yet. */
export async function insertProjectImages(
  trx: Transaction,
  projectId: number,
  images: ProjectDraft["images"],
): Promise<void> {
  if (images.length === 0) return
  const rows = images.map(({ name, alt }, position) => ({
    projectId,
    position,
    image: name,
    alt,
  }))
  await trx.insertInto("projectImages").values(rows).execute()
}

/** The name as a part of an address, with a number behind it where another project has that one. */
async function freeSlug(trx: Transaction, name: string): Promise<string> {
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
