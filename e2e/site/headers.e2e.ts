import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { admin, type Site } from "#e2e/start-site.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { sendBytes } from "#server/testing/send-bytes.ts"
import { sendRawRequest } from "#server/testing/send-raw-request.ts"

const HOST = "www.lisanga.example"
const ORIGIN = `https://${HOST}`

const test = testOnDedicatedSite({ settings: { PUBLIC_URL: ORIGIN, METRICS_TOKEN: "jeton-des-mesures" } })

type Question = NonNullable<Parameters<typeof sendRawRequest>[2]>

const json = { "Content-Type": "application/json" }

function portOf({ url }: Site) {
  return Number(new URL(url).port)
}

function requestTo(site: Site) {
  return (path: string, { headers, ...question }: Question = {}) =>
    sendRawRequest(portOf(site), path, { ...question, headers: { Host: HOST, ...headers } })
}

type SiteRequest = ReturnType<typeof requestTo>

/** Expects the headers that every answer must have. */
function expectHeaders({ headers }: { headers: Headers }, what: string) {
  const policy = headers.get("Content-Security-Policy") ?? ""
  expect(policy, what).toContain("frame-ancestors 'none'")
  expect(policy, what).not.toMatch(/unsafe-|\*/)
  expect(policy, what).toMatch(/(^|; )(default-src 'none'|object-src 'none')(;|$)/)
  expect(headers.get("X-Content-Type-Options"), what).toBe("nosniff")
  expect(headers.get("Referrer-Policy"), what).toBe("strict-origin-when-cross-origin")
  expect(headers.get("Permissions-Policy"), what).toContain("geolocation=()")
  expect(headers.get("Cross-Origin-Opener-Policy"), what).toBe("same-origin")
  expect(headers.get("Cross-Origin-Resource-Policy"), what).toBe(shown.has(what) ? "cross-origin" : "same-origin")
  expect(headers.get("Strict-Transport-Security"), what).toMatch(/^max-age=31536000\b/)
  for (const name of ["X-Powered-By", "Server", "Access-Control-Allow-Origin"])
    expect(headers.has(name), what).toBe(false)
}

/** Other sites may show these. */
const shown = new Set([
  "a photo",
  "a photo, not modified",
  "the icon",
  "the placeholder",
  "an upload",
  "an upload, not modified",
  "a variant",
])

