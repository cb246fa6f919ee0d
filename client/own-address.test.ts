import { expect, test } from "vitest"
import { ownAddress } from "./own-address.ts"

test("an address of this site is one to return to", () => {
  expect(ownAddress("/admin/projects?page=2")).toBe("/admin/projects?page=2")
})

test.each([
  "//evil.example",
  "/\\evil.example",
  "https://evil.example",
  "javascript:alert(1)",
  "/\t/evil.example",
  "admin",
  7,
])("%s is not", (address) => {
  expect(ownAddress(address)).toBeUndefined()
})
