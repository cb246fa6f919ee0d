import { expect, test } from "vitest"
import { slugOf } from "./slug.ts"

test.each([
  ["Villa à Gombe", "villa-a-gombe"],
  ["« R+4 » (école)", "r-4-ecole"],
  ["—", "projet"],
  [`${"a".repeat(79)} bord de rue`, "a".repeat(79)],
  [`${"a".repeat(80)} bord`, "a".repeat(80)],
  [`(${"a".repeat(78)} b`, `${"a".repeat(78)}-b`],
])("%s has no hyphen at either end of its address", (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})
