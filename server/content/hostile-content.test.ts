import { expect, test } from "vitest"
import { defaultContent } from "#server/content/published/defaults/defaults.ts"
import type { FieldNode } from "#server/contract/content/field-tree.ts"
import { CONTENT_SLUGS, type ContentSlug, contentSchemas, contentTree } from "#server/contract/content/pages.ts"
import { toAppError } from "#server/errors.ts"
import { servePages } from "#server/pages/serve.ts"
import { createEditor } from "#server/testing/edit-content.ts"
import { liveMarkup } from "#server/testing/fuzz.ts"
import { startApp } from "#server/testing/start-app.ts"
import { requireDraft } from "./drafts.ts"

process.env.NODE_ENV = "production"
const pages = await servePages()

/** A field shows these texts escaped or rejects them. */
const texts = {
  markup: "<b>a</b><script>alert(1)</script>",
  tag: `"><img src=x onerror=alert(2)>`,
  quotes: `' onfocus=alert(3) x="`,
  state: "</script><!--<script>",
  link: "[a](javascript:alert(4)) **<b>**",
  template: `{nom} {constructor} \${a}`,
}

const invalid = {
  long: "a".repeat(10_000),
  nul: "a\0b",
  bidi: "a\u202eb\u2066c",
  control: "a\u001bb",
  null: null,
  number: 1e300,
  list: ["a"],
  object: { toString: "a" },
}

/** These pages show the content, by default all pages, of which these three kinds are examples. */
const ownPaths: Partial<Record<ContentSlug, string>> = { accueil: "/", "a-propos": "/about", contact: "/contact" }
const everywhere = ["/", "/about", "/contact"]

function pathsOf(page: ContentSlug): readonly string[] {
  const isSector = "sections" in contentSchemas[page].shape
  const own = isSector ? `/${page}` : ownPaths[page]
  return own ? [own] : page === "referencement" ? [...everywhere, "/transport"] : everywhere
}

type Path = readonly (string | number)[]

/** Lists the paths of all fields, including the first entry of each list. */
function listPaths(node: FieldNode, wanted: (node: FieldNode) => boolean, path: Path = []): Path[] {
  const children: [string | number, FieldNode][] = node.entry
    ? [[0, node.entry]]
    : (node.fields ?? []).map(([key, child]) => [key, child])
  const below = children.flatMap(([key, child]) => listPaths(child, wanted, [...path, key]))
  return wanted(node) ? [path, ...below] : below
}

const isLeaf = ({ entry, fields }: FieldNode) => !entry && !fields

/** Returns the page's default content with an entry in each list. */
function contentOf(page: ContentSlug): unknown {
  return withEntries(contentTree(page), structuredClone(defaultContent[page]))
}

function withEntries(node: FieldNode, value: unknown): unknown {
  if (node.entry) {
    const entries = value as unknown[]
    return [withEntries(node.entry, entries[0] ?? sample(node.entry)), ...entries.slice(1)]
  }
  for (const [key, child] of node.fields ?? []) {
    const group = value as Record<string, unknown>
    group[key] = withEntries(child, group[key])
  }
  return value
}

/** Returns a valid value. */
function sample(node: FieldNode, key = ""): unknown {
  if (node.entry) return [sample(node.entry)]
  if (node.fields) return Object.fromEntries(node.fields.map(([key, child]) => [key, sample(child, key)]))
  if (node.kind === "date") return "2099-01-01"
  if (node.kind === "picture") return "hero/home"
  if (key === "href") return "https://exemple.cd/"
  return node.options?.[0] ?? (node.label === "E-mail" ? "a@exemple.cd" : "a")
}

function put(content: unknown, path: Path, value: unknown) {
  const parent = path.slice(0, -1).reduce((node, key) => (node as Record<string, unknown>)[key], content)
  ;(parent as Record<string, unknown>)[path.at(-1) ?? ""] = value
}

