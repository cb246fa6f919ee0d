// @module-tag engines
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { emptyTrashLater } from "#server/testing/empty-trash-later.ts"
import { createTestImage, createTestProject } from "#server/testing/fixtures.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { projectsRouter } from "./router.ts"

async function startSite() {
  const site = await startApp()
  const headers = await signInAs(site, "admin")
  for (const name of ["own.jpg", "both.jpg"]) {
    await createTestImage(site.db, name)
    writeFileSync(join(site.uploads, name), "pixels")
  }
  const shown = (...names: string[]) => names.map((name) => ({ name, alt: "" }))
  await createTestProject(site.db, { name: "Reste", images: shown("both.jpg") })
  const id = await createTestProject(site.db, {
    name: "Part",
    images: shown("own.jpg", "both.jpg", "own.jpg", "imported.jpg"),
  })
  const remove = (path: string) => site.request(path, { method: "DELETE", headers })
  const empty = (days: number) => emptyTrashLater(site, days)
  return { ...site, id, headers, remove, empty }
}

test.each(["/api/projects", "/projects"])(
  "DELETE %s/{id} moves the project to the trash, which deletes it after 30 days with the pictures that no other one uses",
  async (path) => {
    await using site = await startSite()
    const response = await site.remove(`${path}/${site.id}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ success: true, message: "Projet supprimé avec succès" })
    expect(await (await site.request("/api/projects")).json()).toMatchObject([{ project_name: "Reste" }])
    await site.empty(29)
    expect(existsSync(join(site.uploads, "own.jpg"))).toBe(true)
    await site.empty(31)
    expect(existsSync(join(site.uploads, "own.jpg"))).toBe(false)
    expect(existsSync(join(site.uploads, "both.jpg"))).toBe(true)
    expect(await site.db.selectFrom("images").select("name").execute()).toEqual([{ name: "both.jpg" }])
    expect(await site.db.selectFrom("projectImages").select("image").execute()).toEqual([{ image: "both.jpg" }])
    expect(await site.db.selectFrom("projectRevisions").select("projectId").execute()).toHaveLength(1)
  },
)

test("pictures of pages and of the library stay when their project is deleted", async () => {
  await using site = await startSite()
  const own = ["own.jpg", "page.jpg", "kept.jpg"]
  for (const name of own.slice(1)) await createTestImage(site.db, name)
  const id = await createTestProject(site.db, { images: own.map((name) => ({ name, alt: "" })) })
  await site.db.insertInto("contentImages").values({ page: "accueil", state: "draft", image: "page.jpg" }).execute()
  await site.db.updateTable("images").set({ libraryAt: "2025-01-01" }).where("name", "=", "kept.jpg").execute()
  await site.remove(`/api/projects/${site.id}`)
  await site.remove(`/api/projects/${id}`)
  await site.empty(31)
  const left = await site.db.selectFrom("images").select("name").orderBy("name").execute()
  expect(left.map(({ name }) => name)).toEqual(["both.jpg", "kept.jpg", "page.jpg"])
})

test("the audit log records a deletion twice: into the trash, and out of it", async () => {
  await using site = await startSite()
  const response = await site.postJson("/trpc/projects.delete", site.id, site.headers)
  expect(await response.json()).toMatchObject({ result: { data: { id: site.id, state: "trashed" } } })
  await site.empty(31)
  const entries = await site.db.selectFrom("audit").selectAll().orderBy("id").execute()
  expect(entries).toMatchObject([
    {
      action: "trash",
      subjectId: site.id,
      details: expect.stringMatching(/^{"before":{"deletedAt":null},"after":{"deletedAt":"/),
    },
    { action: "delete", subjectId: site.id, subjectName: "Part", details: '{"images":1}' },
  ])
})

test("a project comes back from the trash with everything, its URL included", async () => {
  await using site = await startSite()
  const read = async () => (await site.request(`/api/projects/${site.id}`, { headers: site.headers })).json()
  const before = (await read()) as object
  await site.remove(`/api/projects/${site.id}`)
  expect(await read()).toMatchObject({ state: "trashed" })
  const path = `/api/projects/${site.id}/restore`
  const response = await site.request(path, { method: "POST", headers: site.headers })
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ success: true, project: { id: site.id, state: "published" } })
  expect(await read()).toEqual({ ...before, version: 3, updated_at: expect.any(String) })
  expect(await (await site.request("/api/projects")).json()).toHaveLength(2)
  const again = await site.request(path, { method: "POST", headers: site.headers })
  expect([again.status, await again.json()]).toMatchObject([200, { project: { version: 3 } }])
})

test("an unknown project is 404, and so is a deleted one", async () => {
  await using site = await startSite()
  expect((await site.remove("/api/projects/999")).status).toBe(404)
  await site.remove(`/projects/${site.id}`)
  const again = await site.remove(`/projects/${site.id}`)
  expect(again.status).toBe(404)
  expect(await again.json()).toEqual({ success: false, message: "Projet introuvable" })
  expect((await site.remove("/api/projects/abc")).status).toBe(400)
})

test("a file that cannot be deleted fails nothing and is logged", async () => {
  await using site = await startSite()
  const file = join(site.uploads, "stuck.jpg")
  mkdirSync(file)
  await createTestImage(site.db, "stuck.jpg")
  const id = await createTestProject(site.db, { images: [{ name: "stuck.jpg", alt: "" }] })
  expect((await site.remove(`/projects/${id}`)).status).toBe(200)
  await site.empty(31)
  expect(site.lines.join("")).toMatch(/"name":"stuck.jpg".+"event":"image not deleted"/)
})

test("a deletion that fails in the database leaves project and files as they are", async () => {
  await using site = await startSite()
  await site.db.schema.dropTable("audit").execute()
  expect((await site.remove(`/projects/${site.id}`)).status).toBe(500)
  expect((await site.request(`/api/projects/${site.id}`)).status).toBe(200)
  expect(existsSync(join(site.uploads, "own.jpg"))).toBe(true)
})

const calls = [
  ["POST", "/api/projects"],
  ["PUT", "/api/projects/1"],
  ["PUT", "/api/projects/abc"],
  ["DELETE", "/api/projects/1"],
  ["DELETE", "/projects/1"],
  ["DELETE", "/projects/999"],
  ["POST", "/api/projects/1/restore"],
  ...procedures("query").map((name) => ["GET", `/trpc/projects.${name}`]),
  ...procedures("mutation").map((name) => ["POST", `/trpc/projects.${name}`]),
]

/** Lists all procedures except those that everybody may call. */
function procedures(type: "query" | "mutation"): string[] {
  const open = ["list", "page", "portfolio", "get", "atSlug"]
  const all = Object.entries(projectsRouter._def.procedures).filter(([, { _def }]) => _def.type === type)
  return all.map(([name]) => name).filter((name) => !open.includes(name))
}

test.each([
  ["a visitor", undefined, 401, responseTexts.signInRequired],
  ["a user", "user", 403, "Accès réservé à l'administrateur"],
] as const)("%s may change nothing, whatever else is wrong with the call", async (_who, role, status, message) => {
  await using site = await startSite()
  const headers = { ...(role && (await signInAs(site, role))), "Content-Type": "application/json" }
  for (const [method, path] of calls as [string, string][]) {
    const body = method === "GET" || method === "DELETE" ? null : "{"
    const response = await site.request(path, { method, headers, body })
    const answer = (await response.json()) as { message?: string; error?: { message: string } }
    expect([path, response.status, answer.message ?? answer.error?.message]).toEqual([path, status, message])
  }
  expect(await (await site.request("/api/projects")).json()).toHaveLength(2)
})
