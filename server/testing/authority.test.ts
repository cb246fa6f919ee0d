import type { AnyProcedure } from "@trpc/server"
import { expect, test } from "vitest"
import { pages } from "#server/pages/pages.ts"
import type { Bundle } from "#server/pages/render.ts"
import { appRouter } from "#server/router.ts"
import { contactFields, makeProject } from "./make.ts"
import { signInAs } from "./sign-in-as.ts"
import { startApp } from "./start-app.ts"

// Each call is listed here with the status that a visitor, a user and an administrator get.
type Answers = [visitor: number, user: number, admin: number]

const ROLES = ["visitor", "user", "admin"] as const

function everyone(status: number): Answers {
  return [status, status, status]
}

function adminAlone(status: number): Answers {
  return [401, 403, status]
}

const credentials = { email: "personne@exemple.cd", password: "" }
const draft = { name: "École", description: "Une école.", status: "En cours", sector: "Construction" }

const procedures: Record<string, { input?: unknown; answers: Answers }> = {
  "accounts.me": { answers: everyone(200) },
  "accounts.register": { input: credentials, answers: everyone(400) },
  "accounts.signIn": { input: credentials, answers: everyone(400) },
  "accounts.signOut": { answers: everyone(200) },
  "accounts.changePassword": { input: {}, answers: [401, 400, 400] },
  "accounts.endOtherSessions": { answers: [401, 200, 200] },
  "messages.send": { input: contactFields, answers: everyone(200) },
  "messages.emailService": { answers: everyone(200) },
  "messages.list": { answers: adminAlone(200) },
  "messages.search": { input: { search: "", page: 1 }, answers: adminAlone(200) },
  "messages.delete": { input: 999, answers: adminAlone(404) },
  "projects.list": { input: {}, answers: everyone(200) },
  "projects.page": { input: { sector: "Transport", page: 1 }, answers: everyone(200) },
  "projects.get": { input: 1, answers: everyone(200) },
  "projects.search": { input: { search: "", sort: "newest", page: 1 }, answers: adminAlone(200) },
  "projects.create": { input: draft, answers: adminAlone(200) },
  "projects.update": { input: { id: 1, name: "Autre" }, answers: adminAlone(200) },
  "projects.delete": { input: 1, answers: adminAlone(200) },
  "stats.overview": { answers: adminAlone(200) },
  "stats.recent": { answers: adminAlone(200) },
}

/** A route of its own for each method and path; `at` is an address that it matches. */
interface Route {
  at?: string
  body?: object | FormData
  accept?: string
  answers: Answers
}

const html = "text/html"

const routes: Record<string, Route> = {
  "GET /api/health": { answers: everyone(200) },
  // Of this machine and of whoever bears the token, whoever is logged in.
  "GET /metrics": { answers: everyone(403) },
  "POST /api/login": { body: credentials, answers: everyone(400) },
  "POST /api/register": { body: credentials, answers: everyone(400) },
  "POST /api/logout": { answers: everyone(200) },
  "GET /api/projects": { answers: everyone(200) },
  "GET /projects": { answers: everyone(200) },
  "GET /api/projects/:id": { at: "/api/projects/1", answers: everyone(200) },
  "POST /api/projects": { body: formOf({ project_name: "École" }), answers: adminAlone(400) },
  "PUT /api/projects/:id": { at: "/api/projects/1", body: {}, answers: adminAlone(200) },
  "DELETE /api/projects/:id": { at: "/api/projects/1", answers: adminAlone(200) },
  "DELETE /projects/:id": { at: "/projects/1", answers: adminAlone(200) },
  "POST /upload": { body: new FormData(), answers: adminAlone(400) },
  "GET /uploads/:name": { at: "/uploads/rien.jpg", answers: everyone(404) },
  "GET /api/placeholder.jpg": { answers: everyone(200) },
  "POST /api/contact": { body: contactFields, answers: everyone(201) },
  "GET /api/contact-messages": { answers: adminAlone(200) },
  "DELETE /api/contact-messages/:id": { at: "/api/contact-messages/999", answers: adminAlone(404) },
  "GET /api/admin/stats": { answers: adminAlone(200) },
  "GET /admin/stats": { answers: adminAlone(200) },
  "GET /sitemap.xml": { answers: everyone(200) },
  "GET /robots.txt": { answers: everyone(200) },
  // The page is no secret, what it shows is: a visitor is sent to log in, a user is told by the page.
  "GET /admin/*": { at: "/admin/messages", accept: html, answers: [302, 200, 200] },
  "GET /*": { at: "/about", accept: html, answers: everyone(200) },
  "POST /contact": { body: formOf(contactFields), answers: everyone(303) },
  "POST /login": { body: formOf(credentials), answers: everyone(400) },
  "POST /register": { body: formOf(credentials), answers: everyone(400) },
}

/** Middleware and catch-alls; procedures have their own table. */
const passages = ["ALL /*", "ALL /api/*", "ALL /trpc/*", "ALL /admin/stats"]

const malformed = ["{", "null", "[]", '"texte"', '{"id":"abc"}', ""]

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

const bundle: Bundle = {
  renderPage: async () => ({ status: 200, html: "<html><head></head><body></body></html>", inlineScripts: [] }),
  app: { entry: "/entry.js", ofRoutes: {} },
}

/** The app with one project, and what each role's browser sends. */
async function startWithRoles() {
  const app = await startApp({ pages: pages(async () => bundle), settings: { RATE_LIMITS: "0" } })
  await makeProject(app.db)
  const headers = { visitor: {}, user: await signInAs(app, "user"), admin: await signInAs(app, "admin") }
  return { ...app, as: (role: (typeof ROLES)[number]) => headers[role] as Record<string, string> }
}

