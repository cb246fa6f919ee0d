// @module-tag engines
import { expect, test } from "vitest"
import { maskEmail } from "#server/audit/mask-email.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { startApp } from "#server/testing/start-app.ts"
import { startAppWithMails, tokenIn } from "#server/testing/start-app-with-mails.ts"
import { createFactorClient } from "#server/testing/start-with-factors.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

const HOUR_MS = 3_600_000

const next = "nouvelle@exemple.cd"

/** Starts the app with a signed-in account. */
async function startSignedIn(given: Parameters<typeof startAppWithMails>[0] = {}) {
  const site = await startAppWithMails(given)
  const account = await createTestAccount(site.db, { username: "Béa" })
  const browser = createCookieClient(site)
  await browser.signIn(account)
  return {
    site,
    account,
    browser,
    request: (email: string) => browser.postJson("/trpc/accounts.requestEmailChange", { email }),
    emailOf: async (id = account.id) =>
      (await site.db.selectFrom("accounts").select("email").where("id", "=", id).executeTakeFirstOrThrow()).email,
  }
}

test("only the mailed link changes the address, and the former one is told", async () => {
  const { site, account, browser, request, emailOf } = await startSignedIn()
  await using _ = site
  expect((await request(next)).status).toBe(200)
  const link = await site.linkTo(next)
  expect(link.origin + link.pathname.slice(0, -43)).toBe("http://localhost/confirmer-adresse/")
  expect(await emailOf()).toBe(account.email)

  // The link is opened in another browser, which is not signed in.
  expect((await site.call("confirmEmail", tokenIn(link))).status).toBe(200)
  expect(await emailOf()).toBe(next)
  expect(await browser.me()).toMatchObject({ id: account.id, email: next })
  expect((await createCookieClient(site).signIn({ email: next.toUpperCase() })).status).toBe(200)
  expect((await createCookieClient(site).signIn(account)).status).toBe(401)
  const news = await site.mailTo(account.email)
  expect(news.header("Subject")).toBe("Votre adresse e-mail a été changée\u00a0: Groupe Lisanga")
  expect(news.text).not.toContain(next)
  expect(news.text).not.toMatch(/https?:/)
  const entries = await site.db
    .selectFrom("audit")
    .select(["accountId", "action", "subjectName", "details"])
    .orderBy("id")
    .execute()
  expect(entries.filter(({ action }) => /e-mail/.test(action))).toEqual([
    { accountId: account.id, action: "request e-mail change", subjectName: "Béa", details: "{}" },
    {
      accountId: account.id,
      action: "change e-mail",
      subjectName: "Béa",
      details: JSON.stringify({ before: { email: maskEmail(account.email) }, after: { email: maskEmail(next) } }),
    },
  ])
})

test("a link works once, for 24 hours, and only the last one", async () => {
  const { site, request, emailOf } = await startSignedIn()
  await using _ = site
  await request(next)
  const first = tokenIn(await site.linkTo(next))
  await request("autre@exemple.cd")
  const second = tokenIn(await site.linkTo("autre@exemple.cd"))
  expect((await site.call("confirmEmail", first)).status).toBe(404)
  site.advance(24 * HOUR_MS - 1)
  const statuses = await Promise.all([1, 2].map(async () => (await site.call("confirmEmail", second)).status))
  expect(statuses.sort()).toEqual([200, 404])
  expect(await emailOf()).toBe("autre@exemple.cd")
})

test("after 24 hours it has expired", async () => {
  const { site, account, request, emailOf } = await startSignedIn()
  await using _ = site
  await request(next)
  const token = tokenIn(await site.linkTo(next))
  site.advance(24 * HOUR_MS)
  expect((await site.call("confirmEmail", token)).status).toBe(404)
  expect(await emailOf()).toBe(account.email)
})

test("the answer and the work are the same for an address that is taken; its holder alone reads so", async () => {
  const { site, account, request, emailOf } = await startSignedIn()
  await using _ = site
  const other = await createTestAccount(site.db)
  const free = await request(next)
  const address = other.email.replace("compte", "Compte")
  const taken = await request(address)
  expect([taken.status, await taken.text()]).toEqual([free.status, await free.text()])
  const rows = await site.db.selectFrom("outbox").select(["kind"]).execute()
  // The first mail has left no row: it was deleted with its link, whether it was sent or not.
  expect(rows.map(({ kind }) => kind)).toEqual(["new-device", "email"])
  const token = tokenIn(await site.linkTo(address))
  const response = await site.call("confirmEmail", token)
  expect(response.status).toBe(409)
  expect(await response.text()).toContain(responseTexts.emailTaken)
  expect(await emailOf()).toBe(account.email)
})

