import * as z from "zod/mini"
import { COMMAND_LINE } from "#server/audit/audit-log.ts"
import { type ContentReader, readContent } from "#server/content/published/published.ts"
import { listPictures } from "#server/content/published/resolve.ts"
import { schemaVersionOf, upgradeContent } from "#server/content/published/stored-content.ts"
import type { FieldNode } from "#server/contract/content/field-tree.ts"
import { CONTENT_SLUGS, ContentSlug, contentSchemas, contentTree } from "#server/contract/content/pages.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { AppError } from "#server/errors.ts"
import { publishContent } from "./commands.ts"
import { listUnknownPictures } from "./drafts.ts"

const FORMAT_VERSION = 1

const importMessages = {
  notContent: "Ce n’est pas un fichier de contenu de ce site",
  notJson: "Le fichier n’est pas du JSON",
  newerVersion: "ce contenu vient d’une version plus récente du programme",
  picturesMissing: "Images absentes de ce site",
} as const

const ContentFile = z.strictObject({
  formatVersion: z.literal(FORMAT_VERSION),
  pages: z.partialRecord(
    ContentSlug,
    z.strictObject({ schemaVersion: z.int().check(z.positive()), content: z.unknown() }),
  ),
})

type ContentFile = z.infer<typeof ContentFile>

/** Exports the published content of all pages at one moment as JSON. */
export function exportContent({ db, log }: ContentReader): Promise<string> {
  return inTransaction(db, async (trx) => {
    const pages: ContentFile["pages"] = {}
    for (const page of CONTENT_SLUGS) {
      pages[page] = { schemaVersion: schemaVersionOf(page), content: await readContent({ db: trx, log }, page) }
    }
    return `${JSON.stringify({ formatVersion: FORMAT_VERSION, pages } satisfies ContentFile, null, 2)}\n`
  })
}

/** Publishes all pages of such a file, or none, and returns those that changed. Throws a line for each faulty field. */
export async function importContent({ db, log }: ContentReader, text: string, now: Date): Promise<ContentSlug[]> {
  const contents = Object.entries(parseFile(text).pages).map(([slug, stored]) => {
    const page = slug as ContentSlug
    return { page, ...parsePage(page, stored) }
  })
  const faults = contents.flatMap(({ faults }) => faults)
  if (faults.length > 0) throw new AppError("invalid", faults.join("\n"))
  return inTransaction(db, async (trx) => {
    const pictures = contents.flatMap(({ page, content }) => listPictures(page, content))
    const unknown = await listUnknownPictures(trx, [...new Set(pictures)])
    if (unknown.length > 0) throw new AppError("invalid", `${importMessages.picturesMissing} : ${unknown.join(", ")}`)
    const changed: ContentSlug[] = []
    for (const { page, content } of contents) {
      if (await publishContent({ db: trx, log }, { page, content, actor: COMMAND_LINE, now })) changed.push(page)
    }
    return changed
  })
}

function parseFile(text: string): ContentFile {
  const parsed = ContentFile.safeParse(parseJson(text))
  if (parsed.success) return parsed.data
  const { path, message } = parsed.error.issues[0] ?? { path: [], message: "" }
  throw new AppError("invalid", `${importMessages.notContent} (${[...path, message].join(" : ")})`)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError("invalid", importMessages.notJson, { cause })
  }
}

type StoredPage = NonNullable<ContentFile["pages"][ContentSlug]>

function parsePage(page: ContentSlug, { schemaVersion, content }: StoredPage): { content: unknown; faults: string[] } {
  const tree = contentTree(page)
  if (schemaVersion > schemaVersionOf(page)) {
    return { content, faults: [`${tree.label} : ${importMessages.newerVersion}`] }
  }
  const upgraded = upgradeContent(page, { schemaVersion, content: JSON.stringify(content) ?? "null" })
  const { data, error } = contentSchemas[page].safeParse(upgraded)
  const issues = error?.issues ?? []
  return { content: data, faults: issues.map(({ path, message }) => `${describePath(tree, path)} : ${message}`) }
}

/** Returns the labels from the page down to the field; keys that the schema does not know stay as they are. */
function describePath(tree: FieldNode, path: readonly PropertyKey[]): string {
  const labels = [tree.label]
  let node: FieldNode | undefined = tree
  for (const key of path) {
    const child: FieldNode | undefined = node?.entry ?? node?.fields?.find(([name]) => name === String(key))?.[1]
    const label = node?.entry ? `${child?.label} ${Number(key) + 1}` : (child?.label ?? String(key))
    if (child?.kind !== "sections") labels.push(label)
    node = child
  }
  return labels.join(" › ")
}
