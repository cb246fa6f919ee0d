import { expect, test } from "vitest"
import { contactFields, makeProject } from "#server/testing/make.ts"
import { startApp } from "#server/testing/start-app.ts"

const send = (app: Awaited<ReturnType<typeof startApp>>, body: unknown, path = "messages.send") =>
  app.postJson(`/trpc/${path}`, body)

test("answers several calls in one batch, each with its own outcome", async () => {
  await using app = await startApp()
  const id = await makeProject(app.db)
  const input = encodeURIComponent(JSON.stringify({ 0: {}, 1: 999, 2: { sector: "elevage" }, 3: "abc" }))
  const path = "/trpc/projects.list,projects.get,projects.list,projects.get"
  const response = await app.request(`${path}?batch=1&input=${input}`)
  expect(response.status).toBe(207)
  expect(await response.json()).toMatchObject([
    { result: { data: [{ id }] } },
    { error: { message: "Projet introuvable", data: { code: "not_found", httpStatus: 404 } } },
    { result: { data: [] } },
    { error: { message: "Identifiant invalide", data: { code: "invalid", httpStatus: 400 } } },
  ])
})

test("each call in a batch counts as one against the limits", async () => {
  await using app = await startApp()
  const path = Array(11).fill("messages.send").join(",")
  const response = await send(app, { ...Array(11).fill(contactFields) }, `${path}?batch=1`)
  const outcomes = (await response.json()) as { result?: object; error?: { data: { code: string } } }[]
  expect(outcomes.filter(({ result }) => result)).toHaveLength(10)
  expect(outcomes.filter(({ error }) => error?.data.code === "throttled")).toHaveLength(1)
  expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0)
})

test("names the fields at fault, with their messages", async () => {
  await using app = await startApp()
  const response = await send(app, { ...contactFields, email: "personne" })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: { message: "Email invalide", data: { code: "invalid", fields: { email: "Email invalide" } } },
  })
})

const invalid = "Certains champs sont à corriger"
const method = "Méthode non prise en charge à cette adresse"
const type = { "Content-Type": "application/json" }

test.each([
  ["an unknown procedure", "/trpc/nowhere", {}, 404, "Adresse inconnue"],
  ["no procedure", "/trpc", {}, 404, "Adresse inconnue"],
  ["a change asked for by GET", "/trpc/messages.send?input=%7B%7D", {}, 405, method],
  ["a read asked for by POST", "/trpc/projects.list", { method: "POST", headers: type, body: "{}" }, 405, method],
  ["a body that is no JSON", "/trpc/messages.send", { method: "POST", headers: type, body: "{" }, 400, invalid],
  ["an input that is no JSON", "/trpc/projects.list?input=%7B", {}, 400, invalid],
  ["a body of another type", "/trpc/messages.send", { method: "POST", body: "a" }, 415, /^Cet appel attend du JSON/],
  ["no input", "/trpc/messages.send", { method: "POST", headers: type }, 400, invalid],
  ["a thousand calls at once", `/trpc/${"projects.list,".repeat(999)}projects.list?batch=1`, {}, 400, invalid],
] as [string, string, RequestInit, number, string | RegExp][])(
  "%s is refused in French, and is no failure of the server's",
  async (_what, path, init, status, message) => {
    await using app = await startApp()
    const response = await app.request(path, init)
    expect(response.status).toBe(status)
    const body = await response.json()
    const { error } = Array.isArray(body) ? body[0] : body
    expect(error.data.httpStatus).toBe(status)
    expect(error.message).toMatch(message)
    expect(JSON.stringify(error)).not.toMatch(/stack|node_modules/i)
    expect(app.lines.join("")).not.toContain('"failure"')
  },
)

test("answers are kept by nobody", async () => {
  await using app = await startApp()
  const response = await app.request("/trpc/accounts.me")
  expect(response.headers.get("Cache-Control")).toBe("no-store")
})

function pageOf(sector: string) {
  return `/trpc/projects.page?batch=1&input=${encodeURIComponent(JSON.stringify({ 0: { sector, page: 1 } }))}`
}

test("a public list is kept by the server, and asked for again by the browser", async () => {
  await using app = await startApp()
  const ask = (headers = {}) => app.request(pageOf("Transport"), { headers })
  const first = await ask()
  expect(first.headers.get("Cache-Control")).toBe("no-cache")
  const held = { "If-None-Match": first.headers.get("ETag") ?? "" }
  expect((await ask(held)).status).toBe(304)
  await makeProject(app.db, { name: "Pont de Matadi", sector: "Transport" })
  const next = await ask(held)
  expect(next.status).toBe(200)
  expect(await next.text()).toContain("Pont de Matadi")
})

test.each([
  ["another spelling", `${pageOf("Transport")}&x=1`, 200],
  ["a sector's other name", pageOf("transport"), 200],
  ["an input that is refused", pageOf("Marine"), 400],
])("%s of it is not kept", async (_what, path, status) => {
  await using app = await startApp()
  const response = await app.request(path)
  expect(response.status).toBe(status)
  expect(response.headers.get("Cache-Control")).toBe("no-store")
})

test("no header of the first to ask changes what others are answered", async () => {
  await using app = await startApp()
  const headers = { "trpc-accept": "application/jsonl", Accept: "application/jsonl", "Content-Type": "text/plain" }
  const first = await app.request(pageOf("Transport"), { headers })
  const next = await app.request(pageOf("Transport"))
  expect(await next.json()).toMatchObject([{ result: { data: { page: 1 } } }])
  expect(await first.text()).toBe(await (await app.request(pageOf("Transport"))).text())
})

test("tells the browser whether the e-mail service is configured", async () => {
  const settings = { EMAILJS_SERVICE_ID: "s", EMAILJS_TEMPLATE_ID: "t", EMAILJS_PUBLIC_KEY: "k" }
  await using plain = await startApp()
  await using configured = await startApp({ settings })
  const answerOf = async (app: typeof plain) => (await app.request("/trpc/messages.emailService")).json()
  expect(await answerOf(plain)).toEqual({ result: { data: null } })
  expect(await answerOf(configured)).toEqual({
    result: { data: { serviceId: "s", templateId: "t", publicKey: "k" } },
  })
})

test.each(["/trpc/%", "/trpc/%E0%A4%A", "/trpc/projects.list,%ff?batch=1"])("%s names no procedure", async (path) => {
  await using app = await startApp()
  const response = await app.request(path)
  expect(response.status).toBe(404)
  expect(await response.json()).toEqual({ success: false, message: "Adresse inconnue" })
})
