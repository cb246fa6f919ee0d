import { crc32 } from "node:zlib"
import sharp, { type Sharp } from "sharp"

interface Picture {
  width?: number
  height?: number
  colour?: string
  name?: string
  /** The default is JPEG. */
  encode?: (picture: Sharp) => Sharp
}

let made = 0

/** Creates an image file of one colour, by default a new one for each file. */
export async function createImageFile({
  name = "photo.jpg",
  encode = (picture) => picture.jpeg(),
  ...given
}: Picture = {}) {
  made += 1
  const colour = given.colour ?? `#${((made * 40_503) % 0xffffff).toString(16).padStart(6, "0")}`
  const { width = 60, height = 40 } = given
  const picture = sharp({ create: { width, height, channels: 3, background: colour } })
  return toFile(await encode(picture).toBuffer(), name)
}

/** Creates a small PNG whose header declares that size (PNG specification §11.2.1). */
export async function createPngDeclaring(width: number, height: number): Promise<File> {
  const small = await createImageFile({ width: 1, height: 1, encode: (picture) => picture.png() })
  const content = Buffer.from(await small.arrayBuffer())
  content.writeUInt32BE(width, 16)
  content.writeUInt32BE(height, 20)
  content.writeUInt32BE(crc32(content.subarray(12, 29)), 29)
  return toFile(content, "a.png")
}

export function toFile(content: Uint8Array, name: string): File {
  return new File([new Uint8Array(content)], name)
}

/** Repeats the field for each value of a list, as browsers do. */
export function createForm(fields: Record<string, string | File | readonly (string | File)[]>): FormData {
  const form = new FormData()
  for (const [name, values] of Object.entries(fields)) {
    for (const value of [values].flat()) form.append(name, value as string)
  }
  return form
}
