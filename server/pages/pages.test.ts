import { expect, test } from "vitest"
import { startPages } from "#server/testing/start-pages.ts"

test("a visitor who is sent to log in is sent nothing of the admin page, and does not wait for it", async () => {
  await using site = await startPages()
  const response = await site.request("/admin/messages?q=a")
  expect(response.status).toBe(302)
  expect(await response.text()).toBe("")
  expect(Object.fromEntries(response.headers)).toMatchObject({
    location: "/login?redirect=%2Fadmin%2Fmessages%3Fq%3Da",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  })
  expect(response.headers.get("Content-Length") ?? "0").toBe("0")
  expect(response.headers.has("ETag")).toBe(false)
})
