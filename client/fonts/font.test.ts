import { readdirSync, readFileSync, statSync } from "node:fs"
import { expect, test } from "vitest"
import { frenchCharacters } from "./french-characters.ts"

const here = new URL("./", import.meta.url)

test("the headings' face weighs at most 30 kB", () => {
  expect(statSync(new URL("bricolage-grotesque-french.woff2", here)).size).toBeLessThanOrEqual(30_000)
})

test("it has every letter that the site's own words use", () => {
  const copy = new URL("../copy/", here)
  const sources = readdirSync(copy).map((file) => readFileSync(new URL(file, copy), "utf8"))
  const used = new Set(
    sources
      .join("")
      .replaceAll(/\/\*[\s\S]*?\*\//g, "")
      .replaceAll(/\\u([0-9a-f]{4})/g, (_, code) => String.fromCharCode(Number(`0x${code}`))),
  )
  used.delete("\n")
  expect([...used].filter((character) => !frenchCharacters.includes(character))).toEqual([])
})
