import { type BundledPicture, bundledUrl } from "#server/contract/bundled-picture.ts"
import type { ContentPicture } from "#server/contract/content/public.ts"
import { altTextOf, variantWidths } from "#server/contract/images.ts"
import type { FocalPoint } from "#server/contract/project-drafts.ts"
import type { ProjectImage } from "#server/contract/projects.ts"
import { uploadUrl } from "./upload-url.ts"

/** A picture to show, whether it ships with the site or is stored. */
export interface PictureSource {
  key: string
  src: string
  srcSet: string | undefined
  /** The variants' media type; undefined if the server chooses it by the Accept header. */
  type: "image/avif" | undefined
  width: number
  height: number
  colour: string | null
  alt: string
  focus?: FocalPoint | undefined
}

export function contentSource(picture: ContentPicture): PictureSource {
  const source = picture.path === undefined ? storedSource(picture) : bundledSource(picture)
  return { ...source, ...(picture.focus && { focus: picture.focus }) }
}

export function bundledSource(picture: BundledPicture): PictureSource {
  const { width, height, widths, colour, alt } = picture
  const variants = widths.map((step) => ({ url: bundledUrl(picture, step, "avif"), width: step }))
  return {
    key: picture.path,
    src: bundledUrl(picture, picture.fallback, "jpg"),
    srcSet: listVariants(variants),
    type: "image/avif",
    width,
    height,
    colour,
    alt,
  }
}

/** The width of uploaded pictures for browsers without `srcset`. */
const DEFAULT_WIDTH = 960

/** Returns the source of a project's picture; the name and the index give it its default alternative text. */
export function uploadedSource(image: ProjectImage, projectName: string, index: number): PictureSource {
  return storedSource({ ...image, alt: altTextOf(image.alt, projectName, index) })
}

function storedSource({
  name,
  width,
  height,
  colour,
  alt,
  focus,
}: Omit<ProjectImage, "alt" | "focus"> & { alt: string; focus?: FocalPoint | null }): PictureSource {
  const variants = variantWidths(width).map((step) => ({ url: uploadUrl(name, step), width: step }))
  const narrow = width > 0 && width < DEFAULT_WIDTH
  // The widest variant may be much narrower than the picture.
  const original = narrow ? [{ url: uploadUrl(name), width }] : []
  return {
    key: name,
    src: narrow ? uploadUrl(name) : uploadUrl(name, DEFAULT_WIDTH),
    srcSet: variants.length > 0 ? listVariants([...variants, ...original]) : undefined,
    type: undefined,
    width: width || 3,
    height: height || 2,
    colour,
    alt,
    ...(focus && { focus }),
  }
}

function listVariants(variants: readonly { url: string; width: number }[]): string {
  return variants.map(({ url, width }) => `${url} ${width}w`).join(", ")
}

interface PictureProps {
  source: PictureSource
  sizes: string
  portrait?: PictureSource
  /** Whether it is the first picture of a page, which is loaded at once. */
  first?: boolean
  className?: string
}

/** Reserves the space of a picture, and loads it only when it is near the viewport. */
export function Picture({ source, sizes, portrait, first = false, className }: PictureProps) {
  return (
    <picture className="contents">
      {portrait && <source media={PORTRAIT} type="image/avif" srcSet={portrait.srcSet} sizes="100vw" />}
      {portrait && <source media={PORTRAIT} srcSet={portrait.src} />}
      {source.type && <source type={source.type} srcSet={source.srcSet} sizes={sizes} />}
      <img
        {...(!source.type && source.srcSet && { srcSet: source.srcSet, sizes })}
        src={source.src}
        alt={source.alt}
        width={source.width}
        height={source.height}
        loading={first ? "eager" : "lazy"}
        fetchPriority={first ? "high" : undefined}
        decoding="async"
        data-background={source.colour ?? ""}
        {...focusAttributes(source.focus)}
        className={className}
      />
    </picture>
  )
}

/** Returns the attributes by which the styles keep the focal point in any crop of a picture. */
export function focusAttributes(focus: FocalPoint | null | undefined) {
  return focus ? { "data-focus-x": listParts(focus.x), "data-focus-y": listParts(focus.y) } : {}
}

/**
 * Lists what adds up to a percentage: the CSP forbids style attributes, and each of these has a rule. It is rounded away
 * from the middle, which keeps the point in the frame, while towards the middle it might be cut off.
 */
function listParts(percent: number): string {
  const steps = Math[percent < 50 ? "floor" : "ceil"](percent / 5)
  return [5, 10, 20, 40, 80].filter((_, bit) => (steps >> bit) & 1).join(" ")
}

export const PORTRAIT = "(max-aspect-ratio: 4/5)"

/** Returns the link that loads a page's first picture before the parser finds it. */
export function preloadLink(source: PictureSource, sizes: string, media?: string) {
  return {
    rel: "preload",
    as: "image",
    ...(source.type && { type: source.type }),
    imageSrcSet: source.srcSet,
    imageSizes: sizes,
    fetchPriority: "high",
    ...(media && { media }),
  } as const
}
