// `npm run font` reduces the headings' font to French characters and one weight, to less than 14 kB.
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import subsetFont from "subset-font"
import { frenchCharacters } from "./french-characters.ts"

const whole = "@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2"

const content = readFileSync(createRequire(import.meta.url).resolve(whole))
// This is a variable because the package's types lack the last two options.
const settings = {
  targetFormat: "woff2" as const,
  variationAxes: { wght: 700 },
  // Kerning, ligatures and marks are kept, while tabular figures, small capitals and the like are not used.
  keepFeatures: ["kern", "liga", "ccmp", "mark", "mkmk"],
  // Dense screens need no hinting.
  noHinting: true,
}
const font = await subsetFont(content, frenchCharacters, settings)
writeFileSync(new URL("../../../client/fonts/bricolage-grotesque-french.woff2", import.meta.url), font)
console.log(`${font.length} bytes`)
