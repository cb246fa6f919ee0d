import sharp, { type Sharp } from "sharp"

interface Given {
  name: string
  width?: number
  height?: number
  /** An EXIF orientation from 1 to 8. */
  orientation?: number
  format?: "jpeg" | "png" | "webp"
  /** Noise makes a file of about one byte per pixel. */
  noisy?: boolean
}

let made = 0

/** Makes a picture unlike any other, with a white corner at the top left, in the shape that `setInputFiles` takes. */
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
