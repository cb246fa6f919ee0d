import { expect, test } from "vitest"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startPages } from "#server/testing/start-pages.ts"

test("a visitor of an admin screen is sent to log in at once, without a word of the page", async () => {
  await using site = await startPages()
  // The answer ends: a length left over from the page would have this wait for its bytes.
  const response = await site.request("/admin/messages?search=a", { headers: { Accept: "text/html" } })
  expect(response.status).toBe(302)
  expect(response.headers.get("Location")).toBe("/login?redirect=%2Fadmin%2Fmessages%3Fsearch%3Da")
  expect(response.headers.get("Cache-Control")).toBe("no-store")
  for (const name of ["ETag", "Content-Encoding"]) expect(response.headers.get(name)).toBeNull()
  expect(response.headers.get("Content-Security-Policy")).toBe("default-src 'none'; frame-ancestors 'none'")
  expect(await response.text()).toBe("")
})

test("whoever is logged in is shown the page", async () => {
  await using site = await startPages()
  const headers = { Accept: "text/html", ...(await signInAs(site, "admin")) }
  expect((await site.request("/admin/messages", { headers })).status).toBe(200)
})

test("an address too long for a header is forgotten on the way", async () => {
  await using site = await startPages()
  const response = await site.request(`/admin/messages?search=${"%3C".repeat(2000)}`, {
    headers: { Accept: "text/html" },
  })
  expect(response.status).toBe(302)
  expect(response.headers.get("Location")).toBe("/login")
})
