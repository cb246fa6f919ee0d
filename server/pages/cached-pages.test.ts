import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { connectFile } from "#server/database/connect.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startPages } from "#server/testing/start-pages.ts"

const project = { name: "École", description: "R+4", sector: "Transport", address: "Gombe", status: "En cours" }

test("a page is rendered once, however often it is requested", async () => {
  await using site = await startPages()
  await createTestProject(site.db, { sector: "Transport", name: "Bac" })
  const first = await site.read("/transport")
  expect(first).toContain("Bac")
  for (let count = 0; count < 3; count += 1) expect(await site.read("/transport")).toBe(first)
  expect(site.rendered).toEqual(["/transport"])
})

test("simultaneous requests for a page that is not cached yet render it once", async () => {
  await using site = await startPages()
  const release = site.hold()
  const responses = Array.from({ length: 20 }, (_, index) =>
    site.read(index % 2 ? "/transport" : `/transport?x=${index}`),
  )
  release()
  expect(new Set(await Promise.all(responses)).size).toBe(1)
  expect(site.rendered).toEqual(["/transport"])
})

describe("the cache key of a page is its path and page number", () => {
  test("unknown query parameters share one page, which contains none of them", async () => {
    await using site = await startPages()
    await createTestProject(site.db, { sector: "Transport" })
    const plain = await site.read("/transport")
    for (const query of ["?utm_source=radio", "?fbclid=1&x=<b>", "?Page=2", "?"]) {
      expect(await site.read(`/transport${query}`), query).toBe(plain)
      expect(await site.read(`/transport${query}`), query).toBe(plain)
    }
    await site.read("/about?page=2")
    await site.read("/about")
    expect(site.rendered).toEqual(["/transport", "/about"])
  })

  test("each page of a list is cached by itself", async () => {
    await using site = await startPages()
    for (let count = 0; count < 30; count += 1) await createTestProject(site.db, { sector: "Transport" })
    const second = await site.read("/transport?page=2&utm_source=radio")
    expect(second).not.toBe(await site.read("/transport"))
    expect(await site.read("/transport?x=1&page=2")).toBe(second)
    expect(site.rendered).toEqual(["/transport?page=2", "/transport"])
  })

  test("page numbers in another form than the site's links have are not cached", async () => {
    await using site = await startPages()
    await site.read("/transport")
    const odd = ["?page=1", "?page=0", "?page=02", "?page=abc", "?page=2&page=3", "?page="]
    for (const query of odd) await site.read(`/transport${query}`)
    expect(site.rendered).toEqual(["/transport", ...odd.map((query) => `/transport${query}`)])
  })
})

describe("pages that are not cached:", () => {
  test("a path that does not exist, and a page of a list beyond its last", async () => {
    await using site = await startPages()
    for (const path of ["/nowhere", "/nowhere", "/transport?page=9", "/transport?page=9"]) {
      const response = await site.request(path)
      expect([response.status, response.headers.get("Cache-Control")], path).toEqual([404, "no-store"])
      expect(response.headers.get("ETag")).toBeNull()
    }
    expect(site.rendered).toHaveLength(4)
  })

  test("a page that fails, which is logged once under its request id", async () => {
    await using site = await startPages()
    await createTestProject(site.db, { sector: "Transport", name: "Bac" })
    await site.db.schema.alterTable("projects").renameTo("projects_away").execute()
    const response = await site.request("/transport")
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([500, "no-store"])
    const lines = site.lines.map((line) => JSON.parse(line)).filter(({ status }) => status === 500)
    expect(lines.map(({ event }) => event).sort()).toEqual(["request", "request failed"])
    expect(new Set(lines.map(({ requestId }) => requestId)).size).toBe(1)
    await site.db.schema.alterTable("projects_away").renameTo("projects").execute()
    expect(await site.read("/transport")).toContain("Bac")
  })

  test("a login page that redirects afterwards", async () => {
    await using site = await startPages()
    expect(await site.read("/login?redirect=/admin/projects")).toContain("redirect=/admin/projects")
    expect(await site.read("/login")).not.toContain("redirect")
    expect(await site.read("/login?redirect=/admin/stats")).toContain("redirect=/admin/stats")
  })

  test("a form that was rejected", async () => {
    await using site = await startPages()
    const form = new URLSearchParams({ firstName: "" })
    const rejected = await site.request("/contact", { method: "POST", body: form })
    expect([rejected.status, rejected.headers.get("Cache-Control")]).toEqual([400, "no-store"])
    const shown = await site.request("/contact")
    expect(await shown.text()).not.toBe(await rejected.text())
    expect((await site.request("/contact", { method: "POST", body: form })).status).toBe(400)
  })
})

