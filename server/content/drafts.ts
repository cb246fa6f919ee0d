import { listPictures } from "#server/content/published/resolve.ts"
import type { FieldNode } from "#server/contract/content/field-tree.ts"
import { type ContentSlug, contentSchemas, contentTree } from "#server/contract/content/pages.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { Database } from "#server/database/core/database.ts"
import { AppError, fieldError } from "#server/errors.ts"
import { listStoredImages } from "#server/images/store/image-rows.ts"
import { listedPictures } from "#server/pictures/bundled/listed/all.gen.ts"
import { findFaults } from "./publication-faults.ts"

/** Drafts may have these zod issues, unless a refinement is marked as `always`; all others reject drafts too. */
const unfinished = new Set(["too_small", "invalid_format", "custom"])

/** Throws unless the content has the page's form; it need not be complete. */
export function requireDraft(page: ContentSlug, content: unknown): void {
  requireValid(page, content, ({ code, path, params, origin }) => {
    const isUnfinished = unfinished.has(code) || (code === "too_big" && origin === "string")
    return params?.always === true || !isUnfinished || path.join() === "sections"
  })
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
  requireValid(page, content, () => true)
  await requirePictures(db, page, content)
  const published = contentSchemas[page].parse(content)
  const fields = findFaults(page, published, at)
  if (Object.keys(fields).length > 0) throw new AppError("invalid", responseTexts.invalid, { fields })
  return published
}

interface Issue {
  code: string
  path: readonly PropertyKey[]
  message: string
  params?: { always?: boolean }
  /** The type of the value that a bound limits. */
  origin?: string
}

function requireValid(page: ContentSlug, content: unknown, counts: (issue: Issue) => boolean): void {
  const { error } = contentSchemas[page].safeParse(content)
  const issues = (error?.issues as Issue[] | undefined)?.filter(counts) ?? []
  if (issues.length === 0) return
  const fields: Record<string, string> = {}
  for (const { path, message } of issues) fields[path.join(".")] ??= message
  throw new AppError("invalid", responseTexts.invalid, { fields })
}

async function requirePictures(db: Database, page: ContentSlug, content: unknown): Promise<void> {
  const [unknown] = await listUnknownPictures(db, listPictures(page, content))
  if (unknown === undefined) return
  const path = findPath(contentTree(page), content, unknown, []) ?? ""
  throw fieldError(path, `${responseTexts.unknownImage} : ${unknown}`)
}

/** Returns the pictures that neither ship with the site nor are stored. */
export async function listUnknownPictures(db: Database, pictures: readonly string[]): Promise<string[]> {
  const names = pictures.filter((name) => !Object.hasOwn(listedPictures, name))
  const stored = await listStoredImages(db, names)
  return names.filter((name) => !stored.has(name))
}

/** Returns the path of the first field with that picture. */
function findPath(node: FieldNode, value: unknown, picture: string, path: string[]): string | undefined {
  if (node.kind === "picture") return value === picture ? path.join(".") : undefined
  const { entry } = node
  const children = entry ? (value as unknown[]).map((_, index) => [String(index), entry] as const) : (node.fields ?? [])
  for (const [key, child] of children) {
    const found = findPath(child, (value as Record<string, unknown>)[key], picture, [...path, key])
    if (found !== undefined) return found
  }
}
