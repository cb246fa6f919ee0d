import type { Sharp } from "sharp"
import { imageExtension } from "#server/images/store/image-store.ts"

interface Format {
  extension: string
  type: string
  encode: (picture: Sharp) => Sharp
}

/** The formats of originals; an upload is stored in its own format. */
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

/** The formats of variants, lightest first. */
export const variantEncoders = {
  avif: (picture) => picture.avif({ quality: 50, effort: 3, chromaSubsampling: "4:2:0" }),
  webp: (picture) => picture.webp({ quality: 72, effort: 4 }),
  jpeg: (picture) => picture.flatten({ background: "#ffffff" }).jpeg({ quality: 76, mozjpeg: true }),
} as const satisfies Partial<Record<FormatName, (picture: Sharp) => Sharp>>

export type VariantFormat = keyof typeof variantEncoders

/** Returns the media type of a stored image, or undefined for a name that no stored image can have. */
export function storedType(name: string): string | undefined {
  const extension = imageExtension(name)
  return Object.values(formats).find((format) => format.extension === extension)?.type
}

/** Recognizes the format by the first bytes rather than the name, so that no decoder gets another format. */
export function recognizeFormat(content: Buffer): FormatName | undefined {
  const text = (start: number, end: number) => content.toString("latin1", start, end)
  if (text(0, 3) === "\xff\xd8\xff") return "jpeg"
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "png"
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp"
  // These are the brands of an ISO media file (ISO/IEC 14496-12 §4.3), of which AVIF is one kind.
  if (text(4, 8) === "ftyp" && /avi[fs]/.test(text(8, Math.min(content.readUInt32BE(0), 64)))) return "avif"
  return undefined
}
