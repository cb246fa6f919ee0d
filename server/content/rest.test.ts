import { expect, test } from "vitest"
import { createEditor } from "#server/testing/edit-content.ts"
import { startApp } from "#server/testing/start-app.ts"

async function read(site: Awaited<ReturnType<typeof startApp>>, path: string) {
  const response = await site.request(path)
  return { status: response.status, body: (await response.json()) as { result: { data: unknown } } }
}

test("pages read the same content here as from their procedure", async () => {
  await using site = await startApp()
  const input = encodeURIComponent(JSON.stringify("Ventes de matériaux"))
  for (const call of [
    "content.site",
    "content.home",
    "content.about",
    "content.contact",
    `content.sector?input=${input}`,
  ]) {
    const here = await read(site, `/api/content/${call}`)
    expect(here).toEqual(await read(site, `/trpc/${call}`))
    expect(here.status).toBe(200)
  }
})

test("what is published is read with the next request", async () => {
  await using site = await startApp()
  const before = await site.request("/api/content/content.contact")
  const etag = before.headers.get("ETag") ?? ""
  expect((await site.request("/api/content/content.contact", { headers: { "If-None-Match": etag } })).status).toBe(304)
  const editor = await createEditor(site)
  const { content } = await editor.open("contact")
  await editor.replace("contact", { ...content, details: { title: "Nous trouver" } })
  const after = await site.request("/api/content/content.contact", { headers: { "If-None-Match": etag } })
  expect(after.status).toBe(200)
  expect(await after.text()).toContain("Nous trouver")
})

test("other procedures and unknown sectors are rejected", async () => {
  await using site = await startApp()
  for (const name of ["content.pages", "content.edited", "projects.list", "content.toString"]) {
    expect((await site.request(`/api/content/${name}`)).status).toBe(404)
  }
  expect((await site.request("/api/content/content.sector?input=%22Pêche%22")).status).toBe(400)
})
