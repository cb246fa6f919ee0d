// @module-tag isolated
import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { drawIcons } from "./draw-icons.ts"

test("the file of icons is what `npm run icons` would write", () => {
  expect(readFileSync(new URL("../../../client/icons/icons.gen.json", import.meta.url), "utf8")).toBe(drawIcons())
})