/** Expects no code that would run, and no element or attribute that comes from a text. */
function expectHarmless(html: string, where: string) {
  expect(html.match(liveMarkup)?.[0], where).toBeUndefined()
  expect(html.match(/<img src=x|<b>|(href|src)="\s*javascript:/)?.[0], where).toBeUndefined()
  const withoutValues = html.replace(/="[^"]*"/g, "")
  expect(withoutValues.match(/<[a-z][^<>]*\son(error|focus)/i)?.[0], where).toBeUndefined()
  for (const [, code = ""] of html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)) {
    expect(code, where).not.toMatch(/<!--|<script/)
  }
}

test.each(CONTENT_SLUGS)("a hostile text in any field of %s is rejected by name, or shown escaped", async (page) => {
  await using site = await startApp({ pages })
  const editor = await createEditor(site)
  const leaves = listPaths(contentTree(page), isLeaf)
  for (const [name, text] of Object.entries(texts)) {
    let rejected: string[] = []
    for (;;) {
      const content = contentOf(page)
      const accepting = leaves.filter((path) => !rejected.includes(path.join(".")))
      for (const path of accepting) put(content, path, text)
      const { status, fields = {} } = await editor.replace(page, content)
      if (status === 200) break
      expect(status, name).toBe(400)
      const paths = Object.keys(fields)
      // Only fields with the text are rejected, and each round rejects at least one more.
      expect(
        paths.filter((path) => !accepting.some((leaf) => leaf.join(".") === path)),
        name,
      ).toEqual([])
      expect(paths, name).not.toEqual([])
      for (const message of Object.values(fields)) expect(message).toMatch(/\S/)
      rejected = [...rejected, ...paths]
    }
    for (const path of pathsOf(page)) {
      const response = await site.request(path)
      expect(response.status, `${name} ${path}`).toBe(200)
      expectHarmless(await response.text(), `${name} ${path}`)
    }
  }
})

test.each(CONTENT_SLUGS)("every field of %s rejects what no text may be", async (page) => {
  await using site = await startApp()
  const editor = await createEditor(site)
  const opened = await editor.open(page)
  const leaves = listPaths(contentTree(page), isLeaf)
  for (const [name, value] of Object.entries(invalid)) {
    const content = contentOf(page)
    for (const path of leaves) put(content, path, value)
    const schema = contentSchemas[page].safeParse(content)
    const paths = new Set(schema.error?.issues.map(({ path }) => path.join(".")))
    expect([...paths].sort(), name).toEqual(leaves.map((path) => path.join(".")).sort())
    const saved = await editor.save(opened, content)
    const { status, fields } = saved.status === 200 ? await editor.publish(saved.page) : saved
    expect(status, name).toBe(400)
    expect(Object.keys(fields ?? {}), name).not.toEqual([])
    if (saved.status === 200) await editor.discard(saved.page)
  }
  expect(await site.db.selectFrom("revisions").select("id").execute()).toEqual([])
})

/** Validates a draft without a call. */
function rejectedFields(page: ContentSlug, content: unknown): Record<string, string> {
  try {
    requireDraft(page, content)
    return {}
  } catch (error) {
    return toAppError(error).fields ?? {}
  }
}

const lists = CONTENT_SLUGS.flatMap((page) =>
  listPaths(contentTree(page), ({ kind }) => kind === "list" || kind === "sections").map(
    (path) => [page, path.join("."), path] as const,
  ),
)

test("500 entries are rejected by every list, as a draft too", async () => {
  for (const [page, name, path] of lists) {
    const content = contentOf(page)
    const list = path.reduce((node, key) => (node as Record<string, unknown>)[key], content) as unknown[]
    put(content, path, Array(500).fill(list[0]))
    expect(Object.keys(rejectedFields(page, content)), `${page} ${name}`).toContain(name)
  }
  expect(lists.length).toBeGreaterThan(40)
  await using site = await startApp()
  const editor = await createEditor(site)
  const content = { ...defaultContent["pied-de-page"], services: Array(500).fill("Devis") }
  const { status, fields } = await editor.save(await editor.open("pied-de-page"), content)
  expect({ status, fields }).toEqual({ status: 400, fields: { services: "8 entrées au plus" } })
})

test("a page without its sections is rejected, as a draft too", async () => {
  await using site = await startApp()
  const editor = await createEditor(site)
  for (const sections of [[], defaultContent.transport.sections.slice(1), [null]]) {
    const content = { ...defaultContent.transport, sections }
    expect((await editor.save(await editor.open("transport"), content)).status).toBe(400)
  }
})

const groups = CONTENT_SLUGS.flatMap((page) =>
  listPaths(contentTree(page), ({ kind }) => kind === "group").map((path) => [page, path] as const),
)

test("a key that the schema does not know is rejected in every group, as a draft too", () => {
  for (const [page, path] of groups) {
    for (const key of ["intrus", "html", "__proto__"]) {
      const content = JSON.parse(JSON.stringify(contentOf(page)))
      const group = path.reduce((node, key) => (node as Record<string, unknown>)[key], content) as object
      Object.defineProperty(group, key, { value: { html: "<b>" }, enumerable: true })
      expect(rejectedFields(page, content), `${page} ${path.join(".")} ${key}`).not.toEqual({})
    }
  }
  expect(groups.length).toBeGreaterThan(100)
})

test("what is no content of a page is rejected", async () => {
  await using site = await startApp()
  const editor = await createEditor(site)
  for (const content of [null, undefined, "", 7, [], {}, { hero: null }]) {
    expect((await editor.save(await editor.open("accueil"), content)).status).toBe(400)
  }
  expect((await editor.call("saveDraft", { page: "toString", revision: 0, version: 0, content: {} })).status).toBe(400)
})
