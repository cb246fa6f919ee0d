// npm run icons — writes the file that all pages take their icons from.
import { writeFileSync } from "node:fs"
import { drawIcons } from "./draw-icons.ts"

writeFileSync(new URL("../../../client/ui/icons.gen.svg", import.meta.url), drawIcons())
