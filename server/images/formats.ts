import Negotiator from "negotiator"
import type { Sharp } from "sharp"

interface Format {
  extension: string
  /** Media type. */
  type: string
  /** As the store keeps it. */
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

/** What variants are made in, the lightest first. */
export const variantEncoders = {
  avif: (picture) => picture.avif({ quality: 50, effort: 3, chromaSubsampling: "4:2:0" }),
  webp: (picture) => picture.webp({ quality: 72, effort: 4 }),
  jpeg: (picture) => picture.flatten({ background: "#ffffff" }).jpeg({ quality: 76, mozjpeg: true }),
} as const satisfies Partial<Record<FormatName, (picture: Sharp) => Sharp>>

export type VariantFormat = keyof typeof variantEncoders

/** What an Accept header names, the lightest first; a browser too old to name any takes JPEG. */
export function acceptedFormats(accept = ""): [best: VariantFormat, ...others: VariantFormat[]] {
  const wanted = new Negotiator({ headers: { accept: accept.toLowerCase() } }).mediaTypes()
  const [best, ...others] = (["avif", "webp"] as const).filter((format) => wanted.includes(formats[format].type))
  return best ? [best, ...others, "jpeg"] : ["jpeg"]
}

/** Names as the server makes them, so that none can leave the folder. */
const storedName = /^[a-z0-9][\w-]*\.(?<extension>jpg|png|webp|avif)$/i

/** The media type of a stored picture; undefined for a name that the store cannot hold. */
export function storedType(name: string): string | undefined {
  const extension = storedName.exec(name)?.groups?.extension?.toLowerCase()
  return Object.values(formats).find((format) => format.extension === extension)?.type
}

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
