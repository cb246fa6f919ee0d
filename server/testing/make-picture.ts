import sharp, { type Sharp } from "sharp"

interface Picture {
  width?: number
  height?: number
  /** Its whole ground. */
  colour?: string
  name?: string
  /** JPEG unless the test says otherwise. */
  encode?: (picture: Sharp) => Sharp
}

let made = 0

/** A picture file, unlike any other unless the test gives its colour. */
export async function makePicture({
  name = "photo.jpg",
  encode = (picture) => picture.jpeg(),
  ...given
}: Picture = {}) {
  made += 1
  const colour = given.colour ?? `#${((made * 40_503) % 0xffffff).toString(16).padStart(6, "0")}`
  const { width = 60, height = 40 } = given
  const ground = sharp({ create: { width, height, channels: 3, background: colour } })
  return toFile(await encode(ground).toBuffer(), name)
}

export function toFile(content: Uint8Array, name: string): File {
  return new File([new Uint8Array(content)], name)
}

/** A form as a browser sends it; a list repeats its field. */
export function makeForm(fields: Record<string, string | File | readonly (string | File)[]>): FormData {
  const form = new FormData()
  for (const [name, values] of Object.entries(fields)) {
    for (const value of [values].flat()) form.append(name, value as string)
  }
  return form
}
