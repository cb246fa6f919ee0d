import type { AnyProcedure } from "@trpc/server"
import { expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { pages } from "#server/pages/pages.ts"
import { appRouter } from "#server/router.ts"
import { contactFields, createTestProject } from "./fixtures.ts"
import { signInAs } from "./sign-in-as.ts"
import { startApp } from "./start-app.ts"

const renderPage = async () => ({
  status: 200,
  html: "<html><head></head><body>page</body></html>",
  data: "[]",
  inlineScripts: [],
})
const bundle = { renderPage, app: { entry: "/entry.js", ofRoutes: {} } }

/** Starts the app with a project and a message; an administrator sends all requests, so that none lacks a right. */
async function start() {
  const app = await startApp({ pages: pages(async () => bundle), settings: { RATE_LIMITS: "0" } })
  await createTestProject(app.db)
  await app.postJson("/api/contact", contactFields)
  const cookie = await signInAs(app, "admin")
  return {
    ...app,
    ask: (method: string, path: string, headers: Record<string, string> = {}, body?: BodyInit) =>
      app.request(path, { method, headers: { ...cookie, ...headers }, ...(body && { body }) }),
    contents: async () => ({
      projects: await app.db.selectFrom("projects").selectAll().execute(),
      messages: await app.db.selectFrom("messages").selectAll().execute(),
      accounts: await app.db.selectFrom("accounts").selectAll().execute(),
      sessions: await app.db.selectFrom("sessions").selectAll().execute(),
    }),
  }
}

const json = { "Content-Type": "application/json" }

const methods = ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "COPY", "QUERY"]

test("a method that a path has no route for is 404 or 405, and changes nothing", async () => {
  await using app = await start()
  const before = await app.contents()
  const named = new Set(app.app.routes.map(({ method, path }) => `${method} ${path}`))
  const paths = new Set(app.app.routes.filter(({ method }) => method !== "ALL").map(({ path }) => path))
  let tried = 0
  for (const path of paths) {
    const url = path.replace(":id", "1").replace(":name", "vue.jpg").replace("*", "about")
    for (const method of methods.filter((method) => !named.has(`${method} ${path}`))) {
      const { status } = await app.ask(method, url, json, "{}")
      expect([404, 405], `${method} ${url} → ${status}`).toContain(status)
      tried += 1
    }
  }
  expect(tried).toBeGreaterThan(150)
  expect(await app.contents()).toEqual(before)
})

test("a mutation requested by GET or HEAD changes nothing", async () => {
  await using app = await start()
  const before = await app.contents()
  const kinds = appRouter._def.procedures as unknown as Record<string, AnyProcedure>
  const mutations = Object.keys(kinds).filter((name) => kinds[name]?._def.type === "mutation")
  for (const name of mutations) {
    for (const input of ["1", "{}", JSON.stringify({ id: 1 })]) {
      const url = `/trpc/${name}?input=${encodeURIComponent(input)}`
      expect((await app.ask("GET", url)).status, url).toBe(405)
      await app.ask("HEAD", url)
    }
  }
  expect(mutations.length).toBeGreaterThan(8)
  expect(await app.contents()).toEqual(before)
})

test.each([
  ["POST", "/api/projects/1", { "X-HTTP-Method-Override": "DELETE" }, 404],
  ["POST", "/api/projects/1", { "X-HTTP-Method": "DELETE" }, 404],
  ["POST", "/api/projects/1", { "X-Method-Override": "PUT" }, 404],
  ["POST", "/api/projects/1?_method=DELETE", {}, 404],
  ["GET", "/api/projects/1?_method=DELETE", {}, 200],
  ["GET", "/api/projects/1", { "X-HTTP-Method-Override": "DELETE" }, 200],
  ["GET", "/about", { "X-Original-URL": "/api/contact-messages" }, 200],
  ["GET", "/about", { "X-Rewrite-URL": "/api/contact-messages" }, 200],
] as [string, string, Record<string, string>, number][])(
  "%s %s is routed by its method and path, despite %o",
  async (method, path, headers, status) => {
    await using app = await start()
    const before = await app.contents()
    const response = await app.ask(method, path, headers, method === "POST" ? "_method=DELETE" : undefined)
    expect(response.status).toBe(status)
    expect(await response.text()).not.toContain(contactFields.email)
    expect(await app.contents()).toEqual(before)
  },
)

test.each([
  "/api//contact-messages",
  "/api/contact-messages.",
  "/api/contact-messages;a=1",
  "/api/contact-messages%20",
  "/api/contact-messages%00",
  "/api/contact-messages%2f",
  "/api/Contact-Messages",
  "/api%2fcontact-messages",
  "/api/contact-messages.json",
  "/api/contact-messages/1/..%2f..%2fcontact-messages",
])("%s reaches no call", async (path) => {
  await using app = await start()
  const response = await app.ask("GET", path)
  const text = await response.text()
  expect(text).not.toContain(contactFields.email)
  expect(path.startsWith("/api/") ? response.status : 404).toBe(404)
})

test.each([
  "/%61pi/contact-messages",
  "/api/%63ontact-messages",
  "/api/./contact-messages",
  "/x/../api/contact-messages",
])("%s, which is the same path, needs the same authority", async (path) => {
  await using app = await start()
  expect((await app.request(path)).status).toBe(401)
  expect((await app.ask("GET", path)).status).toBe(200)
})

test.each([
  ["/uploads/..%2fsite.db", 404, responseTexts.imageNotFound],
  ["/uploads/%2e%2e%2fsite.db", 404, responseTexts.imageNotFound],
  ["/uploads/..%5csite.db", 404, responseTexts.imageNotFound],
  // It is another spelling of the home page.
  ["/uploads/%2e%2e", 200, "page"],
  ["/uploads/a%00.jpg", 404, responseTexts.imageNotFound],
])("%s reads no file outside the uploads folder", async (path, status, text) => {
  await using app = await start()
  const response = await app.ask("GET", path)
  expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(text)])
})

test("of a repeated query parameter the first counts, in the response and in the cache key", async () => {
  await using app = await start()
  await createTestProject(app.db, { name: "Pont de Matadi", sector: "Transport" })
  const list = async (query: string) => (await app.ask("GET", `/api/projects?${query}`)).text()
  expect(await list("sector=Transport&sector=Construction")).toContain("Pont de Matadi")
  expect(await list("sector=Construction&sector=Transport")).not.toContain("Pont de Matadi")
  expect(await list("sector=Transport")).toContain("Pont de Matadi")
  expect((await app.ask("GET", "/api/projects?limit=1&limit=abc")).status).toBe(200)
  expect((await app.ask("GET", "/api/projects?limit=abc&limit=1")).status).toBe(400)
})
