import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { connectFile } from "#server/database/connect.ts"
import { makeProject } from "#server/testing/make.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startPages } from "#server/testing/start-pages.ts"

const project = { name: "École", description: "R+4", sector: "Transport", address: "Gombe", status: "En cours" }

test("a page is rendered once, however often it is asked for", async () => {
  await using site = await startPages()
  await makeProject(site.db, { sector: "Transport", name: "Bac" })
  const first = await site.read("/transport")
  expect(first).toContain("Bac")
  for (let count = 0; count < 3; count += 1) expect(await site.read("/transport")).toBe(first)
  expect(site.rendered).toEqual(["/transport"])
})

test("simultaneous requests for a page that is not kept yet render it once", async () => {
  await using site = await startPages()
  const letGo = site.hold()
  const asked = Array.from({ length: 20 }, (_, index) => site.read(index % 2 ? "/transport" : `/transport?x=${index}`))
  letGo()
  expect(new Set(await Promise.all(asked)).size).toBe(1)
  expect(site.rendered).toEqual(["/transport"])
})

describe("the name of a page is its path and its number", () => {
  test("unknown parts of the query share one page, and none of them is in it", async () => {
    await using site = await startPages()
    await makeProject(site.db, { sector: "Transport" })
    const plain = await site.read("/transport")
    for (const query of ["?utm_source=radio", "?fbclid=1&x=<b>", "?Page=2", "?"]) {
      expect(await site.read(`/transport${query}`), query).toBe(plain)
      expect(await site.read(`/transport${query}`), query).toBe(plain)
    }
    await site.read("/about?page=2")
    await site.read("/about")
    expect(site.rendered).toEqual(["/transport", "/about"])
  })

  test("each part of a list is a page of its own", async () => {
    await using site = await startPages()
    for (let count = 0; count < 30; count += 1) await makeProject(site.db, { sector: "Transport" })
    const second = await site.read("/transport?page=2&utm_source=radio")
    expect(second).not.toBe(await site.read("/transport"))
    expect(await site.read("/transport?x=1&page=2")).toBe(second)
    expect(site.rendered).toEqual(["/transport?page=2", "/transport"])
  })

  test("a number that no link of the site writes so is left to the page itself", async () => {
    await using site = await startPages()
    await site.read("/transport")
    const odd = ["?page=1", "?page=0", "?page=02", "?page=abc", "?page=2&page=3", "?page="]
    for (const query of odd) await site.read(`/transport${query}`)
    expect(site.rendered).toEqual(["/transport", ...odd.map((query) => `/transport${query}`)])
  })
})

describe("not kept are", () => {
  test("an address that does not exist, and a part of a list beyond its last", async () => {
    await using site = await startPages()
    for (const path of ["/nowhere", "/nowhere", "/transport?page=9", "/transport?page=9"]) {
      const response = await site.request(path)
      expect([response.status, response.headers.get("Cache-Control")], path).toEqual([404, "no-store"])
      expect(response.headers.get("ETag")).toBeNull()
    }
    expect(site.rendered).toHaveLength(4)
  })

  test("a page that fails", async () => {
    await using site = await startPages()
    await makeProject(site.db, { sector: "Transport", name: "Bac" })
    await site.db.schema.alterTable("projects").renameTo("projects_away").execute()
    const response = await site.request("/transport")
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([500, "no-store"])
    await site.db.schema.alterTable("projects_away").renameTo("projects").execute()
    expect(await site.read("/transport")).toContain("Bac")
  })

  test("a log-in page that leads on to somewhere", async () => {
    await using site = await startPages()
    expect(await site.read("/login?redirect=/admin/projects")).toContain("redirect=/admin/projects")
    expect(await site.read("/login")).not.toContain("redirect")
    expect(await site.read("/login?redirect=/admin/stats")).toContain("redirect=/admin/stats")
  })

  test("the answer to a form", async () => {
    await using site = await startPages()
    const form = new URLSearchParams({ firstName: "" })
    const refused = await site.request("/contact", { method: "POST", body: form })
    expect([refused.status, refused.headers.get("Cache-Control")]).toEqual([400, "no-store"])
    const shown = await site.request("/contact")
    expect(await shown.text()).not.toBe(await refused.text())
    expect((await site.request("/contact", { method: "POST", body: form })).status).toBe(400)
  })
})

