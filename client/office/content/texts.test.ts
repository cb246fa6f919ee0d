import { expect, test } from "vitest"
import { CONTENT_SLUGS } from "#server/contract/content/pages.ts"
import { contentList } from "./texts.ts"

test("each page with content is reached from « Gestion du site »", () => {
  expect(contentList.groups.flatMap(({ pages }) => pages).sort()).toEqual([...CONTENT_SLUGS].sort())
})
