/** Limits of an uploaded file in bytes and in pixels. */
export const BYTES_MAX = 10 * 1024 * 1024
export const PIXELS_MAX = 50_000_000

/** The longest side of a stored image in pixels. */
export const LONGEST_SIDE = 2560

/** The widths in pixels of `GET /uploads/{name}?w=`. */
export const VARIANT_WIDTHS = [320, 640, 960, 1280, 1920] as const

export type VariantWidth = (typeof VARIANT_WIDTHS)[number]

/** The size in pixels of the crop that link previews show: `GET /uploads/{name}?w=1200&h=630&p=15`. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const

/** The percentages of `p`, around which the crop lies on the side that is cut, are few, since each one is kept. */
export const PREVIEW_STEP = 5

/** Without a position, the crop lies where the picture draws attention. */
export interface PreviewCrop {
  position: number | undefined
}

export type VariantSize = VariantWidth | PreviewCrop

export function isPreview(size: VariantSize): size is PreviewCrop {
  return typeof size === "object"
}

interface Framed {
  width: number
  height: number
  focus: { x: number; y: number }
}

/** Returns the position of the crop that contains the picture's focal point. */
export function previewPosition({ width, height, focus }: Framed): number {
  const isWide = width / height > PREVIEW_SIZE.width / PREVIEW_SIZE.height
  return Math.round(focus[isWide ? "x" : "y"] / PREVIEW_STEP) * PREVIEW_STEP
}

/** Returns the widths of the variants of an image, none of which exceeds its own width. */
export function variantWidths(width: number): VariantWidth[] {
  return VARIANT_WIDTHS.filter((step) => step <= width)
}

/** Returns the alternative text of a picture, by default its project's name and its number. */
export function altTextOf(alt: string | null, projectName: string, index: number): string {
  return alt ?? `${projectName}, photo ${index + 1}`
}
