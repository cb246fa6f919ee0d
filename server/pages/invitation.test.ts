import { expect, test } from "vitest"
import type { IssuedInvitation } from "#server/contract/users.ts"
import { openCaller } from "#server/testing/open-caller.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { TEST_PASSWORD } from "#server/testing/test-account.ts"
import { servePages } from "./serve.ts"

process.env.NODE_ENV = "production"
const pages = await servePages()

const privateHeaders = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
}

const typed = { username: "Anne", email: "anne@exemple.cd", password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD }

async function startWithInvitation(invitation: { role: string; email?: string }) {
  const site = await startApp({ pages, settings: { RATE_LIMITS: "0" } })
  const admin = openCaller(site, await signInAs(site, "admin"))
  const { token } = await admin.mutate<IssuedInvitation>("users.invite", invitation)
  const path = `/invitation/${token}`
  return {
    ...site,
    path,
    accept: (fields: Record<string, string> = typed, headers: Record<string, string> = {}, at = path) =>
      site.request(at, { method: "POST", body: new URLSearchParams(fields), headers }),
  }
}

test("the page tells what the invitation is to, and nobody indexes, caches or is told it", async () => {
  await using site = await startWithInvitation({ role: "agent", email: "anne@exemple.cd" })
  const response = await site.request(site.path)
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject(privateHeaders)
  const html = await response.text()
  expect(html).toMatch(/admin \d+ vous invite à répondre aux demandes des visiteurs/)
  expect(html).toContain('value="anne@exemple.cd"')
  expect(html).toContain('<meta name="robots" content="noindex"')
  expect(html).toContain('<meta name="referrer" content="no-referrer"')
  expect(html).not.toMatch(/rel="canonical"|og:url/)
})

test("a form that is posted without JavaScript signs in and leads to the back office, or home", async () => {
  for (const [role, target] of [
    ["reader", "/admin/dashboard"],
    ["user", "/"],
  ] as const) {
    await using site = await startWithInvitation({ role })
    const response = await site.accept(typed, { Origin: "null", "Sec-Fetch-Site": "same-origin" })
    expect([response.status, response.headers.get("Location")]).toEqual([303, target])
    expect(response.headers.getSetCookie().join()).toMatch(/signed-in=1; .*session=\w+; .*HttpOnly/)
    expect(Object.fromEntries(response.headers)).toMatchObject(privateHeaders)
  }
})

test("a rejected form keeps what was typed but the passwords, and the invitation", async () => {
  await using site = await startWithInvitation({ role: "reader" })
  const response = await site.accept({ ...typed, username: "An", confirmPassword: "autre chose 1" })
  expect(response.status).toBe(400)
  const html = await response.text()
  expect(html).toContain("au moins 3 caractères")
  expect(html).toContain('value="anne@exemple.cd"')
  expect(html).not.toContain(TEST_PASSWORD)
  expect((await site.accept()).status).toBe(303)
})

test("a used, forged or malformed link is 404 and says what to do; posting to it leads there", async () => {
  await using site = await startWithInvitation({ role: "admin" })
  await site.accept()
  for (const path of [
    site.path,
    "/invitation/rien",
    `/invitation/${"a".repeat(43)}`,
    `/invitation/${"a".repeat(1000)}`,
  ]) {
    const response = await site.request(path)
    expect(response.status, path).toBe(404)
    expect(Object.fromEntries(response.headers), path).toMatchObject(privateHeaders)
    expect(await response.text()).toContain("Cette invitation n’est plus valable")
  }
  const again = await site.accept({ ...typed, username: "Autre", email: "autre@exemple.cd" })
  expect([again.status, again.headers.get("Location")]).toEqual([303, site.path])
})

test("another site cannot accept an invitation in somebody's browser", async () => {
  await using site = await startWithInvitation({ role: "admin" })
  const attacks = [
    { Origin: "https://pirate.example" },
    { Origin: "null", "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "cross-site" },
  ]
  for (const headers of attacks) expect((await site.accept(typed, headers as never)).status).toBe(403)
  expect((await site.request(site.path)).status).toBe(200)
})

test("the log has no token of an invitation", async () => {
  await using site = await startWithInvitation({ role: "reader" })
  await site.request(site.path)
  await site.accept()
  expect(site.lines.join("\n")).toContain("/invitation/…")
  expect(site.lines.join("\n")).not.toContain(site.path)
})
