import { expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { contactFields, createTestProject } from "#server/testing/fixtures.ts"
import { startApp } from "#server/testing/start-app.ts"

const send = (app: Awaited<ReturnType<typeof startApp>>, body: unknown, path = "messages.send") =>
  app.postJson(`/trpc/${path}`, body)

test("each call of a batch has its own result", async () => {
  await using app = await startApp()
  const id = await createTestProject(app.db)
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

test("each call in a batch counts against the rate limits", async () => {
  await using app = await startApp()
  const path = Array(11).fill("messages.send").join(",")
  const response = await send(app, { ...Array(11).fill(contactFields) }, `${path}?batch=1`)
  const outcomes = (await response.json()) as { result?: object; error?: { data: { code: string } } }[]
  expect(outcomes.filter(({ result }) => result)).toHaveLength(10)
  expect(outcomes.filter(({ error }) => error?.data.code === "throttled")).toHaveLength(1)
  expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0)
})

test("a validation error names the invalid fields", async () => {
  await using app = await startApp()
  const response = await send(app, { ...contactFields, email: "personne" })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({
    error: { message: "Email invalide", data: { code: "invalid", fields: { email: "Email invalide" } } },
  })
})

const invalid = responseTexts.invalid
const method = responseTexts.unknownMethod
const type = { "Content-Type": "application/json" }

test.each([
  ["an unknown procedure", "/trpc/nowhere", {}, 404, responseTexts.unknownPath],
  ["no procedure", "/trpc", {}, 404, responseTexts.unknownPath],
  ["a mutation by GET", "/trpc/messages.send?input=%7B%7D", {}, 405, method],
  ["a query by POST", "/trpc/projects.list", { method: "POST", headers: type, body: "{}" }, 405, method],
  ["a body that is no JSON", "/trpc/messages.send", { method: "POST", headers: type, body: "{" }, 400, invalid],
  ["an input that is no JSON", "/trpc/projects.list?input=%7B", {}, 400, invalid],
  ["no input", "/trpc/messages.send", { method: "POST", headers: type }, 400, invalid],
  ["a thousand calls at once", `/trpc/${"projects.list,".repeat(999)}projects.list?batch=1`, {}, 400, invalid],
] as [string, string, RequestInit, number, string | RegExp][])(
  "%s is rejected in French and not logged as a failure",
  async (_what, path, init, status, message) => {
    await using app = await startApp()
    const response = await app.request(path, init)
    expect(response.status).toBe(status)
    const body = await response.json()
    const { error } = Array.isArray(body) ? body[0] : body
    expect(error.data.httpStatus).toBe(status)
    expect(error.message).toMatch(message)
    expect(JSON.stringify(error)).not.toMatch(/stack|node_modules/i)
    expect(app.lines.join("")).not.toContain("request failed")
  },
)

test("a body of another type is rejected in French", async () => {
  await using app = await startApp()
  const response = await app.request("/trpc/messages.send", { method: "POST", body: "a" })
  expect(response.status).toBe(415)
  expect(await response.json()).toMatchObject({ success: false, message: expect.stringMatching(/attend du JSON/) })
})

test.each(["trpc-accept", "Accept"])("calls that ask by %s for a streamed response get a whole one", async (name) => {
  await using app = await startApp()
  const credentials = { email: "personne@exemple.cd", password: "non" }
  const response = await app.postJson("/trpc/accounts.signIn", credentials, { [name]: "application/jsonl" })
  expect(response.status).toBe(401)
  const signOut = await app.postJson("/trpc/accounts.signOut?batch=1", {}, { [name]: "application/jsonl" })
  expect(signOut.headers.get("Content-Type")).toBe("application/json")
  expect(signOut.headers.get("Set-Cookie")).toMatch(/^session=;/)
})

test("responses have Cache-Control: no-store", async () => {
  await using app = await startApp()
  const response = await app.request("/trpc/accounts.me")
  expect(response.headers.get("Cache-Control")).toBe("no-store")
})

test("the browser learns whether the e-mail service is configured", async () => {
  const settings = { EMAILJS_SERVICE_ID: "s", EMAILJS_TEMPLATE_ID: "t", EMAILJS_PUBLIC_KEY: "k" }
  await using plain = await startApp()
  await using configured = await startApp({ settings })
  const resultOf = async (app: typeof plain) => (await app.request("/trpc/messages.emailService")).json()
  expect(await resultOf(plain)).toEqual({ result: { data: null } })
  expect(await resultOf(configured)).toEqual({
    result: { data: { serviceId: "s", templateId: "t", publicKey: "k" } },
  })
})
