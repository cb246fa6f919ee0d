import { expect, test } from "vitest"
import { PAGE_SLUGS } from "#server/contract/content/pages.ts"
import { contentAddress } from "#server/testing/content-address.ts"
import { createEditor } from "#server/testing/edit-content.ts"
import { startApp } from "#server/testing/start-app.ts"

async function read(site: Awaited<ReturnType<typeof startApp>>, path: string) {
  const response = await site.request(path)
  return { status: response.status, body: (await response.json()) as { result: { data: unknown } } }
}

test("pages read the same content here as from their procedure", async () => {
  await using site = await startApp()
  for (const address of ["/api/content/content.site", ...PAGE_SLUGS.map(contentAddress)]) {
    const here = await read(site, address)
    expect(here).toEqual(await read(site, address.replace("/api/content", "/trpc")))
    expect(here.status).toBe(200)
  }
})

test("what is published is read with the next request", async () => {
  await using site = await startApp()
  const address = contentAddress("contact")
  const before = await site.request(address)
  const etag = before.headers.get("ETag") ?? ""
  expect((await site.request(address, { headers: { "If-None-Match": etag } })).status).toBe(304)
  const editor = await createEditor(site)
  const { content } = await editor.open("contact")
  await editor.replace("contact", { ...content, details: { title: "Nous trouver" } })
  const after = await site.request(address, { headers: { "If-None-Match": etag } })
  expect(after.status).toBe(200)
  expect(await after.text()).toContain("Nous trouver")
})

test.each([
  ["content.home", "accueil"],
  ["content.about", "a-propos"],
  ["content.contact", "contact"],
  ["content.sector?input=%22Ventes%20de%20mat%C3%A9riaux%22", "ventes-materiaux"],
])("a tab that was opened before a release still reads a page as %s", async (former, slug) => {
  await using site = await startApp()
  const { status, body } = await read(site, `/api/content/${former}`)
  expect(status).toBe(200)
  const page = (await read(site, contentAddress(slug))).body.result.data as object
  expect(body.result.data).toEqual({ ...page, keepMonths: 24 })
})

test("other procedures and unknown pages are rejected", async () => {
  await using site = await startApp()
  for (const name of [
    "content.sector",
    "content.sector?input=%22P%C3%AAche%22",
    "content.pages",
    "content.edited",
    "projects.list",
    "content.toString",
  ]) {
    expect((await site.request(`/api/content/${name}`)).status).toBe(404)
  }
  for (const slug of ["peche", "parametres", "__proto__", ""]) {
    expect((await site.request(contentAddress(slug))).status).toBe(400)
  }
  for (const query of ["", "?input=", "?input=%22contact%22", "?input=%7B"]) {
    expect((await site.request(`/api/content/content.page${query}`)).status).toBe(400)
  }
})
