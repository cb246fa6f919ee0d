import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { expect, test } from "vitest"
import { CONTENT_SLUGS, type ContentSlug, contentSchemas } from "#server/contract/content/pages.ts"
import { defaultContent } from "./defaults/defaults.ts"
import { listPictures } from "./resolve.ts"
import { parseContent, schemaVersionOf, upgradeContent } from "./stored-content.ts"

const folder = new URL("./examples/", import.meta.url)

/** Examples of content that a release has stored, by page and version of its schema. */
const examples = readdirSync(folder).map((file) => {
  const [page = "", version = ""] = file.split(".")
  return {
    page: page as ContentSlug,
    schemaVersion: Number(version),
    content: readFileSync(new URL(file, folder), "utf8"),
  }
})

test("there is an example of each version of each page; that of a new page is written, to be committed", () => {
  const versions = CONTENT_SLUGS.flatMap((page) =>
    Array.from({ length: schemaVersionOf(page) }, (_, index) => `${page}.${index + 1}`),
  )
  const found = new Set(examples.map(({ page, schemaVersion }) => `${page}.${schemaVersion}`))
  for (const page of CONTENT_SLUGS.filter((one) => !process.env.CI && !found.has(`${one}.1`))) {
    writeFileSync(new URL(`${page}.1.json`, folder), `${JSON.stringify(defaultContent[page], null, 2)}\n`)
    found.add(`${page}.1`)
  }
  expect([...found].sort()).toEqual(versions.sort())
})

test.each(examples)("the example of $page in version $schemaVersion is still read", ({ page, ...stored }) => {
  const content = parseContent(page, stored)
  expect(contentSchemas[page].safeParse(content).success).toBe(true)
  // The upgrade must not lose pictures.
  expect(listPictures(page, content).length).toBe(listPictures(page, JSON.parse(stored.content)).length)
})

const upgrades = {
  annonce: [
    ({ title, ...content }: Record<string, unknown>) => ({ ...content, text: title }),
    (content: Record<string, unknown>) => ({ ...content, from: "", until: "" }),
  ],
}

test("content of an older version takes each upgrade after its own, in their order", () => {
  const current = { text: "Fermé", href: "", from: "", until: "" }
  const stored = (schemaVersion: number, content: object) => ({ schemaVersion, content: JSON.stringify(content) })
  expect(schemaVersionOf("annonce", upgrades)).toBe(3)
  expect(upgradeContent("annonce", stored(1, { title: "Fermé", href: "" }), upgrades)).toEqual(current)
  expect(upgradeContent("annonce", stored(2, { text: "Fermé", href: "" }), upgrades)).toEqual(current)
  expect(upgradeContent("annonce", stored(3, current), upgrades)).toEqual(current)
  expect(schemaVersionOf("contact", upgrades)).toBe(1)
})

test("fields that stored content lacks get their first value, and what was written stays", () => {
  const { contact: _, ...heads } = structuredClone(defaultContent.referencement)
  heads.transport.title = "Transport et logistique"
  const stored = { schemaVersion: 1, content: JSON.stringify(heads) }
  expect(parseContent("referencement", stored)).toEqual({ ...heads, contact: defaultContent.referencement.contact })
  const { closing, ...about } = structuredClone(defaultContent["a-propos"])
  about.values.values = about.values.values.slice(0, 1)
  const page = { schemaVersion: 1, content: JSON.stringify(about) }
  expect(parseContent("a-propos", page)).toEqual({ ...about, closing })
})

test("what no schema knows is not read", () => {
  const content = JSON.stringify({ ...defaultContent.annonce, couleur: "rouge" })
  expect(() => parseContent("annonce", { schemaVersion: 1, content })).toThrow("couleur")
})

test("content of a newer version is not read", () => {
  const content = JSON.stringify(defaultContent.annonce)
  expect(() => parseContent("annonce", { schemaVersion: 2, content })).toThrow("newer version")
})

test.each(CONTENT_SLUGS)("the default of %s fits its schema, which changes nothing of it", (page) => {
  expect(contentSchemas[page].parse(structuredClone(defaultContent[page]))).toEqual(defaultContent[page])
})
