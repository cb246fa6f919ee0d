import { globSync, readFileSync, statSync } from "node:fs"
import { expect, test } from "vitest"
import { frenchCharacters } from "./french-characters.ts"

const here = new URL("../../../client/fonts/", import.meta.url)

// In its first round trip, a new connection carries ten segments of 1,460 bytes, with some 500 bytes of headers.
test("the headings' font arrives in the first round trip of its connection", () => {
  expect(statSync(new URL("bricolage-grotesque-french.woff2", here)).size).toBeLessThanOrEqual(14_000)
})

test("it has every character of the site's texts", () => {
  const sources = globSync("client/**/*texts.ts").map((file) => readFileSync(file, "utf8"))
  expect(sources.length).toBeGreaterThan(30)
  const used = new Set(
    sources
      .join("")
      .replaceAll(/\/\*[\s\S]*?\*\//g, "")
      .replaceAll(/\\u([0-9a-f]{4})/g, (_, code) => String.fromCharCode(Number(`0x${code}`))),
  )
  for (const character of "\n\\`{|}<>_") used.delete(character) // these come from TypeScript's syntax
  used.delete("\u2011") // The fallback font shows the no-break hyphen, which this font lacks.
  expect([...used].filter((character) => !frenchCharacters.includes(character))).toEqual([])
})
