import { expect, test } from "vitest"
import { defaultContent } from "#server/content/published/defaults/defaults.ts"
import type { FieldNode } from "#server/contract/content/field-tree.ts"
import { ICONS } from "#server/contract/content/icons.ts"
import { CONTENT_SLUGS, type ContentSlug, contentTree, previewPathOf } from "#server/contract/content/pages.ts"
import type { sharedContents } from "#server/contract/content/shared-contents.ts"
import { contentPages, type PageSlug } from "#server/contract/site-pages.ts"
import { STATUSES } from "#server/contract/statuses.ts"
import { DATA_PATH } from "#server/pages/render.ts"
import { servePages } from "#server/pages/serve.ts"
import { createEditor } from "#server/testing/edit-content.ts"
import { createTestImage } from "#server/testing/fixtures.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

process.env.NODE_ENV = "production"
const pages = await servePages()

/** The pages that show content which several pages share. */
const paths: Record<Exclude<keyof typeof sharedContents, "referencement">, readonly string[]> = {
  "pied-de-page": ["/"],
  entreprise: ["/", "/contact"],
  annonce: ["/"],
  parametres: ["/register"],
}

function pathsOf(page: ContentSlug, field: string): readonly string[] {
  if (inCarousel.test(field)) return [`${DATA_PATH}/${page}`]
  if (page === "referencement") return [contentPages[field.split(".")[0] as PageSlug].path]
  return page in contentPages ? [contentPages[page as PageSlug].path] : paths[page as keyof typeof paths]
}

/** These fields decide what the site does, which other tests cover. */
const shownByNoPage = [
  "annonce.from",
  "annonce.until",
  "parametres.registration.open",
  "parametres.projects.cancelled",
  "a-propos.proof.testimonials.0.permission",
  "a-propos.proof.testimonials.1.permission",
  "parametres.messages.notify.0",
  "parametres.messages.notify.1",
  "parametres.messages.keepMonths",
  "parametres.messages.signature",
  "parametres.messages.templates.0.name",
  "parametres.messages.templates.0.text",
  "parametres.messages.templates.1.name",
  "parametres.messages.templates.1.text",
]

/** A carousel shows its first picture until a script runs; the page's data contain the others, and what other pages show. */
const inCarousel = /\.fixed\.\d+\.(photos\.[1-9]|description)/

/** A preview shows another page than the ones that show these fields. */
const shownElsewhere = ["entreprise.facts.years", "entreprise.facts.employees"]

interface Field {
  path: string
  /** The text that the page contains when it shows the value. */
  shown: string
}

/** Fills each field with a distinct value, and each list with two entries. */
function fill(node: FieldNode, start: unknown, path: string[], fields: Field[]): unknown {
  const { entry } = node
  if (entry) return [0, 1].map((index) => fill(entry, undefined, [...path, String(index)], fields))
  if (node.fields) {
    // Values that the tree does not describe stay, such as the kind of a section.
    const copy: Record<string, unknown> | unknown[] = Array.isArray(start) ? [...start] : { ...(start as object) }
    for (const [key, child] of node.fields) {
      const value = (start as Record<string, unknown> | undefined)?.[key]
      ;(copy as Record<string, unknown>)[key] = fill(child, value, [...path, key], fields)
    }
    return copy
  }
  const [value, shown = String(value)] = distinctive(node, path, fields.length)
  const at = path.join(".")
  fields.push({ path: at, shown: inCarousel.test(at) ? `"${value}"` : shown })
  return value
}

/** Returns a value that fits the field, and how a page shows it. */
function distinctive(node: FieldNode, path: string[], number: number): [value: unknown, shown?: string] {
  const token = `zq${String(number).padStart(3, "0")}x`
  const key = path.at(-1) ?? ""
  if (path.includes("hours")) return [`8h${10 + number}-17h${10 + number}`]
  if (key === "phone" || key === "whatsapp") return [`+243 970 000 ${100 + number}`]
  if (key === "email" || path.includes("notify")) return [`${token}@exemple.cd`]
  if (key === "href") return [`https://exemple.cd/${token}`, `href="https://exemple.cd/${token}"`]
  if (node.isRequiredTick) return ["oui"]
  switch (node.kind) {
    case "number":
      return [key === "founded" ? 1987 : 7]
    case "date":
      return [`2098-05-${10 + number}`, `${10 + number} mai 2098`]
    case "moment":
      return [key === "from" ? "2001-01-01T08:00" : "2098-01-01T08:00"]
    case "picture":
      return [`${token}.jpg`, `/uploads/${token}.jpg`]
    case "choice":
      return choose(node.options ?? [], number)
    default:
      return [token]
  }
}

function choose(options: readonly string[], number: number): [value: string, shown: string] {
  const value = options[number % options.length] ?? ""
  return [value, (ICONS as readonly string[]).includes(value) ? `#icon-${value}"` : value]
}

async function storePictures(site: Awaited<ReturnType<typeof startApp>>, content: unknown) {
  for (const [name] of JSON.stringify(content).matchAll(/zq\d+x\.jpg/g)) await createTestImage(site.db, name)
}

test.each(CONTENT_SLUGS)("a visitor without JavaScript reads each field of %s once it is published", async (page) => {
  await using site = await startApp({ pages })
  const editor = await createEditor(site)
  const fields: Field[] = []
  const content = fill(contentTree(page), defaultContent[page], [], fields)
  await storePictures(site, content)
  const visible = fields.filter(({ path }) => !shownByNoPage.includes(`${page}.${path}`))
  const all = [...new Set(visible.flatMap(({ path }) => pathsOf(page, path)))]
  const read = async () =>
    new Map(await Promise.all(all.map(async (path) => [path, await (await site.request(path)).text()] as const)))

  const before = await read()
  const previewed = await site.postJson(
    `/admin/site-management/${page}/preview`,
    { content },
    await signInAs(site, "admin"),
  )
  const preview = await previewed.text()
  const inPreview = visible
    .filter(({ path }) => pathsOf(page, path).includes(previewPathOf(page)))
    .filter(({ path }) => !shownElsewhere.includes(`${page}.${path}`))
  expect(inPreview.filter(({ shown }) => !preview.includes(shown))).toEqual([])
  const saved = await editor.save(await editor.open(page), content)
  expect(saved).toMatchObject({ status: 200, page: { state: "changed" } })
  // Nobody but its editor may see a draft.
  expect(JSON.stringify([...(await read())]) === JSON.stringify([...before])).toBe(true)
  expect(await editor.publish(saved.page)).toMatchObject({ status: 200, page: { state: "published", content } })

  const after = await read()
  const missing = visible.filter(({ path, shown }) => {
    const at = pathsOf(page, path)
    const count = (pages: Map<string, string>) =>
      at.reduce((sum, path) => sum + (pages.get(path) ?? "").split(shown).length - 1, 0)
    const isShared = shown.startsWith("#icon-") || (STATUSES as readonly string[]).includes(shown)
    return isShared ? count(after) === 0 : count(before) > 0 || count(after) === 0
  })
  expect(missing).toEqual([])
})

test("the fields that no page shows are those of the list", () => {
  const known = CONTENT_SLUGS.flatMap((page) => {
    const fields: Field[] = []
    fill(contentTree(page), defaultContent[page], [], fields)
    return fields.map(({ path }) => `${page}.${path}`)
  })
  expect(shownByNoPage.filter((path) => !known.includes(path))).toEqual([])
})
