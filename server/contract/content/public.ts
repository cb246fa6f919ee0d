import type * as z from "zod/mini"
import type { BundledPicture } from "#server/contract/bundled-picture.ts"
import type { FocalPoint } from "#server/contract/project-drafts.ts"
import type { SectorSlug } from "#server/contract/sectors.ts"
import type { PageSlug } from "#server/contract/site-pages.ts"
import type { BrandedContent, ContentSlug } from "./pages.ts"

interface FocusedPicture extends BundledPicture {
  focus?: FocalPoint
}

interface StoredPicture extends Omit<FocusedPicture, "path" | "widths" | "fallback"> {
  /** The name in `GET /uploads/{name}`. */
  name: string
  path?: never
}

export type ContentPicture = StoredPicture | FocusedPicture

/** A part of a text, which is plain, strong, or a link. */
export type TextPart = string | { strong: string } | { text: string; href: string }

/** A text, which is split into parts if it contains strong words or links. */
export type RichText = string | readonly TextPart[]

export function plainText(text: RichText): string {
  if (typeof text === "string") return text
  return text.map((part) => (typeof part === "string" ? part : "strong" in part ? part.strong : part.text)).join("")
}

/** Content as pages show it, with the data of pictures and with texts in parts. */
type Resolved<Value> =
  Value extends z.core.$brand<"picture">
    ? ContentPicture
    : Value extends z.core.$brand<"optional picture">
      ? ContentPicture | null
      : Value extends z.core.$brand<"text">
        ? RichText
        : Value extends string | number
          ? Value
          : { readonly [Key in keyof Value]: Resolved<Value[Key]> }

export type PublicContent<Slug extends ContentSlug> = Resolved<BrandedContent<Slug>>

interface PublicPage<Slug extends PageSlug> {
  slug: Slug
  content: PublicContent<Slug>
  head: PageHead
  /** The last segments of the URLs of a sector's fixed projects, in their order; empty where another project has it. */
  fixedSlugs?: readonly string[]
}

/** The page, or the union of several, which the slug distinguishes. */
export type PageOf<Slug extends PageSlug> = { [Each in Slug]: PublicPage<Each> }[Slug]

/** The metadata that search engines and link previews show. */
interface PageHead {
  /** It precedes the company's name, which is shown alone without it. */
  title?: string
  description: string
}

export interface OpeningText {
  /** In milliseconds since 1970. */
  since: number
  text: string
}

/** The content that all public pages show. */
export interface SiteContent {
  company: PublicCompany
  footer: PublicContent<"pied-de-page">
  announcement: { text: string; href: string } | null
  /** What is shown of the opening hours for some days, by the moment from which it is true; empty without hours. */
  openings: readonly OpeningText[]
  registrationOpen: boolean
  /** For how many months requests are kept; 0 is without limit. */
  keepMonths: number
}

export interface Registration {
  label: string
  /** The number under which an authority has registered the company. */
  value: string
}

export interface PublicCompany extends Omit<PublicContent<"entreprise">, "legal"> {
  /** It is missing until somebody has written one. */
  registrations?: readonly Registration[]
  /** The exceptional days from today on, sorted by date. */
  exceptions: PublicContent<"entreprise">["exceptions"]
}

export type PublicSection = PageOf<SectorSlug>["content"]["sections"][number]

type SectionOf<Kind> = Extract<PublicSection, { kind: Kind }>

export type Service = SectionOf<"services">["services"][number]
export type Figure = SectionOf<"figures">["figures"][number]
export type GalleryPicture = SectionOf<"gallery">["photos"][number]
export type Proof = PublicContent<"a-propos">["proof"]

export type FixedProject = SectionOf<"projects">["fixed"][number]
