import { readdirSync, readFileSync, statSync } from "node:fs"
import { expect, test } from "vitest"
import { frenchCharacters } from "./french-characters.ts"

const here = new URL("../../../client/fonts/", import.meta.url)

// A new connection carries ten segments of 1,460 bytes in its first round trip, some 500 bytes of headers among them.
test("the headings' font arrives in the first round trip of its connection", () => {
  expect(statSync(new URL("bricolage-grotesque-french.woff2", here)).size).toBeLessThanOrEqual(14_000)
})

test("it has every character of the site's texts", () => {
  const copy = new URL("../copy/", here)
  const sources = readdirSync(copy).map((file) => readFileSync(new URL(file, copy), "utf8"))
  const used = new Set(
    sources
      .join("")
      .replaceAll(/\/\*[\s\S]*?\*\//g, "")
      .replaceAll(/\\u([0-9a-f]{4})/g, (_, code) => String.fromCharCode(Number(`0x${code}`))),
  )
  for (const character of "\n\\`{|}<>_") used.delete(character) // TypeScript syntax
  used.delete("\u2011") // The face has no no-break hyphen: that of the fallback font stands in.
  expect([...used].filter((character) => !frenchCharacters.includes(character))).toEqual([])
})
