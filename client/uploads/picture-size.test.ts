import { expect, test } from "vitest"
import { createImageFile, createPngDeclaring, toFile } from "#server/testing/image-files.ts"
import { readPictureSize } from "./picture-size.ts"

const size = { width: 123, height: 77 }

test.each([
  ["a JPEG", (picture) => picture.jpeg()],
  ["a progressive JPEG with EXIF data", (picture) => picture.jpeg({ progressive: true }).withMetadata()],
  ["a PNG", (picture) => picture.png()],
  ["a lossy WebP", (picture) => picture.webp()],
  ["a lossless WebP", (picture) => picture.webp({ lossless: true })],
  ["a WebP with metadata", (picture) => picture.webp().withMetadata()],
  ["an AVIF", (picture) => picture.avif()],
] as [string, NonNullable<Parameters<typeof createImageFile>[0]>["encode"]][])(
  "reads the size of %s",
  async (_, encode) => {
    expect(await readPictureSize(await createImageFile({ ...size, ...(encode && { encode }) }))).toEqual(size)
  },
)

test("reads a size that nobody could decode", async () => {
  expect(await readPictureSize(await createPngDeclaring(20_000, 20_000))).toEqual({ width: 20_000, height: 20_000 })
})

test.each([[""], ["no picture at all"], ["\xff\xd8\xff"], ["\x89PNG"], ["RIFF0000WEBPVP8 "], ["0000ftypheic"]])(
  "finds no size in %j",
  async (text) => {
    expect(await readPictureSize(toFile(Buffer.from(text, "latin1"), "a"))).toBeUndefined()
  },
)