/** Returns a URL for each kind of file that the built pages fetch. */
async function filesOf(page: string) {
  const script = /data-app="([^"]+)"/.exec(page)?.[1] ?? ""
  const style = /href="(\/assets\/[^"]+\.css)"/.exec(page)?.[1] ?? ""
  const photo = /(\/photos\/[^" ]+\.(?:avif|jpg))/.exec(page)?.[1] ?? ""
  const files = [script, style, photo]
  expect(files).not.toContain("")
  return files
}

async function uploadOf(request: SiteRequest): Promise<string> {
  const projects = (await (await request("/api/projects")).json()) as { project_images: string[] }[]
  return `/uploads/${projects[0]?.project_images[0]}`
}

test("every kind of response has every security header", async ({ site }) => {
  const request = requestTo(site)
  const page = await request("/")
  const [script = "", style = "", photo = ""] = await filesOf(await page.text())
  const upload = await uploadOf(request)
  const ifNoneMatch = async (path: string) => ({ "If-None-Match": (await request(path)).headers.get("ETag") ?? "" })
  const form = new URLSearchParams({ ...contactFields, sector: "transport" })
  const kinds: [what: string, status: number, path: string, question?: Question][] = [
    ["a page", 200, "/about"],
    ["the page, cached", 200, "/about"],
    ["the page, not modified", 304, "/about", { headers: await ifNoneMatch("/about") }],
    ["a page rendered for one request", 200, "/login?redirect=%2Fabout"],
    ["a page that is not found", 404, "/introuvable"],
    ["a rejected form", 400, "/contact", { method: "POST", body: new URLSearchParams() }],
    ["an accepted form", 303, "/contact", { method: "POST", body: form }],
    ["a visitor at an admin page", 302, "/admin/messages", { headers: { Accept: "text/html" } }],
    ["a slash at the end", 308, "/about/"],
    ["a search that is put right", 307, "/login?redirect=//evil.example"],
    ["a script", 200, script],
    ["a style", 200, style],
    ["a photo", 200, photo],
    ["a photo, not modified", 304, photo, { headers: await ifNoneMatch(photo) }],
    ["the icon", 200, "/favicon.svg"],
    ["the manifest", 200, "/site.webmanifest"],
    ["the sitemap", 200, "/sitemap.xml"],
    ["robots.txt", 200, "/robots.txt"],
    ["the placeholder", 200, "/api/placeholder.jpg"],
    ["an upload", 200, upload],
    ["an upload, not modified", 304, upload, { headers: await ifNoneMatch(upload) }],
    ["a variant", 200, `${upload}?w=320`],
    ["a width that nobody makes", 400, `${upload}?w=7`],
    ["no upload", 404, "/uploads/absente.jpg"],
    ["a list", 200, "/api/projects"],
    ["the list, not modified", 304, "/api/projects", { headers: await ifNoneMatch("/api/projects") }],
    ["a part of the list", 200, "/api/projects?limit=1"],
    [
      "a call that is taken",
      201,
      "/api/contact",
      { method: "POST", headers: json, body: JSON.stringify(contactFields) },
    ],
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
  for (const [what, status, path, question] of kinds) {
    const response = await request(path, question)
    expect(response.status, what).toBe(status)
    expectHeaders(response, what)
    const type = response.headers.get("Content-Type") ?? ""
    if ((await response.text()) !== "") expect(type, what).toMatch(/^(text\/.*; ?charset=utf-8|(?!text)\w+\/[\w+-]+)/i)
  }
  const malformed = await sendBytes(portOf(site), `GET / HTTP/1.1\r\nHost: ${HOST}\r\nX-A: a\x00b\r\n\r\n`)
  expect(malformed.status).toBe(400)
  expectHeaders(malformed, "what is no HTTP")
})

test("private responses are cached by nobody, and their cookies are Secure", async ({ site }) => {
  const request = requestTo(site)
  const login = await request("/api/login", { method: "POST", headers: json, body: JSON.stringify(admin) })
  const cookies = login.headers.getSetCookie()
  expect(cookies).toHaveLength(2)
  for (const cookie of cookies) expect(cookie).toMatch(/^__Host-\w+=[^;]+;.* HttpOnly; Secure; SameSite=Lax$/)
  const Cookie = cookies.map((cookie) => cookie.split(";")[0]).join("; ")
  const form = { method: "POST", body: new URLSearchParams(admin) }
  const own: [status: number, path: string, question?: Question][] = [
    [200, "/api/contact-messages"],
    [200, "/api/admin/stats"],
    [200, "/admin/stats"],
    [200, "/admin/messages", { headers: { Accept: "text/html" } }],
    [200, "/trpc/accounts.me"],
    [200, "/trpc/accounts.me,stats.overview?batch=1&input=%7B%7D"],
    [404, "/api/contact-messages/999999", { method: "DELETE" }],
    [303, "/login", form],
    [200, "/api/logout", { method: "POST" }],
  ]
  for (const [status, path, { headers, ...question } = {}] of own) {
    const response = await request(path, { ...question, headers: { ...headers, Cookie } })
    expect(response.status, path).toBe(status)
    expect(response.headers.get("Cache-Control"), path).toBe("no-store")
  }
  expect(login.headers.get("Cache-Control")).toBe("no-store")
})

test("forwarding headers of a client are ignored: host, protocol and IP", async ({ site }) => {
  const claims = {
    Host: "evil.example",
    "X-Forwarded-Host": "evil.example",
    "X-Forwarded-Proto": "http",
    "X-Forwarded-For": "127.0.0.1",
    Forwarded: "for=127.0.0.1;host=evil.example;proto=http",
    "X-Host": "evil.example",
    "X-Real-IP": "127.0.0.1",
  }
  for (const path of [
    "/",
    "/sitemap.xml",
    "/robots.txt",
    "/about/",
    "/api/projects",
    "/login?redirect=//evil.example",
  ]) {
    const response = await requestTo(site)(path, { headers: claims })
    expect(await response.text(), path).not.toContain("evil.example")
    expect(response.headers.get("Location") ?? "/", path).toMatch(/^\/(?![/\\])/)
  }
  expect((await requestTo(site)("/metrics", { headers: claims })).status).toBe(403)
})

test("the page of a server failure has every security header", async ({ site }) => {
  await withDatabase(site, (db) => db.schema.alterTable("project_images").renameTo("elsewhere").execute())
  const request = requestTo(site)
  for (const [status, path] of [
    [500, "/construction"],
    [500, "/api/projects?limit=2"],
    [500, "/trpc/projects.list?input=%7B%7D"],
  ] as const) {
    const response = await request(path)
    expect(response.status, path).toBe(status)
    expectHeaders(response, path)
    expect(response.headers.get("Cache-Control"), path).toBe("no-store")
    expect(await response.text(), path).not.toMatch(/no such table|node_modules|\.ts:\d|"stack"/)
  }
})
