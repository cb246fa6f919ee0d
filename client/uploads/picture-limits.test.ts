import { expect, test } from "vitest"
import { findRejection, needsRedraw } from "./picture-limits.ts"

const MIB = 1024 * 1024

function makeFile({ name = "photo.jpg", type = "image/jpeg", mib = 1 } = {}) {
  return { name, type, size: mib * MIB }
}

const small = { width: 2560, height: 1440 }
const large = { width: 4000, height: 3000 }

test("a picture within the limits is accepted", () => {
  expect(findRejection(makeFile(), small)).toBeUndefined()
  expect(findRejection(makeFile({ mib: 10 }), small)).toBeUndefined()
  expect(findRejection(makeFile(), { width: 10_000, height: 5000 })).toBeUndefined()
})

test("a picture over 200 million pixels is rejected, and a smaller one redrawn", () => {
  expect(findRejection(makeFile({ mib: 40 }), { width: 16_320, height: 12_240 })).toBeUndefined()
  expect(findRejection(makeFile(), { width: 20_001, height: 10_000 })).toMatchObject({
    status: 413,
    message: expect.stringMatching(/^Image trop grande \(200\u00a0millions de points au maximum\)\u00a0: /),
  })
})

test("a file over 10 MiB is rejected unless it is redrawn smaller before the upload", () => {
  const rejection = { status: 413, message: "Image trop volumineuse (10 Mo au maximum)" }
  expect(findRejection(makeFile({ mib: 10.1 }), small)).toMatchObject(rejection)
  expect(findRejection(makeFile({ mib: 10.1 }), undefined)).toMatchObject(rejection)
  expect(findRejection(makeFile({ mib: 25 }), large)).toBeUndefined()
})

test("a HEIC picture is accepted where the browser can read it, else the message says what to do", () => {
  const picture = makeFile({ name: "IMG_0001.HEIC", type: "", mib: 2 })
  expect(findRejection(picture, small)).toBeUndefined()
  expect(findRejection(picture, undefined)).toMatchObject({ status: 415, message: expect.stringMatching(/en JPG/) })
})

test.each(["image/gif", "image/svg+xml", "image/bmp", "image/tiff"])("%s is rejected", (type) => {
  expect(findRejection(makeFile({ type }), small)).toMatchObject({
    status: 415,
    message: "Format d'image non pris en charge (JPG, PNG ou WebP)",
  })
})

test("a picture that the browser cannot read is left to the server", () => {
  expect(findRejection(makeFile(), undefined)).toBeUndefined()
})

test("pictures longer than 2560 pixels and HEIC pictures are redrawn, others are not", () => {
  expect(needsRedraw(makeFile(), small)).toBe(false)
  expect(needsRedraw(makeFile(), { width: 1440, height: 2561 })).toBe(true)
  expect(needsRedraw(makeFile({ name: "a.heif" }), small)).toBe(true)
  expect(needsRedraw(makeFile(), undefined)).toBe(false)
})
