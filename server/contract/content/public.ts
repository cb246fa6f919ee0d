import type * as z from "zod/mini"
import type { BundledPhoto } from "#server/contract/bundled-photo.ts"
import type { FocalPoint } from "#server/contract/project-drafts.ts"
import type { BrandedContent, ContentSlug } from "./pages.ts"

interface BundledPicture extends BundledPhoto {
  focus?: FocalPoint
}

interface StoredPicture extends Omit<BundledPicture, "path" | "widths" | "fallback"> {
  /** In `GET /uploads/{name}`. */
  name: string
  path?: never
}

export type ContentPicture = StoredPicture | BundledPicture

/** A piece of a text: plain, strong, or a link. */
export type TextPart = string | { strong: string } | { text: string; href: string }

/** A text, in parts where it contains more than plain words. */
export type RichText = string | readonly TextPart[]

/** Its plain words. */
export function plainText(text: RichText): string {
  if (typeof text === "string") return text
  return text.map((part) => (typeof part === "string" ? part : "strong" in part ? part.strong : part.text)).join("")
}

/** Content as pages show it: pictures with their data, texts in parts. */
export type Resolved<Value> =
  Value extends z.core.$brand<"picture">
    ? ContentPicture
    : Value extends z.core.$brand<"text">
      ? RichText
      : Value extends string | number
        ? Value
        : { readonly [Key in keyof Value]: Resolved<Value[Key]> }

export type PublicContent<Slug extends ContentSlug> = Resolved<BrandedContent<Slug>>

export interface PublicPage<Slug extends ContentSlug> {
  content: PublicContent<Slug>
  head: PageHead
}

/** What search engines and link previews show. */
export interface PageHead {
  /** Shown before the company's name; without one the name is shown alone. */
  title?: string
  description: string
}

/** What all public pages show. */
export interface SiteContent {
  company: PublicCompany
  footer: PublicContent<"pied-de-page">
  announcement: { text: string; href: string } | null
  /** Whether visitors may register. */
  registrationOpen: boolean
}

export interface PublicCompany extends PublicContent<"entreprise"> {
  /** Today's and later ones, in their order. */
  exceptions: PublicContent<"entreprise">["exceptions"]
}

type SectorSlug = "construction" | "agriculture" | "elevage" | "transport" | "ventes-materiaux" | "immobilier"

export type PublicSectorPage = PublicPage<SectorSlug>

export type PublicSection = PublicSectorPage["content"]["sections"][number]

type SectionOf<Kind> = Extract<PublicSection, { kind: Kind }>

export type Service = SectionOf<"services">["services"][number]
export type Figure = SectionOf<"figures">["figures"][number]
export type GalleryPhoto = SectionOf<"gallery">["photos"][number]
export type FixedProject = SectionOf<"projects">["fixed"][number]
