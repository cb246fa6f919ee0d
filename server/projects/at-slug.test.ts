// @module-tag engines
import { expect, test } from "vitest"
import type { ProjectAtSlug } from "#server/contract/content/project-at-slug.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

async function startSite() {
  const site = await startApp()
  const headers = await signInAs(site, "admin")
  const call = async (procedure: string, input: unknown) => {
    const response = await site.postJson(`/trpc/projects.${procedure}`, input, headers)
    expect(response.status, procedure).toBe(200)
    return ((await response.json()) as { result: { data: { id: number; slug: string } } }).result.data
  }
  return {
    ...site,
    call,
    create: (name: string, others = {}) =>
      call("create", { name, description: "R+4", status: "Terminé", sector: "Transport", ...others }),
    async at(slug: string, sent: Record<string, string> = {}): Promise<ProjectAtSlug | { kind: "missing" }> {
      const input = encodeURIComponent(JSON.stringify(slug))
      const response = await site.request(`/trpc/projects.atSlug?input=${input}`, { headers: sent })
      if (response.status === 404) return { kind: "missing" }
      expect(response.status).toBe(200)
      return ((await response.json()) as { result: { data: ProjectAtSlug } }).result.data
    },
    headers,
  }
}

test("a project is found at its slug, with the newest others of its sector", async () => {
  await using site = await startSite()
  await site.create("Ailleurs", { sector: "Immobilier" })
  for (const number of [1, 2, 3, 4]) await site.create(`Camion ${number}`)
  await site.call("createDraft", { name: "Secret", sector: "Transport" })
  const { id } = await site.create("Le pont d’Élisabeth")
  const found = await site.at("le-pont-d-elisabeth")
  expect(found).toMatchObject({
    kind: "found",
    project: { id, name: "Le pont d’Élisabeth", slug: "le-pont-d-elisabeth" },
  })
  expect(found.kind === "found" && found.related.map(({ name }) => name)).toEqual(["Camion 4", "Camion 3", "Camion 2"])
})

test("former slugs of a renamed project lead to its newest one, and back when it gets an earlier name again", async () => {
  await using site = await startSite()
  const { id } = await site.create("Pont")
  await site.call("update", { id, name: "Viaduc" })
  await site.call("update", { id, name: "Passerelle" })
  for (const slug of ["pont", "viaduc"]) expect(await site.at(slug)).toEqual({ kind: "moved", slug: "passerelle" })
  await site.call("update", { id, name: "Pont" })
  expect(await site.at("pont")).toMatchObject({ kind: "found", project: { id } })
  for (const slug of ["viaduc", "passerelle"]) expect(await site.at(slug)).toEqual({ kind: "moved", slug: "pont" })
})

test("another project does not take the former slug of a renamed one", async () => {
  await using site = await startSite()
  const { id } = await site.create("Pont")
  await site.call("update", { id, name: "Viaduc" })
  expect((await site.create("Pont")).slug).toBe("pont-2")
  expect(await site.at("pont")).toEqual({ kind: "moved", slug: "viaduc" })
})

test("a project that was withdrawn or moved to the trash is gone, and found again once it is back", async () => {
  await using site = await startSite()
  const { id } = await site.create("Pont")
  await site.call("update", { id, name: "Viaduc" })
  const gone = { kind: "gone", sector: "Transport" }
  await site.call("withdraw", { id })
  for (const slug of ["pont", "viaduc"]) expect(await site.at(slug), slug).toEqual(gone)
  await site.call("publish", { id })
  expect(await site.at("viaduc")).toMatchObject({ kind: "found" })
  await site.call("delete", id)
  expect(await site.at("viaduc")).toEqual(gone)
  await site.call("restore", id)
  expect(await site.at("viaduc")).toMatchObject({ kind: "found" })
})

test("a draft, a scheduled project and any other slug are not found, for administrators neither", async () => {
  await using site = await startSite()
  const draft = await site.call("createDraft", { name: "Secret", sector: "Transport" })
  const complete = { description: "R+4", status: "Terminé" }
  await site.call("update", { id: draft.id, ...complete })
  await site.call("schedule", { id: draft.id, at: "2099-01-01T08:00" })
  for (const slug of [draft.slug, "inconnu", "", "SECRET", String(draft.id), "%"]) {
    expect(await site.at(slug), slug).toEqual({ kind: "missing" })
    expect(await site.at(slug, site.headers), slug).toEqual({ kind: "missing" })
  }
})
