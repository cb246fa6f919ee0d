import { describe, expect, test } from "vitest"
import { createTestImage, createTestProject, createTestProjects } from "#server/testing/fixtures.ts"
import { startApp } from "#server/testing/start-app.ts"

interface WireProject {
  id: number
  project_name: string
  sector: string
}

async function idsOf(response: Response): Promise<number[]> {
  expect(response.status).toBe(200)
  return ((await response.json()) as WireProject[]).map(({ id }) => id)
}

test("a project has REST names", async () => {
  await using app = await startApp()
  await createTestImage(app.db, "abc.jpg")
  const at = "2025-01-02T03:04:05.678Z"
  const images = [
    { name: "abc.jpg", alt: "La façade" },
    { name: "C:\\photos\\ailleurs.jpg", alt: "" },
  ]
  const id = await createTestProject(app.db, {
    at,
    images,
    name: "École",
    description: "R+4",
    address: null,
    status: null,
  })
  const expected = {
    id,
    project_name: "École",
    description: "R+4",
    address: null,
    status: null,
    sector: "Construction",
    project_images: ["abc.jpg", "C:\\photos\\ailleurs.jpg"],
    image_alts: ["La façade", ""],
    version: 1,
    created_at: at,
    updated_at: at,
  }
  expect(await (await app.request("/api/projects")).json()).toMatchObject([expected])
  expect(await (await app.request(`/api/projects/${id}`)).json()).toMatchObject(expected)
})

test("no project is an empty list", async () => {
  await using app = await startApp()
  expect(await (await app.request("/api/projects")).json()).toEqual([])
})

test("projects come newest first, and of the same moment the later id first", async () => {
  await using app = await startApp()
  const old = await createTestProject(app.db, { at: "2024-01-01T00:00:00.000Z" })
  const recent = await createTestProject(app.db, { at: "2025-06-01T00:00:00.000Z" })
  const sameMoment = await createTestProject(app.db, { at: "2025-06-01T00:00:00.000Z" })
  const oldest = await createTestProject(app.db, { at: "2023-01-01T00:00:00.000Z" })
  expect(await idsOf(await app.request("/api/projects"))).toEqual([sameMoment, recent, old, oldest])
})

test("a thousand projects have each their own pictures in their order", { timeout: 60_000 }, async () => {
  await using app = await startApp()
  const imagesOf = (count: number) => [`${count}-a.jpg`, `${count}-b.jpg`].map((name) => ({ name, alt: "" }))
  await createTestProjects(
    app.db,
    Array.from({ length: 1000 }, (_, count) => ({ name: `p${count}`, images: imagesOf(count) })),
  )
  const projects = (await (await app.request("/api/projects")).json()) as (WireProject & { project_images: string[] })[]
  expect(projects).toHaveLength(1000)
  for (const { project_name, project_images } of projects) {
    const number = project_name.slice(1)
    expect(project_images).toEqual([`${number}-a.jpg`, `${number}-b.jpg`])
  }
})

test("no response contains a project in the trash", async () => {
  await using app = await startApp()
  const id = await createTestProject(app.db)
  await app.db.updateTable("projects").set({ deletedAt: "2025-01-01T00:00:00.000Z" }).execute()
  expect(await idsOf(await app.request("/api/projects"))).toEqual([])
  expect((await app.request(`/api/projects/${id}`)).status).toBe(404)
})

test("/projects returns the same as /api/projects, as JSON even to a browser", async () => {
  await using app = await startApp()
  await createTestProject(app.db, { sector: "Transport" })
  const headers = { Accept: "text/html" }
  const short = await app.request("/projects?sector=transport", { headers })
  expect(short.headers.get("Content-Type")).toContain("application/json")
  expect(await short.json()).toEqual(await (await app.request("/api/projects?sector=transport")).json())
})

describe("ETag", () => {
  test("an unchanged list gets 304 without a body", async () => {
    await using app = await startApp()
    await createTestProject(app.db)
    const etag = (await app.request("/api/projects")).headers.get("ETag") ?? ""
    expect(etag).toMatch(/^(W\/)?".+"$/)
    const again = await app.request("/api/projects", { headers: { "If-None-Match": etag } })
    expect(again.status).toBe(304)
    expect(again.headers.get("ETag")).toBe(etag)
    expect(await again.text()).toBe("")
  })

  test("a new project changes it, and each sector has its own", async () => {
    await using app = await startApp()
    await createTestProject(app.db)
    const etag = (await app.request("/projects")).headers.get("ETag") ?? ""
    expect((await app.request("/projects?sector=transport", { headers: { "If-None-Match": etag } })).status).toBe(200)
    await createTestProject(app.db)
    expect((await app.request("/projects", { headers: { "If-None-Match": etag } })).status).toBe(200)
  })

  test("a rejection never gets 304", async () => {
    await using app = await startApp()
    const response = await app.request("/api/projects?sector=Mines", { headers: { "If-None-Match": "*" } })
    expect(response.status).toBe(400)
    expect(response.headers.get("Cache-Control")).toBe("no-store")
  })
})

describe("one project", () => {
  test.each(["abc", "0", "-1", "1.0", "1e3", "0x1", "%00", "1%20", "999999999999999999999"])(
    "the id %s is 400",
    async (id) => {
      await using app = await startApp()
      const response = await app.request(`/api/projects/${id}`)
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({ success: false, message: "Identifiant invalide" })
    },
  )

  test("an unknown id is 404 « Projet introuvable »", async () => {
    await using app = await startApp()
    const response = await app.request("/api/projects/999")
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ success: false, message: "Projet introuvable" })
  })
})

test.each(["/api/projects", "/projects", "/api/projects/1"])(
  "HEAD %s gets the response to GET, without a body",
  async (path) => {
    await using app = await startApp()
    await createTestProject(app.db)
    const got = await app.request(path)
    const head = await app.request(path, { method: "HEAD" })
    expect(head.status).toBe(200)
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(got.headers))
    expect(await head.text()).toBe("")
  },
)
