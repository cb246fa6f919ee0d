import { describe, expect, test, vi } from "vitest"
import { startPages } from "#server/testing/start-pages.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"

type Site = Awaited<ReturnType<typeof startPages>>

function post(site: Site, path: string, fields: Record<string, string>) {
  return site.request(path, { method: "POST", body: new URLSearchParams(fields) })
}

/** Returns the target of a login without JavaScript whose form has this `redirect` field. */
async function redirectAfterLogin(redirect: string) {
  await using site = await startPages()
  const { email } = await createTestAccount(site.db)
  const response = await post(site, "/login", { email, password: TEST_PASSWORD, redirect })
  expect(response.status).toBe(303)
  return response.headers.get("Location")
}

describe("a login without JavaScript", () => {
  test.each(["/admin/projects?page=2", "/about#equipe"])("redirects to %s", async (redirect) => {
    expect(await redirectAfterLogin(redirect)).toBe(redirect)
  })

  test.each([
    "//evil.example",
    "/\\evil.example",
    "/.//evil.example",
    "/x/..//evil.example",
    "/%2e//evil.example",
    "/.\\\\evil.example",
    "/\t/evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "",
  ])("never redirects to another site: %j redirects to the home page", async (redirect) => {
    expect(await redirectAfterLogin(redirect)).toBe("/")
  })

  test("adds no response header by its URL", async () => {
    expect(await redirectAfterLogin("/a\r\nSet-Cookie: session=x")).toBe("/aSet-Cookie:%20session=x")
  })
})

test("a form without JavaScript that finds a full disk is told so, and leaves one line in the log", async () => {
  await using site = await startPages()
  const { email } = await createTestAccount(site.db)
  vi.spyOn(site.db, "transaction").mockImplementation(() => {
    throw Object.assign(new Error("no space left"), { code: "ENOSPC" })
  })
  const response = await post(site, "/login", { email, password: TEST_PASSWORD })
  expect(response.status).toBe(507)
  const failures = site.lines.map((line) => JSON.parse(line)).filter(({ event }) => event === "request failed")
  expect(failures).toMatchObject([{ path: "/login", status: 507, level: "warn" }])
})

test("a registration without JavaScript creates no administrator, whatever it sends", async () => {
  await using site = await startPages()
  const fields = {
    username: "Béa",
    email: "bea@exemple.cd",
    password: "huit planches",
    confirmPassword: "huit planches",
    role: "admin",
    id: "1",
    disabledAt: "",
    "account[role]": "admin",
    "__proto__[role]": "admin",
  }
  expect((await post(site, "/register", fields)).status).toBe(303)
  const accounts = await site.db.selectFrom("accounts").selectAll().execute()
  expect(accounts).toMatchObject([{ email: "bea@exemple.cd", role: "user", disabledAt: null }])
})

test("a login that is aborted before its response is logged", async () => {
  await using site = await startPages()
  const leaving = new AbortController()
  const form = { method: "POST", body: new URLSearchParams({ email: "bea@exemple.cd", password: TEST_PASSWORD }) }
  const aborted = site.app.request(new Request("http://site.example/login", { ...form, signal: leaving.signal }))
  leaving.abort("with a string, as @hono/node-server aborts")
  await aborted
  expect(site.lines.join("")).toContain('"path":"/login","status":400')
})

test.each(["/login", "/register", "/contact"])("%s accepts the content types of forms, and no other", async (path) => {
  await using site = await startPages()
  for (const type of ["text/plain", "application/json", "application/x-www-form-urlencodedx", ""]) {
    const response = await site.request(path, { method: "POST", headers: { "Content-Type": type }, body: "email=a" })
    expect(response.status, type).toBe(415)
    expect(response.headers.get("Content-Type"), type).toContain("text/html")
  }
})
