// @module-tag engines
import { hash } from "node:crypto"
import { expect, test } from "vitest"
import { createTestImage, createTestProject } from "#server/testing/fixtures.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startPages } from "#server/testing/start-pages.ts"

async function startSite() {
  const site = await startPages()
  const headers = await signInAs(site, "admin")
  const id = await createTestProject(site.db, {
    name: "Pont secret",
    publishedAt: null,
    images: [{ name: "imported.jpg", alt: null }],
  })
  const preview = `/admin/projects/${id}/preview`
  const post = (body: unknown, sent: Record<string, string> = headers) =>
    site.app.request(`http://site.example${preview}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json", ...sent },
    })
  async function createLink() {
    const response = await site.postJson("/trpc/projects.createPreviewLink", { id, days: 7 }, headers)
    return ((await response.json()) as { result: { data: { token: string; expiresAt: string } } }).result.data
  }
  return { ...site, headers, id, preview, post, createLink }
}

const fields = { name: "Pont nouveau", description: "", address: null, status: null, sector: "Transport", images: [] }

test("an administrator sees a draft's page, which nobody caches, indexes, or frames elsewhere", async () => {
  await using site = await startSite()
  const response = await site.request(site.preview, { headers: site.headers })
  expect(response.status).toBe(200)
  expect(await response.text()).toContain("Pont secret")
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
    "content-security-policy": expect.stringMatching(/script-src 'none'.*frame-ancestors 'self'/),
  })
  expect((await site.request("/realisations/pont-secret")).status).toBe(404)
})

test("visitors and other accounts see no preview", async () => {
  await using site = await startSite()
  const user = await signInAs(site, "user")
  expect((await site.request(site.preview)).status).toBe(401)
  expect((await site.request(site.preview, { headers: user })).status).toBe(403)
  expect((await site.post({ project: fields }, {})).status).toBe(401)
  expect((await site.post({ project: fields }, user)).status).toBe(403)
})

test("what is typed is shown and not saved", async () => {
  await using site = await startSite()
  await createTestImage(site.db, "stored.jpg")
  for (const name of ["stored.jpg", "imported.jpg"]) {
    const response = await site.post({ project: { ...fields, images: [{ name, alt: "Vue" }] } })
    expect(response.status, name).toBe(200)
    expect(await response.text()).toContain("Pont nouveau")
  }
  expect(await (await site.request(site.preview, { headers: site.headers })).text()).toContain("Pont secret")
})

test.each([
  ["no project", {}],
  ["no name", { project: { ...fields, name: "" } }],
  ["an unknown sector", { project: { ...fields, sector: "Mines" } }],
  ["a picture that is not stored", { project: { ...fields, images: [{ name: "x.jpg", alt: null }] } }],
])("%s is rejected", async (_what, body) => {
  await using site = await startSite()
  expect((await site.post(body)).status).toBe(400)
})

test("an unknown project has no preview", async () => {
  await using site = await startSite()
  for (const id of ["999", "0", "-1", "1.5", "abc"]) {
    expect((await site.request(`/admin/projects/${id}/preview`, { headers: site.headers })).status, id).toBe(404)
  }
})

test("whoever has a private link sees the project, without leaving a trace of the link", async () => {
  await using site = await startSite()
  const { token, expiresAt } = await site.createLink()
  const response = await site.request(`/apercu/${token}`)
  expect(response.status).toBe(200)
  expect(await response.text()).toContain("Pont secret")
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "no-store",
    "x-robots-tag": "noindex, nofollow",
    "referrer-policy": "no-referrer",
    "content-security-policy": expect.stringMatching(/script-src 'none'.*frame-ancestors 'none'/),
  })
  const [cookie = ""] = response.headers.getSetCookie()
  expect(cookie).toContain(`apercu=${token}; Path=/; Expires=${new Date(expiresAt).toUTCString()}`)
  expect(cookie).toMatch(/HttpOnly; SameSite=Lax$/)
  expect(site.lines.join("\n")).not.toContain(token)
})

test("with a second link the cookie has both tokens", async () => {
  await using site = await startSite()
  const [first, second] = [await site.createLink(), await site.createLink()]
  const response = await site.request(`/apercu/${second.token}`, { headers: { Cookie: `apercu=${first.token}` } })
  expect(response.headers.getSetCookie()[0]).toContain(`apercu=${second.token}.${first.token};`)
})

test("a link that is forged, revoked or expired, or whose project is in the trash, shows nothing", async () => {
  await using site = await startSite()
  const [revoked, expired, trashed] = [await site.createLink(), await site.createLink(), await site.createLink()]
  async function expectNothing(token: string) {
    const response = await site.request(`/apercu/${token}`)
    expect(response.status, token).toBe(404)
    expect(response.headers.get("Cache-Control")).toBe("no-store")
    expect(response.headers.get("X-Robots-Tag")).toBe("noindex, nofollow")
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await response.text()).not.toContain("Pont secret")
  }
  for (const forged of [revoked.token.slice(1), `${revoked.token}x`, "x", "%27", "..%2f", "%F0%9F%8F%97"])
    await expectNothing(forged)
  const links = await site.db.selectFrom("previewLinks").select("tokenHash").execute()
  for (const { tokenHash } of links) await expectNothing(tokenHash)
  const hashOf = (token: string) => hash("sha256", token)
  const revocation = { id: site.id, link: hashOf(revoked.token) }
  expect((await site.postJson("/trpc/projects.revokePreviewLink", revocation, site.headers)).status).toBe(200)
  await expectNothing(revoked.token)
  const past = new Date(Date.now() - 1000).toISOString()
  await site.db
    .updateTable("previewLinks")
    .set({ expiresAt: past })
    .where("tokenHash", "=", hashOf(expired.token))
    .execute()
  await expectNothing(expired.token)
  expect((await site.request(`/apercu/${trashed.token}`)).status).toBe(200)
  await site.postJson("/trpc/projects.delete", site.id, site.headers)
  await expectNothing(trashed.token)
})