describe("cached pages are the same for everybody", () => {
  test("a page that an administrator requested first contains nothing personal", async () => {
    await using site = await startPages()
    const session = await signInAs(site, "admin")
    const personal = { ...session, "Accept-Language": "ln", "Save-Data": "on", Authorization: "Bearer x" }
    const first = await site.request("/transport", { headers: personal })
    const second = await site.request("/transport")
    const third = await site.request("/transport", { headers: personal })
    const pages = await Promise.all([first, second, third].map((response) => response.text()))
    expect(new Set(pages).size).toBe(1)
    expect(pages[0]).toContain("nobody")
    expect([first, second, third].map(({ headers }) => headers.get("Set-Cookie"))).toEqual([null, null, null])
    expect(new Set(site.seenHeaders)).toEqual(new Set(["accept"]))
    expect(site.rendered).toEqual(["/transport"])
  })

  test("an aborted request does not abort the rendering for others", async () => {
    await using site = await startPages()
    const release = site.hold()
    const leaving = new AbortController()
    const aborted = site.app.request(new Request("http://site.example/transport", { signal: leaving.signal }))
    const stays = site.read("/transport")
    leaving.abort()
    release()
    expect(await stays).toContain("nobody")
    await aborted
  })
})

describe("a write to projects", () => {
  test("shows in the next response, whether it created, updated or deleted a project", async () => {
    await using site = await startPages()
    const headers = { ...(await signInAs(site, "admin")), "Content-Type": "application/json" }
    const call = (method: string, path: string, body?: unknown) =>
      site.request(path, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
    await site.read("/transport")
    const created = await call("POST", "/trpc/projects.create", { ...project, images: [] })
    const { result } = (await created.json()) as { result: { data: { id: number } } }
    expect(await site.read("/transport")).toContain("École")
    await call("PUT", `/api/projects/${result.data.id}`, { project_name: "Lycée" })
    expect(await site.read("/transport")).toContain("Lycée")
    await call("PUT", `/api/projects/${result.data.id}`, { sector: "Immobilier" })
    expect(await site.read("/transport")).not.toContain("Lycée")
    expect(await site.read("/immobilier")).toContain("Lycée")
    await call("DELETE", `/api/projects/${result.data.id}`)
    expect(await site.read("/immobilier")).not.toContain("Lycée")
  })

  test("does not let a page whose rendering began before it be cached", async () => {
    await using site = await startPages()
    const release = site.hold()
    const before = site.read("/transport")
    await expect.poll(() => site.held).toHaveLength(1)
    await createTestProject(site.db, { sector: "Transport", name: "Bac" })
    const after = site.read("/transport")
    await expect.poll(() => site.held).toHaveLength(2)
    release()
    expect(await before).not.toContain("Bac")
    expect(await after).toContain("Bac")
    expect(await site.read("/transport")).toContain("Bac")
    expect(site.rendered).toHaveLength(2)
  })

  test("that is rolled back keeps the cached pages", async () => {
    await using site = await startPages()
    const headers = { ...(await signInAs(site, "admin")), "Content-Type": "application/json" }
    await site.read("/transport")
    const images = [{ name: "missing.jpg", alt: "" }]
    const rejected = await site.request("/trpc/projects.create", {
      method: "POST",
      headers,
      body: JSON.stringify({ ...project, images }),
    })
    expect(rejected.status).toBe(400)
    await site.read("/transport")
    expect(site.rendered).toHaveLength(1)
  })

  test("by another process shows as well", async () => {
    const folder = mkdtempSync(join(tmpdir(), "lisanga-cache-"))
    const db = await connectFile(join(folder, "site.db"))
    const other = await connectFile(join(folder, "site.db"))
    {
      await using site = await startPages({ db })
      expect(await site.read("/transport")).not.toContain("Bac")
      await createTestProject(other, { sector: "Transport", name: "Bac" })
      expect(await site.read("/transport")).toContain("Bac")
      const release = site.hold()
      const begun = site.read("/immobilier")
      await expect.poll(() => site.held).toContain("/immobilier")
      await createTestProject(other, { sector: "Immobilier", name: "Villa" })
      release()
      expect(await begun).not.toContain("Villa")
      expect(await site.read("/immobilier")).toContain("Villa")
    }
    await other.destroy()
    rmSync(folder, { recursive: true })
  })
})

describe("without PUBLIC_URL", () => {
  const read = (site: Awaited<ReturnType<typeof startPages>>, host: string) => site.read("/about", { Host: host })

  test("each host has pages of its own, which name it", async () => {
    await using site = await startPages()
    for (const host of ["a.example", "b.example:8080", "a.example", "A.example"]) {
      expect(await read(site, host)).toContain(`http://${host.toLowerCase()}/about`)
    }
    expect(site.rendered).toHaveLength(2)
  })

  test("http and https have pages of their own behind a trusted proxy", async () => {
    await using site = await startPages({ settings: { TRUST_PROXY: "1" } })
    for (const protocol of ["http", "https", "http", "https"]) {
      expect(await site.read("/about", { "X-Forwarded-Proto": protocol })).toContain(`${protocol}://site.example/about`)
    }
    expect(site.rendered).toHaveLength(2)
  })

  test("an invalid Host is rejected, whatever is cached", async () => {
    await using site = await startPages()
    await site.read("/about")
    expect((await site.request("/about", { headers: { Host: "site.example/<b>" } })).status).toBe(400)
  })
})

test("with PUBLIC_URL every host that is served gets the same page, which names that origin", async () => {
  await using site = await startPages({ settings: { PUBLIC_URL: "https://www.lisanga.example" } })
  for (const host of ["127.0.0.1:3000", "[::1]", "localhost", "site_1", "www.lisanga.example."]) {
    const response = await site.request("/about", { headers: { Host: host } })
    expect(await response.text()).toContain("https://www.lisanga.example/about")
  }
  expect(site.rendered).toEqual(["/about"])
})

describe("projects and their list", () => {
  test("each project's page is cached by itself, whatever else stands in its URL, until it changes", async () => {
    await using site = await startPages()
    await createTestProject(site.db, { name: "Bac" })
    const first = await site.read("/realisations/bac")
    expect(first).toContain("<p>Bac</p>")
    expect(await site.read("/realisations/bac?utm_source=radio")).toBe(first)
    expect(site.rendered).toEqual(["/realisations/bac"])
    await createTestProject(site.db, { name: "Pont" })
    await site.read("/realisations/bac")
    expect(site.rendered).toHaveLength(2)
  })

  test("URLs of no project, and of one that is gone, are not cached", async () => {
    await using site = await startPages()
    const headers = await signInAs(site, "admin")
    const id = await createTestProject(site.db, { name: "Bac" })
    await site.postJson("/trpc/projects.withdraw", { id }, headers)
    for (const [path, status] of [
      ["/realisations/inconnu", 404],
      ["/realisations/Bac", 404],
      ["/realisations/bac", 410],
    ] as const) {
      for (let count = 0; count < 2; count += 1) {
        const response = await site.request(path)
        expect([response.status, response.headers.get("Cache-Control")], path).toEqual([status, "no-store"])
      }
    }
    expect(site.rendered).toHaveLength(6)
  })

  test("a combination of filters is cached in one spelling and order alone", async () => {
    await using site = await startPages()
    await createTestProject(site.db, { name: "Bac", sector: "Transport" })
    const canonical = "/realisations?secteur=transport&statut=en-cours&annee=2025"
    for (const url of [canonical, canonical, `${canonical}&utm_source=radio`]) await site.read(url)
    expect(site.rendered).toEqual([canonical])
    const odd = [
      "/realisations?statut=en-cours&secteur=transport&annee=2025",
      "/realisations?secteur=Transport",
      "/realisations?secteur=mines",
      "/realisations?secteur=transport&secteur=transport",
      "/realisations?annee=02025",
      "/realisations?annee=12",
      "/realisations?page=1",
      "/realisations?page=02",
      "/realisations?statut=",
    ]
    for (const url of odd) await site.read(url)
    expect(site.rendered).toEqual([canonical, ...odd])
  })

  test("the contact form about a project is not the cached one", async () => {
    await using site = await startPages()
    expect(await site.read("/contact?projet=bac")).toContain("projet=bac")
    expect(await site.read("/contact")).not.toContain("projet")
  })
})
