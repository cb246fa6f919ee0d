// @module-tag engines
import { Hono } from "hono"
import { describe, expect, test } from "vitest"
import { deleteAccount, disableAccount, eraseDeletedAccounts } from "#server/accounts/users.ts"
import { SYSTEM } from "#server/audit/audit-log.ts"
import { DAY_MS } from "#server/contract/durations.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { SECTORS } from "#server/contract/sectors.ts"
import type { Stats } from "#server/contract/stats.ts"
import { STATUSES } from "#server/contract/statuses.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import { contactFields, createTestImage, createTestProject } from "#server/testing/fixtures.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

async function startWithAdmin() {
  const pages = new Hono<AppEnv>().get("*", (c) => c.html("<h1>Statistiques</h1>"))
  const app = await startApp({ pages })
  const headers = await signInAs(app, "admin")
  return {
    ...app,
    get: (path: string, given: Record<string, string> = {}) => app.request(path, { headers: { ...headers, ...given } }),
    query: async (procedure: string) => {
      const response = await app.request(`/trpc/stats.${procedure}`, { headers })
      return ((await response.json()) as { result: { data: unknown } }).result.data
    },
  }
}

const nothing: Stats = {
  totalProjects: 0,
  totalUsers: 1,
  totalMessages: 0,
  sectors: SECTORS.map((sector) => ({ sector, count: 0 })),
  statuses: STATUSES.map((status) => ({ status, count: 0 })),
}

describe.each(["/api/admin/stats", "/admin/stats"])("%s", (path) => {
  test("holds every sector and status, also those without projects", async () => {
    await using app = await startWithAdmin()
    const response = await app.get(path)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual(nothing)
    expect(response.headers.get("Cache-Control")).toBe("no-store")
  })

  test("counts projects, accounts and messages", async () => {
    await using app = await startWithAdmin()
    await signInAs(app, "user")
    await createTestProject(app.db, { sector: "Élevage", status: "Terminé" })
    await createTestProject(app.db, { sector: "Élevage", status: "En cours" })
    await createTestProject(app.db, { sector: "Transport", status: null })
    await createTestProject(app.db, { sector: "Transport", status: "Suspendu" })
    await app.postJson("/api/contact", contactFields)
    expect(await (await app.get(path)).json()).toEqual({
      totalProjects: 4,
      totalUsers: 2,
      totalMessages: 1,
      sectors: SECTORS.map((sector) => ({ sector, count: ["Élevage", "Transport"].includes(sector) ? 2 : 0 })),
      statuses: [
        { status: "En attente", count: 0 },
        { status: "En cours", count: 1 },
        { status: "Terminé", count: 1 },
        { status: "Annulé", count: 0 },
        { status: "Non défini", count: 2 },
      ],
    })
  })

  test("is 401 for a visitor and 403 for a user, in the form of every failure", async () => {
    await using app = await startWithAdmin()
    const visitor = await app.request(path)
    expect(visitor.status).toBe(401)
    expect(await visitor.json()).toEqual({ success: false, message: responseTexts.signInRequired })
    const user = await app.request(path, { headers: await signInAs(app, "user") })
    expect(user.status).toBe(403)
    expect(await user.json()).toEqual({ success: false, message: "Accès réservé à l'administrateur" })
  })
})

