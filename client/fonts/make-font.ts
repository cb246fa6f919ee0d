// npm run font — the headings' face with the letters of French and the weights that headings have, in under 30 kB.
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import subsetFont from "subset-font"
import { frenchCharacters } from "./french-characters.ts"

const whole = "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2"

const content = readFileSync(createRequire(import.meta.url).resolve(whole))
const font = await subsetFont(content, frenchCharacters, {
  targetFormat: "woff2",
  variationAxes: { wght: { min: 600, max: 800 } },
})
writeFileSync(new URL("./bricolage-grotesque-french.woff2", import.meta.url), font)
console.log(`${font.length} bytes`)
