import { expect, test } from "vitest"
import { startPages } from "#server/testing/start-pages.ts"
import { hasDataSaverCookie } from "./data-saver.ts"

test.each([
  ["economie=1", true],
  ["known=a; economie=1; session=b", true],
  ["__Host-economie=1", true],
  ["economie=", false],
  ["economie=10", false],
  ["autre-economie=1", false],
  ["known=economie=1", false],
  ["", false],
])("by the cookies %j the switch is on: %s", (cookies, on) => {
  expect(hasDataSaverCookie(cookies)).toBe(on)
})

function post(site: Awaited<ReturnType<typeof startPages>>, on: string, headers: Record<string, string> = {}) {
  return site.request("/economie-de-donnees", { method: "POST", body: new URLSearchParams({ on }), headers })
}

test("the switch sets a cookie for a year, removes it, and returns to the page that it is on", async () => {
  await using site = await startPages()
  const on = await post(site, "1", { Referer: "http://site.example/transport?page=2" })
  expect([on.status, on.headers.get("Location")]).toEqual([303, "/transport?page=2#economie"])
  expect(on.headers.get("Set-Cookie")).toBe("economie=1; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax")
  expect(on.headers.get("Cache-Control")).toBe("no-store")
  const off = await post(site, "0")
  expect([off.status, off.headers.get("Location")]).toEqual([303, "/#economie"])
  expect(off.headers.get("Set-Cookie")).toMatch(/^economie=; Max-Age=0;/)
})

test.each(["https://evil.example//evil.example/", "javascript:alert(1)", "nowhere"])(
  "never leaves the site for the referrer %s",
  async (Referer) => {
    await using site = await startPages()
    expect((await post(site, "1", { Referer })).headers.get("Location")).toMatch(/^\/(#economie)?$/)
  },
)

test("a page is cached twice at most: with the switch on and off, whatever the other cookies", async () => {
  await using site = await startPages()
  const read = (Cookie: string) => site.request("/transport", { headers: { Cookie } })
  for (const others of ["known=a", "known=b", "x=y; session=z"]) {
    for (const cookie of [others, `${others}; economie=1`]) {
      expect((await read(cookie)).status).toBe(200)
    }
  }
  expect(site.rendered).toEqual(["/transport", "/transport"])
})
