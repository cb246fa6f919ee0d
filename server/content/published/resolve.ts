import { Lexer, type Token } from "marked"
import { mapFields } from "#server/contract/content/field-tree.ts"
import { isLinkAddress } from "#server/contract/content/link-address.ts"
import { type ContentOf, type ContentSlug, contentTree } from "#server/contract/content/pages.ts"
import type { ContentPicture, PublicContent, RichText, TextPart } from "#server/contract/content/public.ts"
import type { Database } from "#server/database/core/database.ts"
import { toFocalPoint } from "#server/images/store/focal-point.ts"
import { listedPictures } from "#server/pictures/bundled/listed/all.gen.ts"
import { type ContentReader, readContent } from "./published.ts"

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
  const tree = contentTree(slug)
  const shown = slug === "accueil" ? withPortrait(content as ContentOf<"accueil">) : content
  const pictures = await readPictures(db, listPictures(slug, shown))
  return mapFields(tree, shown, ({ kind, optional }, value) => {
    if (kind === "picture" && optional && value === "") return null
    if (kind === "picture") return pictures.get(String(value)) ?? missingPicture(String(value))
    if (typeof value !== "string") return value
    const filled = keepSigns(fillFacts(value, company))
    return kind === "text" ? parseRichText(filled) : filled
  }) as PublicContent<Slug>
}

/** The name of a crop that ships with the site is that of its photo, and this. */
const CROP = "-portrait"

/** Phones show another photo only if somebody has chosen it; the crop that ships with the site follows its photo. */
function withPortrait({ hero, ...content }: ContentOf<"accueil">): ContentOf<"accueil"> {
  const crop = `${hero.photo}${CROP}`
  const isChosen = hero.portrait !== "" && !hero.portrait.endsWith(CROP)
  const portrait = isChosen ? hero.portrait : Object.hasOwn(listedPictures, crop) ? crop : ""
  return { ...content, hero: { ...hero, portrait } }
}

export function listPictures(slug: ContentSlug, content: unknown): string[] {
  const names = new Set<string>()
  mapFields(contentTree(slug), content, ({ kind }, value) => {
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

/**
 * Reads pictures with what was written about them, whether they are stored or ship with the site, by their names. Of
 * visitors' private pictures nobody learns anything here.
 */
export async function readPictures(db: Database, names: readonly string[]): Promise<Map<string, ContentPicture>> {
  if (names.length === 0) return new Map()
  const [rows, details] = await Promise.all([
    db
      .selectFrom("images")
      .select(["name", "width", "height", "colour"])
      .where("name", "in", names)
      .where("privateAt", "is", null)
      .execute(),
    db.selectFrom("imageDetails").selectAll().where("name", "in", names).execute(),
  ])
  const stored = new Map(rows.map((row) => [row.name, { ...row, alt: "" }]))
  const written = new Map(details.map((row) => [row.name, row]))
  return new Map(
    names.flatMap((name): [string, ContentPicture][] => {
      const picture = Object.hasOwn(listedPictures, name)
        ? listedPictures[name as keyof typeof listedPictures]
        : stored.get(name)
      const { alt, ...columns } = written.get(name) ?? { alt: null, focusX: null, focusY: null }
      const focus = toFocalPoint(columns)
      return picture ? [[name, { ...picture, alt: alt ?? picture.alt, ...(focus && { focus }) }]] : []
    }),
  )
}

/** Returns a stand-in for a lost image, so that the page keeps its space. */
function missingPicture(name: string): ContentPicture {
  return { name, width: 3, height: 2, colour: "#cccccc", alt: "" }
}

/** Parses Markdown's strong words and links; all other text stays as it was typed. */
function parseRichText(text: string): RichText {
  if (!/\*\*|\]\(|https:\/\//.test(text)) return text
  const parts: TextPart[] = []
  for (const part of Lexer.lexInline(text).map(toPart)) {
    const last = parts.at(-1)
    if (typeof part === "string" && typeof last === "string") parts[parts.length - 1] = last + part
    else parts.push(part)
  }
  const [only] = parts
  return parts.length === 1 && typeof only === "string" ? only : parts
}

function toPart(token: Token): TextPart {
  if (token.type === "strong") return { strong: token.text }
  if (token.type === "link" && isLinkAddress(token.href)) return { text: token.text, href: token.href }
  return token.type === "escape" ? token.text : token.raw
}
