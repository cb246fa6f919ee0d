import type { ContentOf, ContentSlug } from "#server/contract/content/pages.ts"
import type { Database, Transaction } from "#server/database/core/database.ts"
import type { Log } from "#server/log.ts"
import { defaultContent } from "./defaults/defaults.ts"
import { parseContent } from "./stored-content.ts"

export interface ContentReader {
  db: Database
  log: Log
  /** In the preview of a draft, it replaces the published content of that page. */
  preview?: { slug: ContentSlug; content: unknown } | undefined
}

/** Reads and writes content in one transaction. */
export interface ContentWriter extends ContentReader {
  db: Transaction
}

/** Reads the content that visitors see: the newest revision that fits its schema, or else the default. */
export async function readContent<Slug extends ContentSlug>(
  { db, log, preview }: ContentReader,
  slug: Slug,
): Promise<ContentOf<Slug>> {
  if (preview?.slug === slug) return preview.content as ContentOf<Slug>
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const revision = await db
      .selectFrom("revisions")
      .select(["id", "schemaVersion", "content"])
      .where("page", "=", slug)
      .where("id", "<", before)
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst()
    if (!revision) return defaultContent[slug]
    try {
      return parseContent(slug, revision)
    } catch (error) {
      log.error({ page: slug, revision: revision.id, err: error }, "published content does not fit its schema")
      before = revision.id
    }
  }
}
