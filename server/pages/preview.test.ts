import { expect, test } from "vitest"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startPages } from "#server/testing/start-pages.ts"

const path = "/admin/site-management/transport/preview"

test("an editor sees a page's draft, which nobody caches, indexes, or frames elsewhere", async () => {
  await using site = await startPages()
  const response = await site.request(path, { headers: await signInAs(site, "admin") })
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
    "content-security-policy": expect.stringMatching(/script-src 'none'.*frame-ancestors 'self'/),
  })
  expect(await response.text()).toContain("/transport")
})

test("visitors and other accounts see no preview, nor have one rendered", async () => {
  await using site = await startPages()
  const user = await signInAs(site, "user")
  for (const [headers, status] of [
    [{}, 401],
    [user, 403],
  ] as const) {
    expect((await site.request(path, { headers })).status).toBe(status)
    expect((await site.postJson(path, { content: {} }, headers)).status).toBe(status)
  }
})

test("a reader previews pages, but not the settings, which he may not read", async () => {
  await using site = await startPages()
  const headers = await signInAs(site, "reader")
  expect((await site.request(path, { headers })).status).toBe(200)
  const settings = "/admin/site-management/parametres/preview"
  expect((await site.request(settings, { headers })).status).toBe(403)
  expect((await site.postJson(settings, { content: {} }, headers)).status).toBe(403)
  expect((await site.request(settings, { headers: await signInAs(site, "admin") })).status).toBe(200)
})
