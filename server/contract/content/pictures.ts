import * as z from "zod/mini"
import type { FoundCount } from "#server/contract/paging.ts"
import { FocalPoint, ImageAlt, ImageName } from "#server/contract/project-drafts.ts"
import { PageNumber, SearchText } from "#server/contract/search-fields.ts"
import type { ContentSlug } from "./pages.ts"
import type { ContentPicture } from "./public.ts"

export const PICTURES_PER_PAGE = 48

/** That of a stored image, or of a photo that ships with the site (`hero/home`). */
export const PictureName = ImageName

export const PictureSearch = z.object({
  search: SearchText,
  page: PageNumber,
  /** Whether to search the trash instead. */
  trash: z._default(z.boolean("trash doit être un booléen"), false),
})

export type PictureSearch = z.infer<typeof PictureSearch>

export const PictureDescription = z.object({
  name: PictureName,
  alt: ImageAlt,
  /** Null for the centre. */
  focus: z.nullable(FocalPoint),
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
export const ShownPicture: z.ZodMiniType<ContentPicture> = z.union([
  z.object({ name: z.string(), ...shown }),
  z.object({ path: z.string(), widths: z.array(z.number()), fallback: z.number(), ...shown }),
])

/** A picture of the library. */
export const LibraryPicture = z.object({
  name: z.string(),
  /** As it was uploaded; null where nobody noted it. */
  fileName: z.nullable(z.string()),
  /** What a project says of it, or else the project's name. */
  caption: z.nullable(z.string()),
  picture: ShownPicture,
  /** Of the original, or of the JPEG of a photo that ships with the site. */
  bytes: z.int(),
  /** Whether it ships with the site: then it cannot be deleted. */
  isBundled: z.boolean(),
  /** ISO 8601, UTC; null for a photo that ships with the site. */
  createdAt: z.nullable(z.string()),
  /** When it was moved to the trash. */
  deletedAt: z.nullable(z.string()),
})

export type LibraryPicture = z.infer<typeof LibraryPicture>

export interface PictureVariant {
  /** Pixels. */
  width: number
  format: "avif" | "webp" | "jpg"
  bytes: number
}

export type PictureUse =
  /** With the alternative text that the project gives it: null for none, empty for decorative. */
  | { kind: "project"; id: number; name: string; alt: string | null }
  | { kind: "content"; page: ContentSlug; label: string; state: "draft" | "published" }

export interface PictureDetails extends LibraryPicture {
  /** Those that exist: stored images get theirs when they are first requested. */
  variants: readonly PictureVariant[]
  uses: readonly PictureUse[]
}

export interface PictureSearchResult extends FoundCount {
  pictures: LibraryPicture[]
  /** How many pictures the trash holds. */
  trashed: number
}

/** What became of an uploaded file. */
export const UploadedPicture = z.object({
  name: z.string(),
  fileName: z.string(),
  /** Whether the library had the same content already. */
  isKnown: z.boolean(),
  /** Pictures that look the same. Where there are some, the new one is only kept if somebody says so. */
  twins: z.array(LibraryPicture),
})

export type UploadedPicture = z.infer<typeof UploadedPicture>
