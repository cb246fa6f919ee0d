import { photos } from "#server/bundled-photos/listed/all.gen.ts"
import type { BundledPhoto } from "#server/contract/bundled-photo.ts"
import { fieldTree, mapFields } from "#server/contract/content/field-tree.ts"
import { type ContentOf, type ContentSlug, contentSchemas } from "#server/contract/content/pages.ts"
import type { ContentPicture, PublicContent } from "#server/contract/content/public.ts"
import type { FocalPoint } from "#server/contract/project-drafts.ts"
import type { Database } from "#server/database/core/database.ts"
import { type ContentReader, readContent } from "./published.ts"
import { parseRichText } from "./rich-text.ts"

type Company = ContentOf<"entreprise">

/** Returns the content of a page as visitors see it. */
export async function resolveContent<Slug extends ContentSlug>(
  reader: ContentReader,
  slug: Slug,
  company?: Company,
): Promise<PublicContent<Slug>> {
  const content = await readContent(reader, slug)
  return fillContent(reader.db, slug, content, company ?? (await readContent(reader, "entreprise")))
}

async function fillContent<Slug extends ContentSlug>(
  db: Database,
  slug: Slug,
  content: ContentOf<Slug>,
  company: Company,
): Promise<PublicContent<Slug>> {
  const tree = fieldTree(contentSchemas[slug])
  const pictures = await readPictures(db, listPictures(slug, content))
  return mapFields(tree, content, ({ kind }, value) => {
    if (kind === "picture") return pictures.get(String(value)) ?? missingPicture(String(value))
    if (typeof value !== "string") return value
    const filled = keepSigns(fillFacts(value, company))
    return kind === "text" ? parseRichText(filled) : filled
  }) as PublicContent<Slug>
}

/** Lists the names of all pictures in a page's content. */
export function listPictures(slug: ContentSlug, content: unknown): string[] {
  const names = new Set<string>()
  mapFields(fieldTree(contentSchemas[slug]), content, ({ kind }, value) => {
    if (kind === "picture" && typeof value === "string" && value !== "") names.add(value)
    return value
  })
  return [...names]
}

/** Replaces `{nom}` and the other placeholders by the company's data. */
function fillFacts(text: string, { facts, contact }: Company): string {
  if (!text.includes("{")) return text
  const values = new Map([
    ["nom", facts.name],
    ["année", String(facts.founded)],
    ["expérience", facts.years],
    ["employés", facts.employees],
    ["téléphone", contact.phone],
    ["e-mail", contact.email],
  ])
  return text.replace(/\{([^{}]+)\}/g, (token, name: string) => values.get(name) ?? token)
}

/** Keeps French signs on the line of their word, even if they were typed after an ordinary space. */
function keepSigns(text: string): string {
  return text.replace(/ (?=[:»])|(?<=«) /g, "\u00a0").replace(/ (?=[!?;])/g, "\u202f")
}

async function readPictures(db: Database, names: readonly string[]): Promise<Map<string, ContentPicture>> {
  if (names.length === 0) return new Map()
  const [rows, details] = await Promise.all([
    db.selectFrom("images").select(["name", "width", "height", "colour"]).where("name", "in", names).execute(),
    db.selectFrom("imageDetails").selectAll().where("name", "in", names).execute(),
  ])
  const stored = new Map(rows.map((row) => [row.name, row]))
  const written = new Map(details.map((row) => [row.name, row]))
  return new Map(
    names.flatMap((name): [string, ContentPicture][] => {
      const { alt, focusX, focusY } = written.get(name) ?? { alt: null, focusX: null, focusY: null }
      const focus: { focus?: FocalPoint } =
        focusX === null || focusY === null ? {} : { focus: { x: focusX, y: focusY } }
      const photo: BundledPhoto | undefined = Object.hasOwn(photos, name)
        ? photos[name as keyof typeof photos]
        : undefined
      if (photo) return [[name, { ...photo, alt: alt ?? photo.alt, ...focus }]]
      const image = stored.get(name)
      return image ? [[name, { ...image, alt: alt ?? "", ...focus }]] : []
    }),
  )
}

/** Returns a stand-in for a lost image, so that the page keeps its space. */
function missingPicture(name: string): ContentPicture {
  return { name, width: 3, height: 2, colour: "#cccccc", alt: "" }
}
