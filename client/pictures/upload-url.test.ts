import { expect, test } from "vitest"
import { previewUrl, uploadUrl } from "./upload-url.ts"

test("a name is below /uploads/", () => {
  expect(uploadUrl("b6d23b87.jpg")).toBe("/uploads/b6d23b87.jpg")
})

test("a path under /uploads/ stays one and gets slashes", () => {
  expect(uploadUrl("/uploads/2023\\villa.jpg")).toBe("/uploads/2023/villa.jpg")
})

test("a name cannot leave the folder", () => {
  expect(uploadUrl("../secret.jpg")).toBe("/uploads/..%2Fsecret.jpg")
})

test("the URL of a variant contains its width", () => {
  expect(uploadUrl("b6d23b87.jpg", 640)).toBe("/uploads/b6d23b87.jpg?w=640")
  expect(uploadUrl("\\uploads\\2023\\villa.jpg", 320)).toBe("/uploads/2023/villa.jpg?w=320")
})

test.each([
  [4000, 1000, null, ""],
  [4000, 1000, { x: 13, y: 90 }, "&p=15"],
  [4000, 1000, { x: 12, y: 90 }, "&p=10"],
  [1000, 4000, { x: 13, y: 90 }, "&p=90"],
  [1200, 630, { x: 50, y: 0 }, "&p=0"],
  [1000, 1000, { x: 0, y: 100 }, "&p=100"],
])("the share image of a picture of %i by %i follows its focal point %o", (width, height, focus, position) => {
  const url = previewUrl({ name: "a.jpg", width, height, focus })
  expect(url).toBe(`/uploads/a.jpg?w=1200&h=630${position}`)
})
