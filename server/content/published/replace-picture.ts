import { listAuditedChanges } from "#server/contract/content/differences.ts"
import { mapFields } from "#server/contract/content/field-tree.ts"
import { CONTENT_SLUGS, type ContentSlug, contentTree } from "#server/contract/content/pages.ts"
import type { Transaction } from "#server/database/core/database.ts"
import { type ContentWriter, readContent } from "./published.ts"
import { listPictures } from "./resolve.ts"
import { addRevision, recordContentImages } from "./revisions.ts"
import { schemaVersionOf, upgradeContent } from "./stored-content.ts"

interface Replacement {
  name: string
  replacement: string
  accountId: number
  now: Date
}

interface ChangedPage {
  page: ContentSlug
  /** It is null if only the draft was changed. */
  revision: number | null
  changes: { field: string; before: unknown; after: unknown }[]
}

/** Replaces a picture in all drafts, and in published content by new revisions. */
export async function replaceInContent(writer: ContentWriter, change: Replacement): Promise<ChangedPage[]> {
  const { name, replacement, accountId, now } = change
  const changed: ChangedPage[] = []
  for (const page of CONTENT_SLUGS) {
    const published = await readContent(writer, page)
    if (listPictures(page, published).includes(name)) {
      const content = replaceIn(page, published, name, replacement)
      const revision = await addRevision(writer.db, { page, content, accountId, now })
      changed.push({ page, revision, changes: listAuditedChanges(contentTree(page), published, content) })
    }
    const changes = await replaceInDraft(writer.db, page, change)
    if (changes) changed.push({ page, revision: null, changes })
  }
  return changed
}

async function replaceInDraft(trx: Transaction, page: ContentSlug, { name, replacement, accountId, now }: Replacement) {
  const draft = await trx.selectFrom("drafts").selectAll().where("page", "=", page).executeTakeFirst()
  const before = draft && upgradeContent(page, draft)
  if (!listPictures(page, before).includes(name)) return undefined
  const content = replaceIn(page, before, name, replacement)
  await trx
    .updateTable("drafts")
    .set((row) => ({
      schemaVersion: schemaVersionOf(page),
      content: JSON.stringify(content),
      version: row("version", "+", 1),
      updatedAt: now.toISOString(),
      updatedBy: accountId,
    }))
    .where("page", "=", page)
    .execute()
  await recordContentImages(trx, page, "draft", listPictures(page, content))
  return listAuditedChanges(contentTree(page), before, content)
}

function replaceIn(page: ContentSlug, content: unknown, name: string, replacement: string): unknown {
  return mapFields(contentTree(page), content, ({ kind }, value) =>
    kind === "picture" && value === name ? replacement : value,
  )
}
