import { createImageFile } from "#server/testing/image-files.ts"

/** Creates the file of a picture unlike any other, as a device offers it. */
export async function createPicture(name: string, { noisy = false } = {}): Promise<File> {
  const size = noisy ? { width: 500, height: 460 } : {}
  const file = await createImageFile({
    name,
    ...size,
    encode: (picture) => (noisy ? picture.png({ compressionLevel: 0 }) : picture.jpeg()),
  })
  return new File([await file.arrayBuffer()], name, { type: noisy ? "image/png" : "image/jpeg" })
}
