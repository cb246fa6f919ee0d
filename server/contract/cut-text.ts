/** Returns at most so many UTF-16 code units of a text, and no part of an emoji or of a letter with accents. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text
  // Firefox has no segmenter before version 125.
  const end = Intl.Segmenter && new Intl.Segmenter().segment(text).containing(max)?.index
  // A letter with hundreds of accents is cut all the same.
  return text.slice(0, end || max).replace(/\p{Cs}$/u, "")
}
