import { afterAll, expect, test } from "vitest"
import { inTransaction } from "#server/database/transaction.ts"
import { listenWith, startDemoSite } from "#server/testing/built-pages.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { sendBytes } from "#server/testing/send-bytes.ts"
import { sendRawRequest } from "#server/testing/send-raw-request.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"

const HOST = "www.lisanga.example"

const site = await startDemoSite({
  settings: { PUBLIC_URL: `https://${HOST}`, METRICS_TOKEN: "jeton-des-mesures", RATE_LIMITS: "0" },
})
const server = await listenWith(site)
afterAll(async () => {
  server[Symbol.dispose]()
  await site[Symbol.asyncDispose]()
})

type Question = NonNullable<Parameters<typeof sendRawRequest>[2]>

/** Sends it to the port, since the answers to malformed requests come from there. */
function request(path: string, { headers, ...question }: Question = {}) {
  return sendRawRequest(server.port, path, { ...question, headers: { Host: HOST, ...headers } })
}

const json = { "Content-Type": "application/json" }

/** Other sites may show these. */
const shown = new Set([
  "a picture",
  "a picture, not modified",
  "the icon",
  "the placeholder",
  "an upload",
  "an upload, not modified",
  "a variant",
])

/** Expects the headers that every answer must have. */
function expectHeaders({ headers }: { headers: Headers }, what: string) {
  const policy = headers.get("Content-Security-Policy") ?? ""
  expect(policy, what).toContain("frame-ancestors 'none'")
  expect(policy, what).not.toMatch(/unsafe-|\*/)
  expect(policy, what).toMatch(/(^|; )(default-src 'none'|object-src 'none')(;|$)/)
  expect(headers.get("X-Content-Type-Options"), what).toBe("nosniff")
  expect(headers.get("Referrer-Policy"), what).toBe("strict-origin-when-cross-origin")
  expect(headers.get("Permissions-Policy"), what).toMatch(/camera=\(\).*geolocation=\(\)/)
  expect(headers.get("Cross-Origin-Opener-Policy"), what).toBe("same-origin")
  expect(headers.get("Cross-Origin-Resource-Policy"), what).toBe(shown.has(what) ? "cross-origin" : "same-origin")
  expect(headers.get("Strict-Transport-Security"), what).toBe("max-age=31536000")
  for (const name of ["X-Powered-By", "Server", "Access-Control-Allow-Origin"])
    expect(headers.has(name), what).toBe(false)
}

