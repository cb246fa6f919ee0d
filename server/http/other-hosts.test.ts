// @module-tag engines
import { describe, expect, test } from "vitest"
import { startPages } from "#server/testing/start-pages.ts"

const PUBLIC_URL = "https://www.exemple.cd"

type Headers = Record<string, string>

async function start(settings: Headers = {}) {
  const site = await startPages({ settings: { PUBLIC_URL, ...settings } })
  // What is cached by the first request must not be sent to the others.
  expect((await site.request("/about")).status).toBe(200)
  return site
}

describe("with PUBLIC_URL", () => {
  const other: [settings: Headers, headers: Headers][] = [
    [{}, { Host: "exemple.cd" }],
    [{}, { Host: "AUTRE.example" }],
    [{}, { Host: "exemple.cd." }],
    [{}, { Host: "mon_site.exemple.cd" }],
    [{ TRUST_PROXY: "1" }, { Host: "exemple.cd" }],
    [{ TRUST_PROXY: "1" }, { Host: "127.0.0.1:3000", "X-Forwarded-Host": "exemple.cd", "X-Forwarded-Proto": "https" }],
    [{ TRUST_PROXY: "2" }, { Host: "site1", "X-Forwarded-Host": "www.exemple.cd, exemple.cd, site1" }],
  ]

  test.each(other)("a page asked of another name of the site is redirected: %o %o", async (settings, headers) => {
    await using site = await start(settings)
    for (const method of ["GET", "HEAD"]) {
      for (const path of ["/about", "/?a=b%20c", "/login?redirect=%2Fadmin"]) {
        const { status, headers: answered } = await site.request(path, { method, headers })
        expect([status, answered.get("Location")]).toEqual([308, PUBLIC_URL + path])
        expect(answered.get("Cache-Control")).toBe("no-cache")
      }
    }
  })

  const served: [settings: Headers, headers: Headers][] = [
    [{}, { Host: "www.exemple.cd" }],
    [{}, { Host: "WWW.exemple.cd" }],
    [{}, { Host: "www.exemple.cd." }],
    [{}, { Host: "www.exemple.cd:3000" }],
    [{}, { Host: "127.0.0.1" }],
    [{}, { Host: "[::1]:3000" }],
    [{}, { Host: "localhost:3000" }],
    [{}, { Host: "site_1" }],
    [{}, { Host: "site.default.svc.cluster.local" }],
    [{}, { Host: "app.internal" }],
    [{}, { Host: "site.exemple.cd:3000" }],
    // A proxy has put its own name for this server into Host.
    [{}, { Host: "origine.exemple.cd", "X-Forwarded-For": "203.0.113.9" }],
    [{}, { Host: "origine.exemple.cd", Via: "1.1 cdn.example" }],
    [{}, { Host: "origine.exemple.cd", "X-Forwarded-Host": "www.exemple.cd" }],
    [{ TRUST_PROXY: "1" }, { Host: "origine.exemple.cd", "X-Forwarded-For": "203.0.113.9" }],
    [{ TRUST_PROXY: "2" }, { Host: "site1", "X-Forwarded-Host": "origine.exemple.cd" }],
    [{ TRUST_PROXY: "1" }, { Host: "origine.exemple.cd", "X-Forwarded-Host": "www.exemple.cd" }],
    [{ TRUST_PROXY: "1" }, { Host: "origine.exemple.cd", "X-Forwarded-Host": "autre.example, www.exemple.cd" }],
  ]

  test.each(served)("a page is served where a redirect could lead in a circle: %o %o", async (settings, headers) => {
    await using site = await start(settings)
    expect((await site.request("/about", { headers })).status).toBe(200)
    expect((await site.request("/login", { headers })).status).toBe(200)
  })

  test("whoever follows the redirect through the same proxy gets the page", async () => {
    await using site = await start({ TRUST_PROXY: "1" })
    const visit = (host: string) =>
      site.request("/about", { headers: { Host: "origine.exemple.cd", "X-Forwarded-Host": host } })
    const location = (await visit("exemple.cd")).headers.get("Location") ?? ""
    expect((await visit(new URL(location).host)).status).toBe(200)
  })

  test("what is no page is answered at every name", async () => {
    await using site = await start()
    const headers = { Host: "exemple.cd" }
    for (const path of [
      "/api/health",
      "/api/ready",
      "/api/projects",
      "/robots.txt",
      "/sitemap.xml",
      "/site.webmanifest",
    ])
      expect((await site.request(path, { headers })).status, path).toBe(200)
    expect((await site.request("/page-data/about", { headers })).status).toBe(200)
    const fields = new URLSearchParams({ email: "a@exemple.cd", password: "x" })
    expect((await site.request("/login", { method: "POST", headers, body: fields })).status).toBe(400)
  })
})

test("without PUBLIC_URL every name is served, and a final dot names the same site", async () => {
  await using site = await startPages()
  for (const Host of ["exemple.cd", "exemple.cd.", "mon_site.exemple.cd", "_a.exemple.cd"]) {
    const response = await site.request("/about", { headers: { Host } })
    expect(response.status, Host).toBe(200)
    expect(await response.text()).toContain(`http://${Host.replace(/\.$/, "")}/about<`)
  }
  expect(site.rendered).toHaveLength(3)
})
