import { expect, test } from "vitest"
import { safeRedirect } from "./safe-redirect.ts"

test.each([
  ["/admin/projects?page=2", "/admin/projects?page=2"],
  ["/about#equipe", "/about#equipe"],
  ["/x/../about", "/about"],
  ["/%2f%2fevil.example", "/%2f%2fevil.example"],
  ["/a\r\nSet-Cookie: x=1", "/aSet-Cookie:%20x=1"],
])("%j is a path of this site", (target, path) => {
  expect(safeRedirect(target)).toBe(path)
})

test.each([
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "https://evil.example",
  "https:evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "/\t/evil.example",
  "/\n/evil.example",
  "\t//evil.example",
  " //evil.example",
  "\u0000//evil.example",
  "/.//evil.example",
  "/./\\evil.example",
  "/..//evil.example",
  "/x/..//evil.example",
  "/%2e//evil.example",
  "/.%2E//evil.example",
  "admin",
  "",
  7,
  null,
  ["/admin"],
])("%j is not", (target) => {
  expect(safeRedirect(target)).toBeUndefined()
})