/** Returns a URL for each kind of file that the built pages fetch, and an upload's. */
async function findFiles() {
  const page = await (await request("/")).text()
  const script = /data-app="([^"]+)"/.exec(page)?.[1] ?? ""
  const style = /href="(\/assets\/[^"]+\.css)"/.exec(page)?.[1] ?? ""
  const picture = /(\/photos\/[^" ]+\.(?:avif|jpg))/.exec(page)?.[1] ?? ""
  const projects = (await (await request("/api/projects")).json()) as { project_images: string[] }[]
  const upload = projects[0]?.project_images[0] ?? ""
  expect([script, style, picture, upload]).not.toContain("")
  return { script, style, picture, upload: `/uploads/${upload}` }
}

const { script, style, picture, upload } = await findFiles()
const ifUnmodified = async (path: string) => ({ "If-None-Match": (await request(path)).headers.get("ETag") ?? "" })

const kinds: [what: string, status: number, path: string, question?: Question][] = [
  ["a page", 200, "/about"],
  ["the page, cached", 200, "/about"],
  ["the page, not modified", 304, "/about", { headers: await ifUnmodified("/about") }],
  ["a page rendered for one request", 200, "/login?redirect=%2Fabout"],
  ["a page that is not found", 404, "/introuvable"],
  ["a rejected form", 400, "/contact", { method: "POST", body: new URLSearchParams() }],
  ["an accepted form", 303, "/contact", { method: "POST", body: new URLSearchParams(contactFields) }],
  ["a visitor at an admin page", 302, "/admin/messages", { headers: { Accept: "text/html" } }],
  ["a slash at the end", 308, "/about/"],
  ["a search that is put right", 307, "/login?redirect=//evil.example"],
  ["a script", 200, script],
  ["a style", 200, style],
  ["a picture", 200, picture],
  ["a picture, not modified", 304, picture, { headers: await ifUnmodified(picture) }],
  ["the icon", 200, "/favicon.svg"],
  ["the manifest", 200, "/site.webmanifest"],
  ["the sitemap", 200, "/sitemap.xml"],
  ["robots.txt", 200, "/robots.txt"],
  ["the placeholder", 200, "/api/placeholder.jpg"],
  ["an upload", 200, upload],
  ["an upload, not modified", 304, upload, { headers: await ifUnmodified(upload) }],
  ["a variant", 200, `${upload}?w=320`],
  ["a width that nobody makes", 400, `${upload}?w=7`],
  ["no upload", 404, "/uploads/absente.jpg"],
  ["a list", 200, "/api/projects"],
  ["the list, not modified", 304, "/api/projects", { headers: await ifUnmodified("/api/projects") }],
  ["a part of the list", 200, "/api/projects?limit=1"],
  ["a number that is none", 400, "/api/projects/abc"],
  ["a call that is taken", 201, "/api/contact", { method: "POST", headers: json, body: JSON.stringify(contactFields) }],
  ["a call that is refused", 400, "/api/contact", { method: "POST", headers: json, body: "{}" }],
  ["a call of another type", 415, "/api/contact", { method: "POST", headers: { "Content-Type": "text/plain" } }],
  ["a call by nobody", 401, "/api/contact-messages"],
  ["a call from another site", 403, "/api/contact", { method: "POST", headers: { ...json, Origin: "null" } }],
  ["an unknown call", 404, "/api/inconnu"],
  ["a tRPC read", 200, "/trpc/accounts.me"],
  ["a tRPC rejection", 404, "/trpc/inconnu"],
  ["a tRPC change by GET", 405, "/trpc/projects.delete?input=1"],
  ["health", 200, "/api/health"],
  ["metrics", 200, "/metrics"],
  ["metrics from afar", 403, "/metrics", { headers: { "X-Forwarded-For": "203.0.113.1" } }],
  ["HEAD of a page", 200, "/about", { method: "HEAD" }],
  ["HEAD of a list", 200, "/api/projects", { method: "HEAD" }],
  ["OPTIONS", 404, "/api/projects", { method: "OPTIONS", headers: { Origin: "https://evil.example" } }],
  ["TRACE", 404, "/about", { method: "TRACE" }],
  ["PUT to a form's path", 404, "/contact", { method: "PUT" }],
  ["a Host that is none", 400, "/inconnu-encore", { headers: { Host: "user@evil.example" } }],
]

test.each(kinds)(
  "%s (%i) has every security header, and its type where it has a body",
  async (what, status, path, question) => {
    const response = await request(path, question)
    expect(response.status).toBe(status)
    expectHeaders(response, what)
    if (/^\/(api|trpc)\//.test(path))
      expect(response.headers.get("Content-Security-Policy")).toBe("default-src 'none'; frame-ancestors 'none'")
    const type = response.headers.get("Content-Type") ?? ""
    if ((await response.text()) !== "") expect(type).toMatch(/^(text\/.*; ?charset=utf-8|(?!text)\w+\/[\w+-]+)/i)
  },
)

test("what is no HTTP is rejected with every security header", async () => {
  const malformed = await sendBytes(server.port, `GET / HTTP/1.1\r\nHost: ${HOST}\r\nX-A: a\x00b\r\n\r\n`)
  expect(malformed.status).toBe(400)
  expectHeaders(malformed, "what is no HTTP")
})

test("private responses are cached by nobody, and their cookies are Secure", async () => {
  const { email } = await createTestAccount(site.db, { role: "admin" })
  const typed = { email, password: TEST_PASSWORD }
  const login = await request("/api/login", { method: "POST", headers: json, body: JSON.stringify(typed) })
  expect(login.headers.get("Cache-Control")).toBe("no-store")
  const cookies = login.headers.getSetCookie()
  const secure = expect.stringMatching(/^__Host-\w+=[^;]+;.* HttpOnly; Secure; SameSite=Lax$/)
  expect(cookies).toEqual([secure, secure])
  const Cookie = cookies.map((cookie) => cookie.split(";")[0]).join("; ")
  const own: [status: number, path: string, question?: Question][] = [
    [200, "/api/contact-messages"],
    [200, "/api/admin/stats"],
    [200, "/admin/stats"],
    [200, "/admin/messages", { headers: { Accept: "text/html" } }],
    [200, "/trpc/accounts.me"],
    [200, "/trpc/accounts.me,stats.overview?batch=1&input=%7B%7D"],
    [404, "/api/contact-messages/999999", { method: "DELETE" }],
    [303, "/login", { method: "POST", body: new URLSearchParams(typed) }],
    [200, "/api/logout", { method: "POST" }],
  ]
  for (const [status, path, { headers, ...question } = {}] of own) {
    const response = await request(path, { ...question, headers: { ...headers, Cookie } })
    expect([response.status, response.headers.get("Cache-Control")], path).toEqual([status, "no-store"])
  }
})

test.each([
  "/",
  "/sitemap.xml",
  "/robots.txt",
  "/about/",
  "/api/projects",
  "/metrics",
  "/login?redirect=//evil.example",
])("%s ignores what a client says of its host, protocol and IP", async (path) => {
  const claims = {
    Host: "evil.example",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "http",
    "X-Forwarded-For": "127.0.0.1",
    Forwarded: "for=127.0.0.1;host=evil.example;proto=http",
    "X-Host": "evil.example",
    "X-Real-IP": "127.0.0.1",
  }
  const response = await request(path, { headers: claims })
  expect(await response.text()).not.toContain("evil.example")
  expect(response.headers.get("Location") ?? "/").toMatch(/^\/(?![/\\])/)
  expect(response.status === 403).toBe(path === "/metrics")
})

test("the answers to a failure of the server have every security header, and say nothing of its insides", async () => {
  const failing = await startDemoSite({ settings: { PUBLIC_URL: `https://${HOST}` } })
  await using _ = failing
  using other = await listenWith(failing)
  await inTransaction(failing.db, (trx) => trx.schema.alterTable("projectImages").renameTo("elsewhere").execute())
  for (const path of ["/construction", "/api/projects?limit=2", "/trpc/projects.list?input=%7B%7D"]) {
    const response = await sendRawRequest(other.port, path, { headers: { Host: HOST } })
    expect(response.status, path).toBe(500)
    expectHeaders(response, path)
    expect(response.headers.get("Cache-Control"), path).toBe("no-store")
    expect(await response.text(), path).not.toMatch(/no such table|node_modules|\.ts:\d|"stack"/)
  }
})
