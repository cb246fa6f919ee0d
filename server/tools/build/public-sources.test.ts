import { expect, test } from "vitest"
import { programFolder } from "#server/program-folder.ts"
import { publicFiles } from "./public-sources.ts"

test("the public style sheet has the classes of what public pages import, and none of the office's screens", () => {
  const files = publicFiles(programFolder)
  // The contact form opens it once something goes wrong.
  expect(files).toContain("client/ui/confirm-dialog.tsx")
  expect(files).toContain("client/site/frame/header.tsx")
  expect(files.filter((path) => /^client\/(admin|list|routes\/admin)/.test(path))).toEqual([])
})