describe("the path that is a screen as well", () => {
  test.each([
    "text/html",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
    "TEXT/HTML, application/json;q=0.9",
    "application/json;q=0.5, text/html;q=0.6",
    "text/*",
    "text/*;q=0.9, */*;q=0.1",
  ])("answers the page to a request that prefers it: %s", async (accept) => {
    await using app = await startWithAdmin()
    const response = await app.get("/admin/stats", { Accept: accept })
    expect(response.headers.get("Content-Type")).toContain("text/html")
    expect(response.headers.get("Vary")).toContain("Accept")
  })

  test.each([
    "*/*",
    "application/json",
    "application/json, text/plain, */*",
    "application/json, text/html",
    "text/html;q=0.5, application/json",
    "text/html;q=0.5, */*",
    "text/html;q=0, */*;q=0.1",
    "application/*, text/html;q=0.9",
    "image/png",
    "",
    ";q=;,,",
  ])("answers JSON to any other: %s", async (accept) => {
    await using app = await startWithAdmin()
    const response = await app.get("/admin/stats", { Accept: accept })
    expect(response.headers.get("Content-Type")).toContain("application/json")
    expect(response.headers.get("Vary")).toContain("Accept")
  })

  test("varies by Accept for a visitor too", async () => {
    await using app = await startWithAdmin()
    expect((await app.request("/admin/stats")).headers.get("Vary")).toContain("Accept")
  })

  test("is the only screen that also returns JSON", async () => {
    await using app = await startWithAdmin()
    const response = await app.get("/admin/messages", { Accept: "application/json" })
    expect(response.headers.get("Content-Type")).toContain("text/html")
  })

  test("returns JSON alone under /api", async () => {
    await using app = await startWithAdmin()
    const response = await app.get("/api/admin/stats", { Accept: "text/html" })
    expect(response.headers.get("Content-Type")).toContain("application/json")
  })
})

test("the counts of the statuses add up to the number of projects, whatever their status", async () => {
  await using app = await startWithAdmin()
  for (const status of [null, "Suspendu", "Annulé"]) await createTestProject(app.db, { status })
  const { totalProjects, statuses } = (await app.query("overview")) as Stats
  expect(totalProjects).toBe(3)
  expect(statuses.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  expect(statuses.at(-1)).toEqual({ status: "Non défini", count: 2 })
})

test("the figures follow a project that changes, is moved to the trash or deleted", async () => {
  await using app = await startWithAdmin()
  const id = await createTestProject(app.db, { sector: "Transport", status: "En cours" })
  const countsOf = async () => {
    const { totalProjects, sectors, statuses } = (await app.query("overview")) as Stats
    const used = [...sectors, ...statuses].filter(({ count }) => count > 0)
    return [totalProjects, ...used.map((row) => Object.values(row)[0])]
  }
  expect(await countsOf()).toEqual([1, "Transport", "En cours"])
  const change = (set: object) => app.db.updateTable("projects").set(set).where("id", "=", id).execute()
  await change({ sector: "Immobilier", status: "Terminé" })
  expect(await countsOf()).toEqual([1, "Immobilier", "Terminé"])
  await change({ deletedAt: new Date().toISOString() })
  expect(await countsOf()).toEqual([0])
  await change({ deletedAt: null })
  expect(await countsOf()).toEqual([1, "Immobilier", "Terminé"])
  await app.db.deleteFrom("projects").execute()
  expect(await countsOf()).toEqual([0])
})

test("deleted accounts are no users, whether they can be restored or are erased; disabled ones are", async () => {
  let time = Date.UTC(2025, 0, 1)
  const now = () => new Date(time)
  await using app = await startWithAdmin()
  const { id } = await createTestAccount(app.db)
  const countUsers = async () => ((await app.query("overview")) as Stats).totalUsers
  const context = { db: app.db, now, actor: SYSTEM }
  await disableAccount(context, { id })
  expect(await countUsers()).toBe(2)
  await deleteAccount(context, { id })
  expect(await countUsers()).toBe(1)
  time += 31 * DAY_MS
  await eraseDeletedAccounts(context)
  expect(await countUsers()).toBe(1)
})

test("the five newest projects come first to last with the number of their pictures", async () => {
  await using app = await startWithAdmin()
  await createTestImage(app.db, "a.jpg")
  const ids: number[] = []
  for (const name of ["un", "deux", "trois", "quatre", "cinq", "six"])
    ids.push(await createTestProject(app.db, { name }))
  const image = { name: "a.jpg", alt: "" }
  const at = "2030-01-01T00:00:00.000Z"
  const newest = await createTestProject(app.db, {
    name: "sept",
    sector: "Élevage",
    status: null,
    at,
    images: [image, image],
  })
  const recent = (await app.query("recent")) as object[]
  expect(recent[0]).toEqual({ id: newest, name: "sept", sector: "Élevage", status: null, images: 2, createdAt: at })
  expect(recent.map((project) => "id" in project && project.id)).toEqual([newest, ...ids.slice(2).reverse()])
  expect(recent[1]).toMatchObject({ images: 0 })
})
