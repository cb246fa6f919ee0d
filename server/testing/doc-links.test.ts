import { existsSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, test } from "vitest"
import { pathsUnder, readSource } from "./source-files.ts"

test("every relative link of README and docs leads to a file", () => {
  const pages = ["README.md", ...pathsUnder("docs").filter((path) => path.endsWith(".md"))]
  const links = pages.flatMap((page) =>
    Array.from(readSource(page).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g), ([, target = ""]) => ({
      page,
      target,
    })),
  )
  expect(links.length).toBeGreaterThan(0)
  expect(links.filter(({ page, target }) => !existsSync(join(dirname(page), target)))).toEqual([])
})
