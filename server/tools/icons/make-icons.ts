// `npm run icons` writes the lines of all icons that pages show.
import { writeFileSync } from "node:fs"
import { drawIcons } from "./draw-icons.ts"

writeFileSync(new URL("../../../client/icons/icons.gen.json", import.meta.url), drawIcons())
