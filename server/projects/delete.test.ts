import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { createTestImage, createTestProject } from "#server/testing/fixtures.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

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
  return { ...site, id, headers, remove }
}

test.each(["/api/projects", "/projects"])(
  "DELETE %s/{id} deletes the project and the pictures that no other one uses",
  async (path) => {
    await using site = await startSite()
    const response = await site.remove(`${path}/${site.id}`)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ success: true, message: "Projet supprimé avec succès" })
    expect(await (await site.request("/api/projects")).json()).toMatchObject([{ project_name: "Reste" }])
    expect(existsSync(join(site.uploads, "own.jpg"))).toBe(false)
    expect(existsSync(join(site.uploads, "both.jpg"))).toBe(true)
    expect(await site.db.selectFrom("images").select("name").execute()).toEqual([{ name: "both.jpg" }])
    expect(await site.db.selectFrom("projectImages").select("image").execute()).toEqual([{ image: "both.jpg" }])
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
  const left = await site.db.selectFrom("images").select("name").orderBy("name").execute()
  expect(left.map(({ name }) => name)).toEqual(["both.jpg", "kept.jpg", "page.jpg"])
})

test("tRPC returns what was deleted with it, and the audit log records it", async () => {
  await using site = await startSite()
  const response = await site.postJson("/trpc/projects.delete", site.id, site.headers)
  expect(await response.json()).toEqual({ result: { data: { id: site.id, name: "Part", images: 1 } } })
  const entry = await site.db.selectFrom("audit").selectAll().executeTakeFirstOrThrow()
  expect(entry).toMatchObject({ action: "delete", subjectId: site.id, details: '{"name":"Part","images":1}' })
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
  ["POST", "/trpc/projects.create"],
  ["POST", "/trpc/projects.update"],
  ["POST", "/trpc/projects.delete"],
  ["GET", "/trpc/projects.search"],
]

test.each([
  ["a visitor", undefined, 401, "Connectez-vous pour continuer"],
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
