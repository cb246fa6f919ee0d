// npm run font — the headings' face with the letters of French, in the one weight that headings have, in under 14 kB.
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import subsetFont from "subset-font"
import { frenchCharacters } from "./french-characters.ts"

const whole = "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2"

const content = readFileSync(createRequire(import.meta.url).resolve(whole))
// By way of a variable: the package's types do not know the last two.
const settings = {
  targetFormat: "woff2" as const,
  variationAxes: { wght: 700 },
  // What sets letters side by side; figures of equal width, small capitals and the like are not asked for.
  keepFeatures: ["kern", "liga", "ccmp", "mark", "mkmk"],
  // Dense screens draw without it.
  noHinting: true,
}
const font = await subsetFont(content, frenchCharacters, settings)
writeFileSync(new URL("../../../client/fonts/bricolage-grotesque-french.woff2", import.meta.url), font)
console.log(`${font.length} bytes`)
