import type { FixedProjectPage } from "#server/contract/content/project-at-slug.ts"
import { plainText } from "#server/contract/content/public.ts"
import { SECTOR_SLUGS, SECTORS, type Sector, type SectorSlug } from "#server/contract/sectors.ts"
import { slugOf } from "#server/contract/slug.ts"
import type { Database } from "#server/database/core/database.ts"
import { type ContentReader, readContent } from "./published.ts"
import { resolveContent } from "./resolve.ts"

interface Address {
  sector: Sector
  /** The position among the fixed projects of its sector. */
  index: number
  /** The last segment of the URL, which the title makes; a later project of that title has a number too. */
  slug: string
}

/** Lists where the pages of the projects are that the sectors' contents describe. */
export async function listFixedAddresses(reader: ContentReader): Promise<Address[]> {
  const contents = await Promise.all(SECTORS.map((sector) => readContent(reader, SECTOR_SLUGS[sector])))
  const used = new Set<string>()
  return SECTORS.flatMap((sector, position) =>
    fixedOf(contents[position]).map(({ title }, index) => ({ sector, index, slug: takeSlug(used, slugOf(title)) })),
  )
}

/** Returns those of the slugs that lead to a public project of the database, be it a former one of the project. */
export async function listPublicSlugs(db: Database, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return []
  const rows = await db
    .selectFrom("projectSlugs")
    .innerJoin("projects", "projects.id", "projectSlugs.projectId")
    .select("projectSlugs.slug")
    .where("projectSlugs.slug", "in", slugs)
    .where("publicAt", "is not", null)
    .where("state", "=", "published")
    .execute()
  return rows.map(({ slug }) => slug)
}

function takeSlug(used: Set<string>, slug: string): string {
  let [free, number] = [slug, 2]
  for (; used.has(free); number += 1) free = `${slug}-${number}`
  used.add(free)
  return free
}

/** Returns the project at a URL; undefined if no content describes one there. */
export async function findFixedProject(reader: ContentReader, slug: string): Promise<FixedProjectPage | undefined> {
  const address = (await listFixedAddresses(reader)).find((one) => one.slug === slug)
  if (!address) return undefined
  const { sector, index } = address
  const fixed = fixedOf(await resolveContent(reader, SECTOR_SLUGS[sector]))[index]
  if (!fixed) return undefined
  const { title, place, year, status, description, photos } = fixed
  return { name: title, slug, address: place, year, status, sector, description: plainText(description), photos }
}

interface Sections<Fixed> {
  sections: readonly (
    | { kind: "projects"; fixed: readonly Fixed[] }
    | { kind: Exclude<string, "projects">; fixed?: never }
  )[]
}

function fixedOf<Fixed>(content: Sections<Fixed> | undefined): readonly Fixed[] {
  return content?.sections.flatMap((section) => section.fixed ?? []) ?? []
}

/** Whether a page is that of a sector. */
export function isSectorSlug(slug: string): slug is SectorSlug {
  return (Object.values(SECTOR_SLUGS) as string[]).includes(slug)
}
