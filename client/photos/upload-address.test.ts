import { expect, test } from "vitest"
import { uploadAddress } from "./upload-address.ts"

test("a stored name is shown from /uploads/", () => {
  expect(uploadAddress("b6d23b87.jpg")).toBe("/uploads/b6d23b87.jpg")
})

test("a path under /uploads/ keeps its place and loses its backslashes", () => {
  expect(uploadAddress("/uploads/2023\\villa.jpg")).toBe("/uploads/2023/villa.jpg")
})

test("a name cannot leave the folder", () => {
  expect(uploadAddress("../secret.jpg")).toBe("/uploads/..%2Fsecret.jpg")
})

test("a variant is asked for by its width", () => {
  expect(uploadAddress("b6d23b87.jpg", 640)).toBe("/uploads/b6d23b87.jpg?w=640")
  expect(uploadAddress("\\uploads\\2023\\villa.jpg", 320)).toBe("/uploads/2023/villa.jpg?w=320")
})
