// @module-tag engines
import { describe, expect, test } from "vitest"
import { SECTORS } from "#server/contract/sectors.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { createProjectManager } from "#server/testing/manage-projects.ts"
import { startApp } from "#server/testing/start-app.ts"
import { seed } from "#server/tools/seed.ts"

async function idsOf(response: Response): Promise<number[]> {
  expect(response.status).toBe(200)
  return ((await response.json()) as { id: number }[]).map(({ id }) => id)
}

describe("?sector=", () => {
  test.each(SECTORS)("%s returns the projects of that sector alone", async (sector) => {
    await using app = await startApp()
    const ids = new Map<string, number>()
    for (const each of SECTORS) ids.set(each, await createTestProject(app.db, { sector: each }))
    const response = await app.request(`/api/projects?sector=${encodeURIComponent(sector)}`)
    expect(await idsOf(response)).toEqual([ids.get(sector)])
  })

  test.each([
    ["Ventes-matériaux", "Ventes de matériaux"],
    ["VENTES-MATÉRIAUX", "Ventes de matériaux"],
    ["vente-materiaux", "Ventes de matériaux"],
    ["ventes-materiaux", "Ventes de matériaux"],
    ["ÉLEVAGE", "Élevage"],
    ["elevage", "Élevage"],
    ["immobilier", "Immobilier"],
  ] as const)("%s is understood as %s", async (spelling, sector) => {
    await using app = await startApp()
    const id = await createTestProject(app.db, { sector })
    await createTestProject(app.db, { sector: "Transport" })
    expect(await idsOf(await app.request(`/api/projects?sector=${encodeURIComponent(spelling)}`))).toEqual([id])
  })

  test.each(["Mines", "", "%00", "Construction,Transport", "x".repeat(5000)])(
    "%o is 400 « Secteur inconnu »",
    async (sector) => {
      await using app = await startApp()
      const response = await app.request(`/api/projects?sector=${sector}`)
      expect(response.status).toBe(400)
      expect(await response.json()).toEqual({
        success: false,
        message: "Secteur inconnu",
        errors: { sector: "Secteur inconnu" },
      })
    },
  )
})

describe("?limit= and ?after=", () => {
  test("the Link header leads through all projects, and ends with the last", async () => {
    await using app = await startApp()
    const ids: number[] = []
    for (let count = 0; count < 7; count += 1) ids.unshift(await createTestProject(app.db, { sector: "Élevage" }))
    await createTestProject(app.db, { sector: "Transport" })
    const walked: number[] = []
    let pages = 0
    let next: string | undefined = "/api/projects?sector=%C3%89levage&limit=3"
    while (next) {
      const response: Response = await app.request(next)
      walked.push(...(await idsOf(response)))
      next = /^<(.+)>; rel="next"$/.exec(response.headers.get("Link") ?? "")?.[1]
      pages += 1
    }
    expect(walked).toEqual(ids)
    expect(pages).toBe(3)
  })

  test("a last part that is full has no Link header", async () => {
    await using app = await startApp()
    await createTestProject(app.db)
    await createTestProject(app.db)
    const response = await app.request("/api/projects?limit=2")
    expect(await idsOf(response)).toHaveLength(2)
    expect(response.headers.get("Link")).toBeNull()
  })

  test("without a limit 1,000 come at most, cached, and Link names the next ones", { timeout: 30_000 }, async () => {
    await using app = await startApp()
    await seed(app.db, { projects: 1001, messages: 0 }, new Date())
    const first = await app.request("/api/projects?utm_source=lettre")
    expect((await first.json()) as object[]).toHaveLength(1000)
    expect(first.headers.get("ETag")).toBeTruthy()
    const next = /^<(.+)>; rel="next"$/.exec(first.headers.get("Link") ?? "")?.[1]
    expect(next).toMatch(/^\/api\/projects\?after=\d+&at=[^&]+$/)
    expect((await (await app.request(next ?? "")).json()) as object[]).toHaveLength(1)
  })

  test("without a limit there is no Link header, and ?after= alone returns all older projects", async () => {
    await using app = await startApp()
    const old = await createTestProject(app.db)
    const recent = await createTestProject(app.db)
    const response = await app.request(`/api/projects?after=${recent}`)
    expect(await idsOf(response)).toEqual([old])
    expect(response.headers.get("Link")).toBeNull()
  })

  test.each(["0", "-1", "1.5", "abc", "", "1001", "1e2", "%201", "9".repeat(400)])("limit=%s is 400", async (limit) => {
    await using app = await startApp()
    const response = await app.request(`/api/projects?limit=${limit}`)
    expect(response.status).toBe(400)
    expect(Object.keys(((await response.json()) as { errors: object }).errors)).toEqual(["limit"])
  })

  test("a project that is withdrawn between two parts of the list keeps its place", async () => {
    await using app = await startApp()
    const manager = await createProjectManager(app)
    const draft = await createTestProject(app.db, { publishedAt: null })
    const others = [await createTestProject(app.db), await createTestProject(app.db)]
    await manager.call("publish", { id: draft })
    expect(await idsOf(await app.request("/api/projects?limit=1"))).toEqual([draft])
    await manager.call("withdraw", { id: draft })
    expect(await idsOf(await app.request(`/api/projects?limit=2&after=${draft}`))).toEqual(others.toReversed())
  })

  test("after= something that is no id is 400, and an unknown id is 404", async () => {
    await using app = await startApp()
    expect((await app.request("/api/projects?after=abc")).status).toBe(400)
    expect((await app.request("/api/projects?after=77")).status).toBe(404)
  })

  test("the list goes on when the last row has been erased meanwhile", async () => {
    await using app = await startApp()
    const ids: number[] = []
    for (const day of ["03", "01", "05", "02", "04"]) {
      ids.push(await createTestProject(app.db, { publishedAt: `2025-01-${day}T00:00:00.000Z` }))
    }
    const [third = 0, first = 0, fifth = 0, second = 0, fourth = 0] = ids
    const page = await app.request("/api/projects?limit=2")
    expect(await idsOf(page)).toEqual([fifth, fourth])
    const next = /^<(.+)>; rel="next"$/.exec(page.headers.get("Link") ?? "")?.[1] ?? ""
    await app.db.deleteFrom("projectRevisions").where("projectId", "in", [fourth, fifth]).execute()
    await app.db.deleteFrom("projectSlugs").where("projectId", "in", [fourth, fifth]).execute()
    await app.db.deleteFrom("projects").where("id", "in", [fourth, fifth]).execute()
    expect(await idsOf(await app.request(next))).toEqual([third, second])
    // Without the moment, the list goes on at what was published before the erased project was made.
    expect(await idsOf(await app.request(`/api/projects?limit=2&after=${fifth}`))).toEqual([first])
  })
})
