/** A photo that ships with the site. `npm run photos` writes them all into listed/. */
export interface BundledPhoto {
  /** The start of all its URLs below /photos/. It contains a hash, so that it changes with the photo. */
  path: string
  /** The original's size in pixels; the variants keep its proportions. */
  width: number
  height: number
  /** The widths of its AVIF files, smallest first. */
  widths: readonly number[]
  /** The width of the one JPEG. */
  fallback: number
  /** The average colour, the background while the photo loads. */
  colour: string
  alt: string
}

/** Its content never changes, so that browsers may cache it for ever. */
export function photoUrl(photo: Pick<BundledPhoto, "path">, width: number, format: "avif" | "jpg"): string {
  return `/photos/${photo.path}-${width}.${format}`
}

export function listPhotoUrls(photo: BundledPhoto): string[] {
  const avifs = photo.widths.map((width) => photoUrl(photo, width, "avif"))
  return [...avifs, photoUrl(photo, photo.fallback, "jpg")]
}
