/** A photo that ships with the site. `npm run photos` generates them all in listed/. */
export interface BundledPhoto {
  /** The start of the photo's URLs below /photos/. It contains a hash that changes with the photo. */
  path: string
  /** The original's size in pixels; the variants keep its proportions. */
  width: number
  height: number
  /** The widths of the AVIF files, sorted from the smallest. */
  widths: readonly number[]
  /** The width of the single JPEG file. */
  fallback: number
  /** The average colour, which is the background while the photo loads. */
  colour: string
  alt: string
}

/** Returns a URL whose content never changes, so that browsers may cache it for ever. */
export function photoUrl(photo: Pick<BundledPhoto, "path">, width: number, format: "avif" | "jpg"): string {
  return `/photos/${photo.path}-${width}.${format}`
}

export function listPhotoUrls(photo: BundledPhoto): string[] {
  const avifs = photo.widths.map((width) => photoUrl(photo, width, "avif"))
  return [...avifs, photoUrl(photo, photo.fallback, "jpg")]
}
