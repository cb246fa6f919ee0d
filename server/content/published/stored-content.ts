import { emptyValue, type FieldNode } from "#server/contract/content/field-tree.ts"
import { type ContentOf, type ContentSlug, contentSchemas, contentTree } from "#server/contract/content/pages.ts"
import { defaultContent } from "./defaults/defaults.ts"
import { firstTemplates } from "./defaults/first-templates.ts"

/** Turns content of one version of a page's schema into content of the next version. */
type Upgrade = (content: Record<string, unknown>) => Record<string, unknown>

/** The upgrades of each page's content, oldest first. A released one is never changed. */
const upgrades: Partial<Record<ContentSlug, readonly Upgrade[]>> = {
  parametres: [
    ({ messages, ...content }) => ({ ...content, messages: { ...(messages as object), ...firstTemplates } }),
  ],
}

export function schemaVersionOf(slug: ContentSlug, known = upgrades): number {
  return (known[slug]?.length ?? 0) + 1
}

interface StoredContent {
  schemaVersion: number
  /** As JSON. */
  content: string
}

/** Upgrades content to the present schema, without validating it. Fields that it lacks get their first value. */
export function upgradeContent(slug: ContentSlug, stored: StoredContent, known = upgrades): unknown {
  const content = JSON.parse(stored.content)
  const upgraded = (known[slug] ?? [])
    .slice(stored.schemaVersion - 1)
    .reduce((older, upgrade) => upgrade(older), content)
  return addMissing(contentTree(slug), upgraded, defaultContent[slug])
}

function addMissing(node: FieldNode, content: unknown, initial: unknown): unknown {
  const { entry } = node
  if (entry && Array.isArray(content)) return content.map((one) => addMissing(entry, one, emptyValue(entry)))
  if (!node.fields || typeof content !== "object" || content === null) return content
  const copy: object = Array.isArray(content) ? [...content] : { ...content }
  for (const [key, child] of node.fields) {
    const first: unknown = Reflect.get(Object(initial), key)
    const value: unknown = Object.hasOwn(copy, key) ? addMissing(child, Reflect.get(copy, key), first) : first
    Reflect.set(copy, key, value)
  }
  return copy
}

/** Throws if the content does not fit the schema. */
export function parseContent<Slug extends ContentSlug>(slug: Slug, stored: StoredContent): ContentOf<Slug> {
  if (stored.schemaVersion > schemaVersionOf(slug)) throw new Error("The content was written by a newer version")
  return contentSchemas[slug].parse(upgradeContent(slug, stored)) as ContentOf<Slug>
}
