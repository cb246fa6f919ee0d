import { describe, expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { contactFields } from "#server/testing/fixtures.ts"
import { startApp } from "#server/testing/start-app.ts"

/** Returns the status of a contact request with these headers, by default to http://site.example. */
async function statusOf(headers: Record<string, string>, settings: Record<string, string> = {}) {
  await using app = await startApp({ settings })
  const response = await app.postJson("/api/contact", contactFields, { Host: "site.example", ...headers })
  const stored = await app.db.selectFrom("messages").select("id").execute()
  expect(stored).toHaveLength(response.status === 201 ? 1 : 0)
  return response.status
}

describe("a write", () => {
  test("is accepted from the site's own pages", async () => {
    expect(await statusOf({ Origin: "http://site.example", "Sec-Fetch-Site": "same-origin" })).toBe(201)
  })

  test("is accepted from a client that is no browser", async () => {
    expect(await statusOf({})).toBe(201)
  })

  test("is accepted when the visitor typed the URL", async () => {
    expect(await statusOf({ "Sec-Fetch-Site": "none" })).toBe(201)
  })

  test.each([
    "https://evil.example",
    "http://site.example.evil.example",
    "http://evil.example/site.example",
    "http://sub.site.example",
    "http://site.example:8080",
    "null",
    "",
    "site.example",
    "file://",
    "http://site.example, http://evil.example",
  ])("is rejected from the origin %o", async (origin) => {
    expect(await statusOf({ Origin: origin })).toBe(403)
  })

  test("is accepted from the site's own pages that send no referrer", async () => {
    expect(await statusOf({ Origin: "null", "Sec-Fetch-Site": "same-origin" })).toBe(201)
  })

  test.each(["cross-site", "same-site", "none"])(
    "is rejected from the origin null when Sec-Fetch-Site is %s",
    async (site) => {
      expect(await statusOf({ Origin: "null", "Sec-Fetch-Site": site })).toBe(403)
    },
  )

  test.each(["cross-site", "same-site"])("is rejected without an origin when Sec-Fetch-Site is %s", async (site) => {
    expect(await statusOf({ "Sec-Fetch-Site": site })).toBe(403)
  })

  test("is rejected in French", async () => {
    await using app = await startApp()
    const response = await app.postJson("/api/contact", contactFields, { Origin: "null" })
    expect(await response.json()).toEqual({
      success: false,
      message: responseTexts.crossSite,
    })
  })

  test("behind a proxy that ends TLS and is not trusted, hosts are compared", async () => {
    expect(await statusOf({ Origin: "https://site.example" })).toBe(201)
  })

  test("behind a trusted proxy the forwarded host is compared", async () => {
    const forwarded = { "X-Forwarded-Host": "www.lisanga.example", "X-Forwarded-Proto": "https" }
    expect(await statusOf({ ...forwarded, Origin: "https://www.lisanga.example" }, { TRUST_PROXY: "1" })).toBe(201)
    expect(await statusOf({ ...forwarded, Origin: "http://site.example" }, { TRUST_PROXY: "1" })).toBe(403)
    expect(await statusOf({ ...forwarded, Origin: "https://www.lisanga.example" })).toBe(403)
  })

  test.each([
    ["exemple.cd.", "http://exemple.cd."],
    ["exemple.cd.:3000", "http://exemple.cd.:3000"],
    ["mon_site.exemple.cd", "http://mon_site.exemple.cd"],
  ])("is accepted from the site's own pages at %s", async (Host, Origin) => {
    expect(await statusOf({ Host, Origin })).toBe(201)
  })

  test("behind two trusted proxies that each add an entry, that of the outer one is compared", async () => {
    const forwarded = { "X-Forwarded-Host": "evil.example, www.lisanga.example, inside.local" }
    expect(await statusOf({ ...forwarded, Origin: "https://www.lisanga.example" }, { TRUST_PROXY: "2" })).toBe(201)
    expect(await statusOf({ ...forwarded, Origin: "https://evil.example" }, { TRUST_PROXY: "2" })).toBe(403)
  })

  test.each([
    ["https://www.lisanga.example", 201],
    ["https://WWW.lisanga.example", 201],
    ["https://www.lisanga.example:443", 201],
    ["https://www.lisanga.example.", 201],
    ["http://www.lisanga.example", 403],
    ["http://site.example", 403],
    ["https://lisanga.example", 403],
  ])("with PUBLIC_URL only that origin may write: %s gets %i", async (origin, status) => {
    expect(await statusOf({ Origin: origin }, { PUBLIC_URL: "https://www.lisanga.example" })).toBe(status)
  })

  test("is rejected for every path and method, forms and tRPC included", async () => {
    await using app = await startApp()
    const headers = { Origin: "https://evil.example", "Content-Type": "application/json" }
    for (const [method, path] of [
      ["POST", "/trpc/messages.send"],
      ["POST", "/contact"],
      ["DELETE", "/projects/1"],
      ["PUT", "/api/projects/1"],
      ["PATCH", "/nowhere"],
    ] as const) {
      expect((await app.request(path, { method, headers, body: "{}" })).status, `${method} ${path}`).toBe(403)
    }
  })
})

test.each(["GET", "HEAD"])("%s from another site is accepted, so that links work", async (method) => {
  await using app = await startApp()
  const headers = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" }
  expect((await app.request("/api/projects", { method, headers })).status).toBe(200)
})

describe("security headers", () => {
  test.each([{}, { PUBLIC_URL: "http://localhost:3000" }])("contain no HSTS with the settings %o", async (settings) => {
    await using app = await startApp({ settings })
    expect((await app.request("/api/projects")).headers.get("Strict-Transport-Security")).toBeNull()
  })
})
