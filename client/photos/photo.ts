/** A picture that ships with the site; `npm run photos` measures all of them into listed/. */
export interface BundledPhoto {
  /** What the names of all its files begin with, below /photos/; changes whenever the picture does. */
  path: string
  /** The original's size in pixels; the variants keep its proportions. */
  width: number
  height: number
  /** The widths that stand ready as AVIF, smallest first. */
  widths: readonly number[]
  /** The width of the one JPEG. */
  fallback: number
  /** The average colour, a ground while the picture loads. */
  colour: string
  alt: string
}

/** The address of one variant. What stands there never changes, so it may be kept forever. */
export function photoUrl(photo: Pick<BundledPhoto, "path">, width: number, format: "avif" | "jpg"): string {
  return `/photos/${photo.path}-${width}.${format}`
}

/** Every file of a picture. */
export function listPhotoUrls(photo: BundledPhoto): string[] {
  const avifs = photo.widths.map((width) => photoUrl(photo, width, "avif"))
  return [...avifs, photoUrl(photo, photo.fallback, "jpg")]
}
