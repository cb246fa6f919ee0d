import type { Sharp } from "sharp"

interface Format {
  extension: string
  /** Media type. */
  type: string
  encode: (picture: Sharp) => Sharp
}

/** What the store takes, each kept in its own format. */
export const formats = {
  jpeg: {
    extension: "jpg",
    type: "image/jpeg",
    encode: (picture) => picture.jpeg({ quality: 82, mozjpeg: true }),
  },
  png: { extension: "png", type: "image/png", encode: (picture) => picture.png({ palette: false }) },
  webp: { extension: "webp", type: "image/webp", encode: (picture) => picture.webp({ quality: 82 }) },
  avif: { extension: "avif", type: "image/avif", encode: (picture) => picture.avif({ quality: 62, effort: 2 }) },
} as const satisfies Record<string, Format>

export type FormatName = keyof typeof formats

/** By its first bytes, so that no decoder meets anything else, whatever the file's name says. */
export function recognizeFormat(content: Buffer): FormatName | undefined {
  const text = (start: number, end: number) => content.toString("latin1", start, end)
  if (text(0, 3) === "\xff\xd8\xff") return "jpeg"
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "png"
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp"
  // The brands of an ISO media file (ISO/IEC 14496-12 §4.3): AVIF is one of many kinds.
  if (text(4, 8) === "ftyp" && /avi[fs]/.test(text(8, Math.min(content.readUInt32BE(0), 64)))) return "avif"
  return undefined
}
