import { expect, test } from "vitest"
import { pathsUnder, readSource } from "./source-files.ts"

const PROMISES_MIN = 250

/** The rows of docs/promises.md, in which each test stands as `path › title`. */
const rows = readSource("docs/promises.md")
  .split("\n")
  .filter((line) => /^\| (?!promise \|)/.test(line))

const paths = new Set(pathsUnder("client", "server", "e2e"))

function testsIn(row: string): string[] {
  return Array.from(row.matchAll(/`([^`]+ › [^`]+)`/g), ([, named = ""]) => named)
}

function isThere(named: string): boolean {
  const [path = "", title = ""] = named.split(" › ")
  return paths.has(path) && ['"', "'", "`"].some((quote) => readSource(path).includes(quote + title + quote))
}

test("each promise names a test, which is there", () => {
  expect(rows.length).toBeGreaterThanOrEqual(PROMISES_MIN)
  expect(rows.filter((row) => testsIn(row).length === 0)).toEqual([])
  expect(rows.flatMap(testsIn).filter((named) => !isThere(named))).toEqual([])
})
