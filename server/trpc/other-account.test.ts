// @module-tag engines
import { expect, test } from "vitest"
import { createTestProject } from "#server/testing/fixtures.ts"
import { createImageFile } from "#server/testing/image-files.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

async function startSite() {
  const site = await startApp()
  const headers = await signInAs(site, "admin")
  const { result } = await (await site.request("/trpc/accounts.me", { headers })).json()
  const id = await createTestProject(site.db, { name: "Pont" })
  const rename = (account: string) =>
    site.postJson("/trpc/projects.update", { id, name: "Viaduc" }, { ...headers, "X-Account": account })
  const name = async () => (await site.db.selectFrom("projects").select("name").executeTakeFirstOrThrow()).name
  return { ...site, headers, ownId: Number(result.data.id), rename, name }
}

test("a screen of another account changes nothing and reads nothing, and is told why", async () => {
  await using site = await startSite()
  const refused = await site.rename(String(site.ownId + 1))
  expect(refused.status).toBe(409)
  expect(await refused.json()).toMatchObject({
    error: { message: expect.stringContaining("Un autre compte est connecté"), data: { reason: "other account" } },
  })
  expect(await site.name()).toBe("Pont")
  const headers = { ...site.headers, "X-Account": String(site.ownId + 1) }
  const listed = await site.request(`/trpc/messages.inbox`, { headers })
  expect(listed.status).toBe(409)
  expect((await site.request("/trpc/accounts.me", { headers })).status).toBe(200)
})

test("a call that names its own account is made, and one that names none at all is not", async () => {
  await using site = await startSite()
  expect((await site.rename("x")).status).toBe(409)
  expect((await site.rename(String(site.ownId))).status).toBe(200)
})

test("uploads and imports of another account's screen are refused too", async () => {
  await using site = await startSite()
  const headers = { ...site.headers, "X-Account": String(site.ownId + 1) }
  const csv = {
    method: "POST",
    headers: { ...headers, "Content-Type": "text/csv" },
    body: "Nom du projet;Secteur\nQuai;Transport",
  }
  expect((await site.request(`/api/admin/projects-import/${crypto.randomUUID()}`, csv)).status).toBe(409)
  const form = new FormData()
  form.append("images", await createImageFile({ width: 8, height: 8 }))
  expect((await site.app.request("http://site.example/upload", { method: "POST", headers, body: form })).status).toBe(
    409,
  )
  expect(await site.db.selectFrom("projects").select("name").execute()).toEqual([{ name: "Pont" }])
})
