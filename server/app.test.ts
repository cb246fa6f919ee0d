// @module-tag engines
import { Hono } from "hono"
import { describe, expect, test, vi } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { AppEnv } from "#server/http/app-env.ts"
import { contactFields, createTestProject } from "#server/testing/fixtures.ts"
import { startApp } from "#server/testing/start-app.ts"

describe("a URL that does not exist", () => {
  test.each([
    ["GET", "/api/nowhere"],
    ["GET", "/api"],
    ["GET", "/api/projects/1/images"],
    ["POST", "/api/health"],
    ["PATCH", "/api/projects/1"],
    ["GET", "/api/%2e%2e%2fetc"],
  ])("%s %s under /api is 404 in the contract's form", async (method, path) => {
    await using app = await startApp()
    const response = await app.request(path, { method })
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({ success: false, message: responseTexts.unknownPath })
    expect(response.headers.get("Cache-Control")).toBe("no-store")
  })

  test("elsewhere is left to the pages", async () => {
    const pages = new Hono<AppEnv>().get("*", (c) => c.html("<h1>404 Page Not Found</h1>", 404))
    await using app = await startApp({ pages })
    expect(await (await app.request("/nowhere")).text()).toContain("404 Page Not Found")
    expect((await app.request("/api/nowhere")).headers.get("Content-Type")).toContain("application/json")
    expect((await app.request("/projects")).headers.get("Content-Type")).toContain("application/json")
  })
})

describe("a trailing slash", () => {
  test.each([
    ["/about/", "/about"],
    ["/api/projects/?sector=elevage&limit=3", "/api/projects?sector=elevage&limit=3"],
    ["/about///", "/about"],
    ["//evil.example/", "/evil.example"],
    ["///evil.example//", "/evil.example"],
    ["/\\evil.example/", "/evil.example"],
    ["/.//evil.example/", "/evil.example"],
    ["//", "/"],
    ["/%2Fevil.example/", "/%2Fevil.example"],
  ])("%s is a 308 to %s, and never to another site", async (path, target) => {
    await using app = await startApp()
    const response = await app.request(`http://site.example${path}`)
    expect(response.status).toBe(308)
    expect(response.headers.get("Location")).toBe(target)
    expect(new URL(target, "http://site.example").host).toBe("site.example")
  })

  test("with a long query, which would overflow a header, leads to the path without it", async () => {
    await using app = await startApp()
    const response = await app.request(`/about/?q=${"x".repeat(8000)}`)
    expect([response.status, response.headers.get("Location")]).toEqual([308, "/about"])
  })

  test("at the end of a path that would overflow a header is 404", async () => {
    await using app = await startApp()
    const response = await app.request(`/${'"'.repeat(7000)}/`)
    expect([response.status, response.headers.get("Location")]).toEqual([404, null])
  })

  test("keeps the method of a write", async () => {
    await using app = await startApp()
    expect((await app.postJson("/api/contact/", contactFields)).status).toBe(308)
  })
})

test.each(["/%", "/trpc/%", "/trpc/projects.list,%ff?batch=1", "/api/%E0%A4%A", "/uploads/%ff"])(
  "the malformed escape in %s is 400, and no failure of the server",
  async (path) => {
    await using app = await startApp()
    const response = await app.request(path)
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ success: false, message: responseTexts.malformedRequest })
    expect(app.lines.join("")).not.toContain("request failed")
  },
)

describe("an unexpected failure", () => {
  test("is 500 « Erreur serveur », with its stack in the log alone", async () => {
    await using app = await startApp()
    await app.db.schema.dropTable("projectImages").execute()
    await createTestProject(app.db)
    for (const path of ["/api/projects", "/projects", "/api/projects/1"]) {
      const response = await app.request(path)
      expect(response.status).toBe(500)
      expect(await response.json()).toEqual({ success: false, message: "Erreur serveur" })
    }
    const [failure] = app.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "request failed")
    expect(failure).toMatchObject({ level: "error", path: "/api/projects", requestId: expect.any(String) })
    expect(failure.err.stack).toMatch(/(no such table|does not exist)[\s\S]+at /)
  })

  test("shows no stack through tRPC either", async () => {
    await using app = await startApp()
    await app.db.schema.dropTable("projectImages").execute()
    await createTestProject(app.db)
    const response = await app.request("/trpc/projects.list?input=%7B%7D")
    expect(response.status).toBe(500)
    expect(await response.text()).not.toMatch(/stack|(no such table|does not exist)|\.ts|node_modules/)
    expect(app.lines.join("")).toContain('"procedure":"projects.list"')
  })
})

describe("the Host header", () => {
  test.each(["evil.example/path", "a b", "user@site.example", "site.example:port", "<script>", "-x", "site..", "[::1"])(
    "%o is 400",
    async (host) => {
      await using app = await startApp()
      expect((await app.request("/api/health", { headers: { Host: host } })).status).toBe(400)
    },
  )

  test.each(["site.example", "SITE.example:8080", "127.0.0.1:3000", "[::1]:3000", "localhost"])(
    "%s is accepted",
    async (host) => {
      await using app = await startApp()
      expect((await app.request("/api/health", { headers: { Host: host } })).status).toBe(200)
    },
  )
})

test("each request leaves one log line, without its query", async () => {
  await using app = await startApp()
  await app.request("/api/projects?sector=elevage&q=secret")
  expect(app.lines).toHaveLength(1)
  expect(JSON.parse(app.lines[0] ?? "")).toEqual({
    time: expect.any(String),
    level: "info",
    event: "request",
    requestId: expect.any(String),
    method: "GET",
    path: "/api/projects",
    status: 200,
    ms: expect.any(Number),
  })
})

test("a balancer's questions leave none", async () => {
  await using app = await startApp()
  await app.request("/api/ready")
  expect(app.lines).toEqual([])
})

test("no response shows a stack, whatever is requested", async () => {
  vi.stubEnv("NODE_ENV", "development")
  await using app = await startApp()
  const paths = [
    "/api/projects?limit=x",
    "/api/projects/x",
    "/trpc/x",
    "/trpc/projects.get?input=x",
    "/uploads/x",
    "/%",
  ]
  for (const path of paths) {
    expect(await (await app.request(path)).text(), path).not.toMatch(/\bat .+:\d+|\.ts\b|"stack"|node_modules/)
  }
})
