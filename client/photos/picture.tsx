import type { ProjectImage } from "#server/contract/projects.ts"
import { type BundledPhoto, photoAddress } from "./photo.ts"
import { type PhotoName, photos } from "./photos.gen.ts"
import { uploadAddress } from "./upload-address.ts"

/** A picture to show, wherever it comes from. */
export interface PictureSource {
  /** Tells pictures of one list apart. */
  key: string
  src: string
  /** AVIF variants, where they are made. */
  srcSet: string | undefined
  width: number
  height: number
  colour: string | null
  alt: string
}

export function bundledSource(name: PhotoName): PictureSource {
  const photo: BundledPhoto = photos[name]
  const { width, height, widths, colour, alt } = photo
  return {
    key: name,
    src: photoAddress(photo, photo.fallback, "jpg"),
    srcSet: widths.map((step) => `${photoAddress(photo, step, "avif")} ${step}w`).join(", "),
    width,
    height,
    colour,
    alt,
  }
}

export function uploadedSource({ name, alt, width, height, colour }: ProjectImage): PictureSource {
  return { key: name, src: uploadAddress(name), srcSet: undefined, width: width || 3, height: height || 2, colour, alt }
}

interface PictureProps {
  source: PictureSource
  /** The `sizes` of the layout it stands in. */
  sizes: string
  /** Another crop where the screen is upright. */
  upright?: PictureSource
  /** For the picture that people see first. */
  first?: boolean
  className?: string
  onFailure?: () => void
}

/** Every picture of the site: its space is kept while it loads, and below the fold it waits until it is near. */
export function Picture({ source, sizes, upright, first = false, className, onFailure }: PictureProps) {
  return (
    <picture className="contents">
      {upright && <source media={UPRIGHT} type="image/avif" srcSet={upright.srcSet} sizes="100vw" />}
      {upright && <source media={UPRIGHT} srcSet={upright.src} />}
      {source.srcSet && <source type="image/avif" srcSet={source.srcSet} sizes={sizes} />}
      <img
        // A picture that failed before the script arrived has no event left to tell of it.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0 && image.currentSrc) onFailure?.()
        }}
        src={source.src}
        alt={source.alt}
        width={source.width}
        height={source.height}
        loading={first ? "eager" : "lazy"}
        fetchPriority={first ? "high" : "auto"}
        decoding="async"
        data-ground={source.colour ?? ""}
        className={className}
        onError={onFailure}
      />
    </picture>
  )
}

/** The screens that the upright crop is for. */
export const UPRIGHT = "(max-aspect-ratio: 4/5)"

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