test("of two accounts that confirm one address at once one gets it", async () => {
  const { site, account, request, emailOf } = await startSignedIn()
  await using _ = site
  const other = await createTestAccount(site.db)
  const browser = createCookieClient(site)
  await browser.signIn(other)
  await request(next)
  await browser.postJson("/trpc/accounts.requestEmailChange", { email: "Nouvelle@exemple.cd" })
  const tokens = [tokenIn(await site.linkTo(next)), tokenIn(await site.linkTo("Nouvelle@exemple.cd"))]
  const statuses = await Promise.all(tokens.map(async (token) => (await site.call("confirmEmail", token)).status))
  expect(statuses.sort()).toEqual([200, 409])
  const emails = [await emailOf(account.id), await emailOf(other.id)].map((email) => email.toLowerCase())
  expect(emails.filter((email) => email === next)).toHaveLength(1)
})

test("the change voids links that were mailed to the former address, and a new password voids the change", async () => {
  const { site, account, request, emailOf } = await startSignedIn()
  await using _ = site
  await site.call("requestReset", { email: account.email })
  const reset = tokenIn(await site.linkTo(account.email))
  await request(next)
  const change = tokenIn(await site.linkTo(next))
  const passwords = { password: "onze tuiles de Kasangulu", confirmPassword: "onze tuiles de Kasangulu" }
  expect((await site.call("resetPassword", { token: change, ...passwords })).status).toBe(404)
  expect((await site.call("confirmEmail", change)).status).toBe(200)
  expect((await site.call("resetPassword", { token: reset, ...passwords })).status).toBe(404)

  const browser = createCookieClient(site)
  await browser.signIn({ email: next })
  await browser.postJson("/trpc/accounts.requestEmailChange", { email: account.email })
  const back = tokenIn(await site.linkTo(account.email, 3))
  await site.call("requestReset", { email: next })
  const second = tokenIn(await site.linkTo(next, 2))
  expect((await site.call("resetPassword", { token: second, ...passwords })).status).toBe(200)
  expect((await site.call("confirmEmail", back)).status).toBe(404)
  expect(await emailOf()).toBe(next)
})

test("a session whose password was given long ago must give it again, and a visitor cannot ask at all", async () => {
  const { site, browser, request } = await startSignedIn()
  await using _ = site
  const confirmedAt = new Date(site.now().getTime() - HOUR_MS).toISOString()
  await site.db.updateTable("sessions").set({ confirmedAt }).execute()
  const response = await request(next)
  expect(response.status).toBe(403)
  expect(await response.json()).toMatchObject({ error: { data: { reason: "reauthentication" } } })
  expect((await site.call("requestEmailChange", { email: next })).status).toBe(401)
  expect(await site.db.selectFrom("accountLinks").selectAll().execute()).toEqual([])
  await browser.postJson("/trpc/accounts.reauthenticate", { password: "neuf planches d’iroko" })
  expect((await request(next)).status).toBe(200)
})

test("the own address and what is no address are rejected with the field", async () => {
  const { site, account, request } = await startSignedIn()
  await using _ = site
  for (const [email, message] of [
    [account.email, responseTexts.emailUnchanged],
    ["", responseTexts.emailRequired],
    ["pas une adresse", "E-mail invalide"],
    ["a@exemple.cd\r\nBcc: b@exemple.cd", "E-mail invalide"],
  ] as const) {
    const response = await request(email)
    expect(response.status, email).toBe(400)
    expect(await response.json()).toMatchObject({ error: { data: { fields: { email: message } } } })
  }
})

test("an account with a factor gives one, also for a change that was asked for before it had any", async () => {
  await using site = await startAppWithMails()
  const account = await createTestAccount(site.db)
  const browser = createFactorClient(site)
  await browser.signIn(account)
  const path = "/trpc/accounts.requestEmailChange"
  expect((await browser.postJson(path, { email: next })).status).toBe(200)
  const token = tokenIn(await site.linkTo(next))
  await browser.addPasskey()
  expect((await site.call("confirmEmail", token)).status).toBe(404)
  const refused = await browser.postJson(path, { email: next })
  expect(refused.status).toBe(403)
  expect(await refused.json()).toMatchObject({ error: { data: { reason: "factor proof" } } })
  const proof = await browser.prove()
  expect((await browser.postJson(path, { email: account.email, proof })).status).toBe(400)
  expect((await browser.postJson(path, { email: next, proof })).status).toBe(200)
  expect((await site.call("confirmEmail", tokenIn(await site.linkTo(next, 2)))).status).toBe(200)
})

test("an account asks three times an hour at most", async () => {
  const { site, request } = await startSignedIn({ settings: { RATE_LIMITS: "1" } })
  await using _ = site
  const statuses = []
  for (let count = 0; count < 4; count += 1) statuses.push((await request(`autre-${count}@exemple.cd`)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
})

test("without a mail server the address stays, and the call says so", async () => {
  await using site = await startApp({ settings: { RATE_LIMITS: "0" } })
  const browser = createCookieClient(site)
  await browser.signIn(await createTestAccount(site.db))
  const response = await browser.postJson("/trpc/accounts.requestEmailChange", { email: next })
  expect(response.status).toBe(403)
  expect(await response.text()).toContain("l’adresse reste la même")
})
