import { expect, test } from "vitest"
import { pathsUnder, readSource } from "./source-files.ts"

// A requirement that points at a test which is gone is shown by nothing.
const page = readSource("docs/security.md")
const paths = new Set(pathsUnder("server", "e2e", "client"))

function filesIn(text: string): string[] {
  return Array.from(text.matchAll(/\b(?:server|e2e|client)\/[\w./-]+\.(?:mjs|ts|tsx)\b/g), ([path]) => path)
}

/** The rows of the table under that heading, each cut into its cells. */
function rowsUnder(heading: string): string[][] {
  const [, section = ""] = page.split(`\n## ${heading}\n`)
  const lines = section.split("\n## ")[0]?.split("\n") ?? []
  const rows = lines.filter((line) => line.startsWith("|") && !line.startsWith("|---"))
  return rows.slice(1).map((row) => row.split("|").map((cell) => cell.trim()))
}

test("every file that the page names is there", () => {
  const named = filesIn(page)
  expect(named.length).toBeGreaterThan(80)
  expect(named.filter((path) => !paths.has(path))).toEqual([])
})

test("every requirement has its number, and a test that shows it", () => {
  const rows = rowsUnder("Requirements, how they are met, and what shows it")
  expect(rows.length).toBeGreaterThan(50)
  for (const [, numbers = "", , , shownBy = ""] of rows) {
    expect(numbers).toMatch(/^\d+\.\d+\.\d+\b/)
    expect(
      filesIn(shownBy).filter((path) => /\.(test|e2e)\.ts$/.test(path)),
      numbers,
    ).not.toEqual([])
  }
})

test("every attack has a figure or a result, and a command that shows it again", () => {
  const rows = rowsUnder("Attacks tried")
  expect(rows.length).toBeGreaterThan(10)
  for (const [, attack = "", tried, result, command = ""] of rows) {
    expect([tried, result], attack).not.toContain("")
    expect(filesIn(command), attack).not.toEqual([])
  }
})
