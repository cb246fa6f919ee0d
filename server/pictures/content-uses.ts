import { defaultContent } from "#server/content/published/defaults/defaults.ts"
import { listPictures } from "#server/content/published/resolve.ts"
import { CONTENT_SLUGS, type ContentSlug, contentSchemas, contentTree } from "#server/contract/content/pages.ts"
import type { PictureUse } from "#server/contract/content/pictures.ts"
import type { Database } from "#server/database/core/database.ts"

export type ContentUse = Extract<PictureUse, { kind: "content" }> & { image: string }

/** Lists the pages on which the content shows pictures; pages that were never published show their defaults. */
export async function listContentUses(db: Database): Promise<ContentUse[]> {
  const rows = await db.selectFrom("contentImages").selectAll().orderBy("page").orderBy("state", "desc").execute()
  const published = await db.selectFrom("revisions").select("page").distinct().execute()
  const pages = new Set(published.map(({ page }) => page))
  const defaults = CONTENT_SLUGS.filter((page) => !pages.has(page)).flatMap((page) =>
    listPictures(page, defaultContent[page]).map((image) => ({ page, state: "published" as const, image })),
  )
  return [...defaults, ...rows].flatMap(({ page, state, image }) =>
    page in contentSchemas ? [{ kind: "content", page, label: pageLabel(page), state, image }] : [],
  )
}

export function pageLabel(page: ContentSlug): string {
  return contentTree(page).label
}
