// @module-tag engines
import { expect, test } from "vitest"
import { defaultContent } from "#server/content/published/defaults/defaults.ts"
import type { ProjectAtSlug } from "#server/contract/content/project-at-slug.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"
import { startApp } from "#server/testing/start-app.ts"

async function startSite() {
  const site = await startApp()
  async function read<Data>(procedure: string, input: unknown): Promise<Data | undefined> {
    const response = await site.request(`/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`)
    return ((await response.json()) as { result?: { data: Data } }).result?.data
  }
  return {
    ...site,
    at: (slug: string) => read<ProjectAtSlug>("projects.atSlug", slug),
    slugs: async (slug: string) => (await read<{ fixedSlugs?: string[] }>("content.page", { slug }))?.fixedSlugs,
    publish: (titles: readonly string[]) => publishTestContent(site.db, "construction", withFixed(titles)),
  }
}

/** Returns the content of Construction with its first fixed project under other titles. */
function withFixed(titles: readonly string[]) {
  const content = structuredClone(defaultContent.construction)
  const [first] = content.sections[3].fixed
  return {
    ...content,
    sections: content.sections.with(3, {
      ...content.sections[3],
      fixed: titles.map((title) => ({ ...first, title, description: `À propos de ${title}` })),
    } as never),
  }
}

test("the seven fixed projects of Construction are found at the addresses that their page names", async () => {
  await using site = await startSite()
  await createTestProject(site.db, { name: "Autre", sector: "Construction" })
  const slugs = (await site.slugs("construction")) ?? []
  expect(slugs).toHaveLength(7)
  for (const [index, slug] of slugs.entries()) {
    const { title, place, year, status } = defaultContent.construction.sections[3].fixed[index] ?? {}
    expect(await site.at(slug)).toMatchObject({
      kind: "fixed",
      project: { slug, name: title, address: place, year, status, sector: "Construction" },
      related: [{ name: "Autre" }],
    })
  }
  expect(await site.slugs("transport")).toEqual([])
})

test("a page says what was published of it, and is not found under a former title", async () => {
  await using site = await startSite()
  await site.publish(["Tour de Limete"])
  expect(await site.at("tour-de-limete")).toMatchObject({
    kind: "fixed",
    project: { name: "Tour de Limete", description: "À propos de Tour de Limete" },
  })
  expect(await site.at("immeuble-r-10")).toBeUndefined()
})

test("equal titles have different addresses", async () => {
  await using site = await startSite()
  await site.publish(["Villa", "Villa", "Villa 2", "Villa"])
  expect(await site.slugs("construction")).toEqual(["villa", "villa-2", "villa-2-2", "villa-3"])
})

test("a public project has its address before a fixed one, which has it back once the project is withdrawn", async () => {
  await using site = await startSite()
  const id = await createTestProject(site.db, { name: "Immeuble R+10", sector: "Construction" })
  expect(await site.at("immeuble-r-10")).toMatchObject({ kind: "found", project: { id } })
  // The card of the fixed project must not lead to the other one.
  expect(await site.slugs("construction")).not.toContain("immeuble-r-10")
  await site.db.updateTable("projects").set({ deletedAt: new Date().toISOString() }).execute()
  expect(await site.at("immeuble-r-10")).toMatchObject({ kind: "fixed" })
})