type Site = Awaited<ReturnType<typeof startWithRoles>>
type Role = (typeof ROLES)[number]

const json = { "Content-Type": "application/json" }

const kinds = appRouter._def.procedures as unknown as Record<string, AnyProcedure>

function callProcedure(app: Site, role: Role, name: string, text: string | undefined) {
  const path = `/trpc/${name}`
  if (kinds[name]?._def.type === "mutation") {
    return app.request(path, { method: "POST", headers: { ...json, ...app.as(role) }, ...(text && { body: text }) })
  }
  return app.request(text ? `${path}?input=${encodeURIComponent(text)}` : path, { headers: app.as(role) })
}

function callRoute(app: Site, role: Role, name: string, body: BodyInit | undefined, type: Record<string, string>) {
  const [method = "", path = ""] = name.split(" ")
  const { at = path, accept = "*/*" } = routes[name] ?? {}
  return app.request(at, { method, headers: { Accept: accept, ...type, ...app.as(role) }, ...(body && { body }) })
}

test("every procedure is listed, and nothing else", () => {
  expect(Object.keys(procedures).sort()).toEqual(Object.keys(kinds).sort())
})

test("every route is listed, and nothing else", async () => {
  await using app = await startWithRoles()
  const found = new Set(app.app.routes.map(({ method, path }) => `${method} ${path}`))
  expect([...Object.keys(routes), ...passages].sort()).toEqual([...found].sort())
})

test.each(Object.keys(procedures))("%s answers each role as listed", async (name) => {
  for (const [index, role] of ROLES.entries()) {
    await using app = await startWithRoles()
    const { input, answers } = procedures[name] ?? { answers: everyone(0) }
    const response = await callProcedure(app, role, name, JSON.stringify(input))
    expect(response.status, role).toBe(answers[index])
  }
})

test.each(Object.keys(routes))("%s answers each role as listed", async (name) => {
  for (const [index, role] of ROLES.entries()) {
    await using app = await startWithRoles()
    const { body, answers } = routes[name] ?? { answers: everyone(0) }
    const isForm = body instanceof FormData
    const response = await callRoute(app, role, name, isForm || !body ? body : JSON.stringify(body), isForm ? {} : json)
    expect(response.status, role).toBe(answers[index])
  }
})

const otherTypes = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "application/octet-stream",
  "application/jsonx",
  "Application/JSON",
]

test.each(Object.keys(procedures).filter((name) => kinds[name]?._def.type === "mutation"))(
  "%s takes JSON only, from every role",
  async (name) => {
    await using app = await startWithRoles()
    const { input } = procedures[name] ?? {}
    for (const role of ROLES) {
      for (const type of otherTypes) {
        const init = { method: "POST", headers: { "Content-Type": type, ...app.as(role) }, body: JSON.stringify(input) }
        expect((await app.request(`/trpc/${name}`, init)).status, `${role} ${type}`).toBe(415)
        const batch = await app.request(`/trpc/${name},${name}?batch=1`, init)
        expect(batch.status, `${role} ${type} in a batch`).toBe(415)
      }
    }
  },
)

const closed = ({ answers }: { answers: Answers }) => answers[0] === 401

test.each(Object.keys(procedures))("%s checks authority before its input", async (name) => {
  await using app = await startWithRoles()
  const { answers } = procedures[name] ?? { answers: everyone(0) }
  for (const [index, role] of ROLES.entries()) {
    for (const text of malformed) {
      const { status } = await callProcedure(app, role, name, text)
      const refusal = [401, 403].find((refused) => refused === answers[index])
      if (refusal) expect(status, `${role} ${text}`).toBe(refusal)
      else expect([401, 403], `${role} ${text}`).not.toContain(status)
    }
  }
})

test.each(Object.keys(routes).filter((name) => closed(routes[name] as Route)))(
  "%s checks authority before its path and its body",
  async (name) => {
    await using app = await startWithRoles()
    const types = [json, { "Content-Type": "multipart/form-data" }, { "Content-Type": "text/plain" }, {}]
    const bodies = name.startsWith("GET") ? [undefined] : malformed
    for (const type of types) {
      for (const body of bodies) {
        const statuses: number[] = []
        for (const role of ROLES) statuses.push((await callRoute(app, role, name, body, type)).status)
        expect(statuses.slice(0, 2), JSON.stringify([type, body])).toEqual([401, 403])
        expect([401, 403]).not.toContain(statuses[2])
      }
    }
    const at = name.split(" ")[1]?.replace(":id", "abc") ?? ""
    const method = name.split(" ")[0] ?? ""
    expect((await app.request(at, { method })).status).toBe(401)
    expect((await app.request(at, { method, headers: app.as("user") })).status).toBe(403)
  },
)

test("a call that is rejected for want of authority leaves the data unchanged", async () => {
  await using app = await startWithRoles()
  const contents = async () => ({
    projects: await app.db.selectFrom("projects").selectAll().execute(),
    audit: await app.db.selectFrom("audit").selectAll().execute(),
    images: await app.db.selectFrom("images").selectAll().execute(),
  })
  const before = await contents()
  const staysSignedIn = ([name]: [string, unknown]) => !/signOut|logout/.test(name)
  for (const role of ["visitor", "user"] as const) {
    for (const [name, { input }] of Object.entries(procedures).filter(staysSignedIn)) {
      await callProcedure(app, role, name, JSON.stringify(input))
    }
    for (const [name, { body }] of Object.entries(routes).filter(staysSignedIn)) {
      const isForm = body instanceof FormData
      await callRoute(app, role, name, isForm || !body ? body : JSON.stringify(body), isForm ? {} : json)
    }
  }
  expect(await contents()).toEqual(before)
})
