import * as z from "zod/mini"
import type { FoundCount } from "#server/contract/paging.ts"
import { FocalPoint, ImageAlt, ImageName } from "#server/contract/project-drafts.ts"
import { PageNumber, SearchText } from "#server/contract/search-fields.ts"
import type { ContentSlug } from "./pages.ts"
import type { ContentPicture } from "./public.ts"

export const PICTURES_PER_PAGE = 48

/** The name of a stored image, or of a picture that ships with the site, such as `hero/home`. */
export const PictureName = ImageName

export const PictureSearch = z.object({
  search: SearchText,
  page: PageNumber,
  /** Whether to search the trash instead. */
  trash: z._default(z.boolean("trash doit être un booléen"), false),
})

export type PictureSearch = z.infer<typeof PictureSearch>

/** What is missing stays as it is. */
export const PictureDescription = z.object({
  name: PictureName,
  alt: z.optional(ImageAlt),
  /** The focal point; null for the centre. */
  focus: z.optional(z.nullable(FocalPoint)),
})

export type PictureDescription = z.infer<typeof PictureDescription>

export const PictureReplacement = z.object({ name: PictureName, by: PictureName })

export type PictureReplacement = z.infer<typeof PictureReplacement>

const shown = {
  width: z.number(),
  height: z.number(),
  colour: z.string(),
  alt: z.string(),
  focus: z.exactOptional(FocalPoint),
}

/** A stored picture, or one that ships with the site. */
export const ShownPicture = z.union([
  z.object({ name: z.string(), ...shown }),
  z.object({ path: z.string(), widths: z.array(z.number()), fallback: z.number(), ...shown }),
])

const AnyPicture: z.ZodMiniType<ContentPicture> = ShownPicture

export const LibraryPicture = z.object({
  name: z.string(),
  /** The name of the uploaded file; null if it is unknown. */
  fileName: z.nullable(z.string()),
  /** The alternative text that a project gives it, or else the project's name. */
  caption: z.nullable(z.string()),
  picture: AnyPicture,
  /** The size in bytes of the original, or of the JPEG of a picture that ships with the site. */
  bytes: z.int(),
  /** Whether it ships with the site, and so cannot be deleted. */
  isBundled: z.boolean(),
  /** ISO 8601, UTC; null for a picture that ships with the site. */
  createdAt: z.nullable(z.string()),
  /** When it was moved to the trash: ISO 8601, UTC. */
  deletedAt: z.nullable(z.string()),
})

export type LibraryPicture = z.infer<typeof LibraryPicture>

export interface PictureVariant {
  width: number
  format: "avif" | "webp" | "jpg"
  bytes: number
}

export type PictureUse =
  /** `alt` is the text that the project gives the picture: null for none, empty if it is decorative. */
  | { kind: "project"; id: number; name: string; alt: string | null }
  | { kind: "content"; page: ContentSlug; label: string; state: "draft" | "published" }

export interface PictureDetails extends LibraryPicture {
  /** The existing variants; those of stored images are created on the first request. */
  variants: readonly PictureVariant[]
  uses: readonly PictureUse[]
}

export interface PictureSearchResult extends FoundCount {
  pictures: LibraryPicture[]
  /** The number of pictures in the trash. */
  trashed: number
}

export const UploadedPicture = z.object({
  name: z.string(),
  fileName: z.string(),
  /** Whether the library already had the same content. */
  isKnown: z.boolean(),
  /** Pictures that look the same. If there are any, the new one is kept only on confirmation. */
  twins: z.array(LibraryPicture),
})

export type UploadedPicture = z.infer<typeof UploadedPicture>
