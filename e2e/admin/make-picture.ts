import sharp, { type Sharp } from "sharp"

interface Given {
  name: string
  width?: number
  height?: number
  /** EXIF orientation, 1 to 8. */
  orientation?: number
  format?: "jpeg" | "png" | "webp"
  /** Noise weighs about a byte a pixel. */
  noisy?: boolean
}

let made = 0

/** A picture that no other test has, as a file chooser takes it: a white corner at the top left on a ground of its own. */
export async function makePicture({ name, width = 600, height = 400, orientation, format = "jpeg", noisy }: Given) {
  made += 1
  const ground = { r: (made * 67) % 200, g: (process.pid + made * 29) % 200, b: (made * 41) % 200 }
  const corner = { width: Math.round(width / 4), height: Math.round(height / 4), channels: 3 as const }
  const mark = await sharp({ create: { ...corner, background: "#ffffff" } })
    .png()
    .toBuffer()
  const noise = noisy && ({ type: "gaussian", mean: 128, sigma: 60 } as const)
  let picture: Sharp = sharp({
    create: { width, height, channels: 3, background: ground, ...(noise && { noise }) },
  }).composite([{ input: mark, left: 0, top: 0 }])
  if (orientation) {
    picture = picture
      .withMetadata({ orientation })
      .withExifMerge({ IFD3: { GPSLatitudeRef: "S", GPSLatitude: "4/1 19/1 0/1" } })
  }
  return { name, mimeType: `image/${format}`, buffer: await picture.toFormat(format).toBuffer() }
}
