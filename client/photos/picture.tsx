import { variantWidths } from "#server/contract/images.ts"
import type { ProjectImage } from "#server/contract/projects.ts"
import { REDUCED_DATA } from "./data-saver.ts"
import { type BundledPhoto, photoUrl } from "./photo.ts"
import { uploadUrl } from "./upload-url.ts"

/** A picture to show, wherever it comes from. */
export interface PictureSource {
  /** Tells pictures of one list apart. */
  key: string
  src: string
  /** Its variants; undefined where there are none. */
  srcSet: string | undefined
  /** The narrowest one that still shows what is there. */
  smallest: string | undefined
  /** The variants' media type; undefined where the server chooses it by what the browser accepts. */
  type: "image/avif" | undefined
  width: number
  height: number
  colour: string | null
  alt: string
}

export function bundledSource(photo: BundledPhoto): PictureSource {
  const { width, height, widths, colour, alt } = photo
  const variants = widths.map((step) => ({ address: photoUrl(photo, step, "avif"), width: step }))
  return {
    key: photo.path,
    src: photoUrl(photo, photo.fallback, "jpg"),
    srcSet: listVariants(variants),
    smallest: variants[0]?.address,
    type: "image/avif",
    width,
    height,
    colour,
    alt,
  }
}

/** The width of an uploaded picture for browsers that know no `srcset`. */
const MODERATE = 960

export function uploadedSource({ name, alt, width, height, colour }: ProjectImage): PictureSource {
  const variants = variantWidths(width).map((step) => ({ address: uploadUrl(name, step), width: step }))
  const narrow = width > 0 && width < MODERATE
  // Such a one may have no variant near its own width.
  const whole = narrow ? [{ address: uploadUrl(name), width }] : []
  return {
    key: name,
    src: narrow ? uploadUrl(name) : uploadUrl(name, MODERATE),
    srcSet: variants.length > 0 ? listVariants([...variants, ...whole]) : undefined,
    smallest: variants[0]?.address,
    type: undefined,
    width: width || 3,
    height: height || 2,
    colour,
    alt,
  }
}

function listVariants(variants: readonly { address: string; width: number }[]): string {
  return variants.map(({ address, width }) => `${address} ${width}w`).join(", ")
}

interface PictureProps {
  source: PictureSource
  /** The `sizes` of the layout it stands in. */
  sizes: string
  /** Another crop where the screen is upright. */
  portrait?: PictureSource
  /** For the picture that people see first. */
  first?: boolean
  className?: string
  onFailure?: () => void
}

/** Every picture of the site: its space is kept while it loads, and below the fold it waits until it is near. */
export function Picture({ source, sizes, portrait: upright, first = false, className, onFailure }: PictureProps) {
  return (
    <picture className="contents">
      {upright && <source media={PORTRAIT} type="image/avif" srcSet={upright.srcSet} sizes="100vw" />}
      {upright && <source media={PORTRAIT} srcSet={upright.src} />}
      {/* Not for the first one, which a preload has asked for already: its server knows `Save-Data`. */}
      {!first && source.smallest && <source media={REDUCED_DATA} type={source.type} srcSet={source.smallest} />}
      {source.type && <source type={source.type} srcSet={source.srcSet} sizes={sizes} />}
      <img
        // A picture that failed before the script arrived has no event left to tell of it.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0 && image.currentSrc) onFailure?.()
        }}
        {...(!source.type && source.srcSet && { srcSet: source.srcSet, sizes })}
        src={source.src}
        alt={source.alt}
        width={source.width}
        height={source.height}
        loading={first ? "eager" : "lazy"}
        fetchPriority={first ? "high" : undefined}
        decoding="async"
        data-background={source.colour ?? ""}
        className={className}
        onError={onFailure}
      />
    </picture>
  )
}

/** The screens that the upright crop is for. */
export const PORTRAIT = "(max-aspect-ratio: 4/5)"

/** The head's link that fetches a page's first picture before its markup is read. */
export function preloadLink(source: PictureSource, sizes: string, media?: string) {
  return {
    rel: "preload",
    as: "image",
    type: "image/avif",
    imageSrcSet: source.srcSet,
    imageSizes: sizes,
    fetchPriority: "high",
    ...(media && { media }),
  } as const
}
