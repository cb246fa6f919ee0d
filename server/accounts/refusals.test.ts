// @module-tag engines
import { expect, test } from "vitest"
import { createAuthenticator } from "#server/testing/authenticator.ts"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { createTestToken } from "#server/testing/create-test-token.ts"
import { startWithFactors } from "#server/testing/start-with-factors.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

const from = { "X-Forwarded-For": "203.0.113.7", "User-Agent": `Mozilla/5.0 (Android 15) ${"x".repeat(200)}` }
const client = { level: "warn", ip: "203.0.113.7", device: from["User-Agent"].slice(0, 120) }

async function startBehindProxy() {
  const site = await startWithFactors({ settings: { TRUST_PROXY: "1" } })
  return {
    ...site,
    browse: () => createCookieClient(site, from),
    warnings: () => site.lines.map((line) => JSON.parse(line)).filter(({ level }) => level === "warn"),
  }
}

test("failed sign-ins and lockouts are logged with the account, the client and its device", async () => {
  await using site = await startBehindProxy()
  const account = await createTestAccount(site.db)
  for (let count = 0; count < 11; count += 1) await site.browse().signIn(account, "une autre planche")
  const warnings = site.warnings()
  expect(warnings).toHaveLength(11)
  for (const warning of warnings.slice(0, 10)) {
    expect(warning).toMatchObject({ ...client, event: "sign-in failed", accountId: account.id })
  }
  expect(warnings[10]).toMatchObject({ ...client, event: "sign-in locked", accountId: account.id })
  expect(site.lines.join("")).not.toMatch(/planche|compte-\d+@/)
})

test("an unknown address is logged masked, and what may be a password in the wrong field not at all", async () => {
  await using site = await startBehindProxy()
  await site.browse().signIn({ email: "Marie.Ilunga@exemple.cd" }, "une autre planche")
  await site.browse().signIn({ email: "neuf planches d’iroko" }, "une autre planche")
  const [typed, other] = site.warnings()
  expect(typed).toMatchObject({ ...client, event: "sign-in failed", email: "M…@exemple.cd" })
  expect(other).toMatchObject({ ...client, event: "sign-in failed" })
  expect(site.lines.join("")).not.toMatch(/planche|Ilunga/)
})

test("wrong codes, passkeys and passwords of an open session are logged", async () => {
  await using site = await startBehindProxy()
  const { browser, account } = await site.signIn()
  await browser.turnOnCodes(site)
  await browser.postJson("/trpc/accounts.reauthenticate", { password: "une autre planche" })
  const pending = site.createBrowser()
  await pending.signIn(account)
  await pending.mutate("verifyCode", { code: "000000" })
  await pending.mutate("verifyCode", { code: "AAAA-BBBB" })
  const { data: options } = await pending.mutate<never>("passkeyOptions")
  const authenticator = createAuthenticator()
  const { browser: other } = await site.signIn()
  const { data: creation } = await other.mutate<never>("registrationOptions")
  authenticator.create(creation)
  await pending.mutate("verifyPasskey", { response: authenticator.get(options) })
  expect(site.warnings()).toMatchObject([
    { event: "reauthentication failed", accountId: account.id },
    { event: "second factor failed", accountId: account.id },
    { event: "second factor failed", accountId: account.id },
    { event: "passkey failed", accountId: account.id },
  ])
  expect(site.lines.join("")).not.toMatch(/000000|AAAA/)
})

test("a call that the role or the token does not allow is logged, whether by tRPC or REST", async () => {
  await using site = await startBehindProxy()
  const account = await createTestAccount(site.db, { role: "editor" })
  const browser = site.browse()
  await browser.signIn(account)
  expect((await browser.request("/trpc/users.search?input={}")).status).toBe(403)
  expect((await browser.request("/api/admin/messages.csv")).status).toBe(403)
  const { headers, id, account: maker } = await createTestToken(site.db, { rights: ["stats.read"] })
  expect((await site.request("/api/contact-messages", { headers: { ...from, ...headers } })).status).toBe(403)
  const guess = { ...from, Authorization: `Bearer lis_${"A".repeat(43)}` }
  expect((await site.request("/api/projects", { headers: guess })).status).toBe(401)
  expect(site.warnings()).toMatchObject([
    { ...client, event: "right refused", accountId: account.id, right: "users.manage" },
    { ...client, event: "right refused", accountId: account.id, right: "people.export" },
    { ...client, event: "right refused", accountId: maker.id, tokenId: id, right: "messages.read" },
    { ...client, event: "API token refused" },
  ])
})
