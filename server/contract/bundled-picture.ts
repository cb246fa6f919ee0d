/** A picture that ships with the site. `npm run pictures` generates them all in listed/. */
export interface BundledPicture {
  /** The start of the picture's URLs below /photos/. It contains a hash that changes with the picture. */
  path: string
  /** The original's size in pixels; the variants keep its proportions. */
  width: number
  height: number
  /** The widths of the AVIF files, sorted from the smallest. */
  widths: readonly number[]
  /** The width of the single JPEG file. */
  fallback: number
  /** The average colour, which is the background while the picture loads. */
  colour: string
  alt: string
}

/** Returns a URL whose content never changes, so that browsers may cache it for ever. */
export function bundledUrl(picture: Pick<BundledPicture, "path">, width: number, format: "avif" | "jpg"): string {
  return `/photos/${picture.path}-${width}.${format}`
}

export function listBundledUrls(picture: BundledPicture): string[] {
  const avifs = picture.widths.map((width) => bundledUrl(picture, width, "avif"))
  return [...avifs, bundledUrl(picture, picture.fallback, "jpg")]
}
