import { expect, test } from "vitest"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startPages } from "#server/testing/start-pages.ts"

test("a visitor of an admin page is redirected to the login page, without content or headers of the page", async () => {
  await using site = await startPages()
  const response = await site.request("/admin/messages?search=a", { headers: { Accept: "text/html" } })
  expect(response.status).toBe(302)
  expect(await response.text()).toBe("")
  expect(Object.fromEntries(response.headers)).toMatchObject({
    location: "/login?redirect=%2Fadmin%2Fmessages%3Fsearch%3Da",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  })
  // Browsers would wait for a body of the page's Content-Length.
  expect(response.headers.get("Content-Length") ?? "0").toBe("0")
  for (const name of ["ETag", "Content-Encoding"]) expect(response.headers.has(name)).toBe(false)
})

test("people who are logged in get the admin page", async () => {
  await using site = await startPages()
  const headers = { Accept: "text/html", ...(await signInAs(site, "admin")) }
  expect((await site.request("/admin/messages", { headers })).status).toBe(200)
})

test("the redirect to the login page drops a URL that is too long for a header", async () => {
  await using site = await startPages()
  const response = await site.request(`/admin/messages?search=${"%3C".repeat(2000)}`, {
    headers: { Accept: "text/html" },
  })
  expect(response.status).toBe(302)
  expect(response.headers.get("Location")).toBe("/login")
})
