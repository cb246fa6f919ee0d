import { expect, test } from "vitest"
import { isRedrawn, refusalOf } from "./picture-limits.ts"

const MIB = 1024 * 1024

function chosen({ name = "photo.jpg", type = "image/jpeg", mib = 1 } = {}) {
  return { name, type, size: mib * MIB }
}

const small = { width: 2560, height: 1440 }
const large = { width: 4000, height: 3000 }

test("a picture within the limits may travel", () => {
  expect(refusalOf(chosen(), small)).toBeUndefined()
  expect(refusalOf(chosen({ mib: 10 }), small)).toBeUndefined()
  expect(refusalOf(chosen(), { width: 10_000, height: 5000 })).toBeUndefined()
})

test("one over 50 million pixels is refused for its size in pixels", () => {
  expect(refusalOf(chosen(), { width: 10_001, height: 5000 })).toMatchObject({
    status: 413,
    message: "Image trop grande (50 millions de pixels au maximum)",
  })
})

test("one over 10 MiB is refused unless it is drawn smaller before it travels", () => {
  const refusal = { status: 413, message: "Image trop volumineuse (10 Mo au maximum)" }
  expect(refusalOf(chosen({ mib: 10.1 }), small)).toMatchObject(refusal)
  expect(refusalOf(chosen({ mib: 10.1 }), undefined)).toMatchObject(refusal)
  expect(refusalOf(chosen({ mib: 25 }), large)).toBeUndefined()
})

test("a HEIC photo is taken where the browser can read it, else one is told how to proceed", () => {
  const photo = chosen({ name: "IMG_0001.HEIC", type: "", mib: 2 })
  expect(refusalOf(photo, small)).toBeUndefined()
  expect(refusalOf(photo, undefined)).toMatchObject({ status: 415, message: expect.stringMatching(/en JPG/) })
})

test.each(["image/gif", "image/svg+xml", "image/bmp", "image/tiff"])("%s is refused at once", (type) => {
  expect(refusalOf(chosen({ type }), small)).toMatchObject({
    status: 415,
    message: "Format d'image non pris en charge (JPG, PNG ou WebP)",
  })
})

test("a picture that this browser cannot read is left to the server", () => {
  expect(refusalOf(chosen(), undefined)).toBeUndefined()
})

test("only what is longer than 2560 pixels, and every HEIC photo, is drawn anew", () => {
  expect(isRedrawn(chosen(), small)).toBe(false)
  expect(isRedrawn(chosen(), { width: 1440, height: 2561 })).toBe(true)
  expect(isRedrawn(chosen({ name: "a.heif" }), small)).toBe(true)
  expect(isRedrawn(chosen(), undefined)).toBe(false)
})
