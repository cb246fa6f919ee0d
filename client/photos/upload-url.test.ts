import { expect, test } from "vitest"
import { uploadUrl } from "./upload-url.ts"

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
