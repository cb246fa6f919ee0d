/** Returns at most so many UTF-16 code units of a text, and no part of an emoji or of a letter with accents. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  // Firefox has no segmenter before version 125.
  if (!Intl.Segmenter) return text.slice(0, max).replace(/\p{Cs}$/u, "")
  return text.slice(0, new Intl.Segmenter("fr").segment(text).containing(max)?.index)
}