describe("nothing that depends on who asks is in a kept page", () => {
  test("an administrator who comes first leaves nothing of his own", async () => {
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

  test("whoever leaves before the page is there takes it from nobody", async () => {
    await using site = await startPages()
    const letGo = site.hold()
    const leaving = new AbortController()
    const left = site.app.request(new Request("http://site.example/transport", { signal: leaving.signal }))
    const stays = site.read("/transport")
    leaving.abort()
    letGo()
    expect(await stays).toContain("nobody")
    await left
  })
})

describe("a write to projects", () => {
  test("shows to whoever asks after its success, be it a creation, a change or a deletion", async () => {
    await using site = await startPages()
    const headers = { ...(await signInAs(site, "admin")), "Content-Type": "application/json" }
    const call = (method: string, path: string, body: unknown) =>
      site.request(path, { method, headers, body: JSON.stringify(body) })
    await site.read("/transport")
    const created = await call("POST", "/trpc/projects.create", { ...project, images: [] })
    const { result } = (await created.json()) as { result: { data: { id: number } } }
    expect(await site.read("/transport")).toContain("École")
    await call("PUT", `/api/projects/${result.data.id}`, { project_name: "Lycée" })
    expect(await site.read("/transport")).toContain("Lycée")
    await call("PUT", `/api/projects/${result.data.id}`, { sector: "Immobilier" })
    expect(await site.read("/transport")).not.toContain("Lycée")
    expect(await site.read("/immobilier")).toContain("Lycée")
    await call("DELETE", `/api/projects/${result.data.id}`, {})
    expect(await site.read("/immobilier")).not.toContain("Lycée")
  })

  test("leaves a page that was begun before it to those alone who asked before", async () => {
    await using site = await startPages()
    const letGo = site.hold()
    const before = site.read("/transport")
    await expect.poll(() => site.rendered).toHaveLength(1)
    await makeProject(site.db, { sector: "Transport", name: "Bac" })
    const after = site.read("/transport")
    await expect.poll(() => site.rendered).toHaveLength(2)
    letGo()
    expect(await before).not.toContain("Bac")
    expect(await after).toContain("Bac")
    expect(await site.read("/transport")).toContain("Bac")
    expect(site.rendered).toHaveLength(2)
  })

  test("that is rolled back leaves kept pages alone", async () => {
    await using site = await startPages()
    const headers = { ...(await signInAs(site, "admin")), "Content-Type": "application/json" }
    await site.read("/transport")
    const images = [{ name: "missing.jpg", alt: "" }]
    const refused = await site.request("/trpc/projects.create", {
      method: "POST",
      headers,
      body: JSON.stringify({ ...project, images }),
    })
    expect(refused.status).toBe(400)
    await site.read("/transport")
    expect(site.rendered).toHaveLength(1)
  })

  test("by another process counts too", async () => {
    const folder = mkdtempSync(join(tmpdir(), "lisanga-kept-"))
    const db = await connectFile(join(folder, "site.db"))
    const other = await connectFile(join(folder, "site.db"))
    {
      await using site = await startPages({ db })
      expect(await site.read("/transport")).not.toContain("Bac")
      await makeProject(other, { sector: "Transport", name: "Bac" })
      expect(await site.read("/transport")).toContain("Bac")
      const letGo = site.hold()
      const begun = site.read("/immobilier")
      await expect.poll(() => site.rendered).toContain("/immobilier")
      await makeProject(other, { sector: "Immobilier", name: "Villa" })
      letGo()
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

  test("four hosts are kept, and a fifth takes the oldest one's place", async () => {
    await using site = await startPages()
    for (const host of ["a", "b", "c", "d", "a", "b", "c", "d"]) await read(site, `${host}.example`)
    expect(site.rendered).toHaveLength(4)
    await read(site, "e.example")
    for (const host of ["b", "c", "d", "e"]) await read(site, `${host}.example`)
    expect(site.rendered).toHaveLength(5)
    await read(site, "a.example")
    expect(site.rendered).toHaveLength(6)
  })

  test("a host that was driven out while its page was made does not come in by the back door", async () => {
    await using site = await startPages()
    const letGo = site.hold()
    const late = read(site, "late.example")
    const others = ["a", "b", "c", "d"].map((host) => read(site, `${host}.example`))
    letGo()
    await Promise.all([late, ...others])
    await read(site, "late.example")
    expect(site.rendered).toHaveLength(6)
  })

  test("http and https are kept apart behind a trusted proxy", async () => {
    await using site = await startPages({ settings: { TRUST_PROXY: "1" } })
    for (const protocol of ["http", "https", "http", "https"]) {
      expect(await site.read("/about", { "X-Forwarded-Proto": protocol })).toContain(`${protocol}://site.example/about`)
    }
    expect(site.rendered).toHaveLength(2)
  })

  test("a Host that is none is refused, whatever is kept", async () => {
    await using site = await startPages()
    await site.read("/about")
    expect((await site.request("/about", { headers: { Host: "site.example/<b>" } })).status).toBe(400)
  })
})

test("with PUBLIC_URL every host is given the same page, which names that origin", async () => {
  await using site = await startPages({ settings: { PUBLIC_URL: "https://www.lisanga.example" } })
  for (const host of ["a.example", "b.example", "c.example", "d.example", "e.example"]) {
    const response = await site.request("/about", { headers: { Host: host } })
    expect(await response.text()).toContain("https://www.lisanga.example/about")
  }
  expect(site.rendered).toEqual(["/about"])
})
