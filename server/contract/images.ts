/** Limits of a picture that is sent (contract §3). */
export const BYTES_MAX = 10 * 1024 * 1024
export const PIXELS_MAX = 50_000_000

/** Longest side of a stored picture, in pixels. */
export const LONGEST_SIDE = 2560

/** The widths in pixels that `GET /uploads/{name}?w=` answers (contract §3). */
export const VARIANT_WIDTHS = [320, 640, 960, 1280, 1920] as const

export type VariantWidth = (typeof VARIANT_WIDTHS)[number]

/** Those that are no wider than the picture itself. */
export function variantWidths(width: number): VariantWidth[] {
  return VARIANT_WIDTHS.filter((step) => step <= width)
}

/** A picture's alternative text; where nobody wrote one, its project's name and its number. */
export function altTextOf(alt: string | null, projectName: string, index: number): string {
  return alt ?? `${projectName}, photo ${index + 1}`
}
