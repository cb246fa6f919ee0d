import { listPictures } from "#server/content/published/resolve.ts"
import { mapFields } from "#server/contract/content/field-tree.ts"
import { type ContentSlug, contentSchemas, contentTree } from "#server/contract/content/pages.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database } from "#server/database/core/database.ts"
import { AppError } from "#server/errors.ts"
import { listStoredImages } from "#server/images/store/image-rows.ts"
import { listedPictures } from "#server/pictures/bundled/listed/all.gen.ts"
import { findFaults } from "./publication-faults.ts"

/** Drafts may have these zod issues, unless a refinement is marked as `always`; all others reject drafts too. */
const unfinished = new Set(["too_small", "invalid_format", "custom"])

/** Throws unless the content has the page's form; it need not be complete. */
export function requireDraft(page: ContentSlug, content: unknown): void {
  const issues: readonly Issue[] = contentSchemas[page].safeParse(content).error?.issues ?? []
  const wrong = issues.filter(({ code, path, params, origin }) => {
    const isUnfinished = unfinished.has(code) || (code === "too_big" && origin === "string")
    return params?.always === true || !isUnfinished || path.join() === "sections"
  })
  if (wrong.length > 0) throw new AppError("invalid", responseTexts.invalid, { fields: messagesOf(wrong) })
}

/**
 * Returns the content in its published form. Throws, with a message for each faulty field, unless it can be published
 * at that moment.
 */
export async function requirePublishable(
  db: Database,
  page: ContentSlug,
  content: unknown,
  at: Date,
): Promise<unknown> {
  requireDraft(page, content)
  const { data, error } = contentSchemas[page].safeParse(content)
  const fields = {
    ...findFaults(page, data ?? content, at),
    ...(await listPictureFaults(db, page, content)),
    ...messagesOf(error?.issues ?? []),
  }
  if (Object.keys(fields).length > 0) throw new AppError("invalid", responseTexts.invalid, { fields })
  return data
}

interface Issue {
  code: string
  path: readonly PropertyKey[]
  message: string
  params?: { always?: boolean } | undefined
  /** The type of the value that a bound limits. */
  origin?: string
}

/** Returns the first message of each field. */
function messagesOf(issues: readonly Issue[]): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) fields[path.join(".")] ??= message
  return fields
}

async function listPictureFaults(db: Database, page: ContentSlug, content: unknown): Promise<Record<string, string>> {
  const unknown = await listUnknownPictures(db, listPictures(page, content))
  const fields: Record<string, string> = {}
  mapFields(contentTree(page), content, ({ kind }, value, path) => {
    const isUnknown = kind === "picture" && unknown.includes(String(value))
    if (isUnknown) fields[path] = `${responseTexts.unknownImage} : ${value}`
  })
  return fields
}

/** Returns the pictures that neither ship with the site nor are stored. */
export async function listUnknownPictures(db: Database, pictures: readonly string[]): Promise<string[]> {
  const names = pictures.filter((name) => !Object.hasOwn(listedPictures, name))
  const stored = await listStoredImages(db, names)
  return names.filter((name) => !stored.has(name))
}
