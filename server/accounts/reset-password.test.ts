import { expect, test } from "vitest"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { startAppWithMails, tokenIn } from "#server/testing/start-app-with-mails.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

const MINUTE_MS = 60_000

const next = "onze tuiles de Kasangulu"

const both = (password: string) => ({ password, confirmPassword: password })

type Site = Awaited<ReturnType<typeof startAppWithMails>>

/** Starts with an account whose holder has forgotten the password, and with the token of the mail. */
async function startForgotten(given: Parameters<typeof startAppWithMails>[0] = {}) {
  const site = await startAppWithMails(given)
  const account = await createTestAccount(site.db)
  await site.call("requestReset", { email: account.email })
  return { site, account, token: tokenIn(await site.linkTo(account.email)) }
}

function reset(site: Site, token: string, passwords: object = both(next)) {
  return site.call("resetPassword", { token, ...passwords })
}

function opened(site: Site, token: string) {
  return site.request(`/trpc/accounts.reset?input=${encodeURIComponent(JSON.stringify(token))}`)
}

test("a mailed link replaces the password, ends every session and trusts no device, and signs nobody in", async () => {
  await using site = await startAppWithMails()
  const account = await createTestAccount(site.db)
  const other = await createTestAccount(site.db)
  const [browser, stranger] = [createCookieClient(site), createCookieClient(site)]
  await browser.signIn(account)
  await stranger.signIn(other)
  const known = browser.cookies.get("known") ?? ""
  expect((await site.call("requestReset", { email: ` ${account.email.toUpperCase()} ` })).status).toBe(200)
  const link = await site.linkTo(account.email)
  expect(link.origin + link.pathname.slice(0, -43)).toBe("http://localhost/reinitialiser/")
  expect(await (await opened(site, tokenIn(link))).json()).toMatchObject({ result: { data: { email: account.email } } })

  const response = await reset(site, tokenIn(link))
  expect(response.status).toBe(200)
  expect(response.headers.getSetCookie()).toEqual([])
  expect(await browser.me()).toBeNull()
  expect(await stranger.me()).toMatchObject({ id: other.id })
  expect((await createCookieClient(site).signIn(account)).status).toBe(401)
  browser.cookies.set("known", known)
  const again = await browser.signIn(account, next)
  expect(again.status).toBe(200)
  expect(again.headers.getSetCookie().join()).toContain("known=")
})

test("the audit log says who has reset it, and from where", async () => {
  await using site = await startAppWithMails({ settings: { TRUST_PROXY: "1" } })
  const account = await createTestAccount(site.db)
  await site.call("requestReset", { email: account.email })
  const token = tokenIn(await site.linkTo(account.email))
  await site.call("resetPassword", { token, ...both(next) }, { "X-Forwarded-For": "203.0.113.7" })
  expect(await site.db.selectFrom("audit").selectAll().where("subject", "=", "account").execute()).toMatchObject([
    { accountId: account.id, ip: "203.0.113.7", action: "reset password", subjectId: account.id },
  ])
})

test("a reset opens an e-mail that wrong passwords have locked, and no other", async () => {
  await using site = await startAppWithMails({ settings: { TRUST_PROXY: "1", RATE_LIMITS: "1" } })
  const [account, other] = [await createTestAccount(site.db), await createTestAccount(site.db)]
  const at = (ip: string) => createCookieClient(site, { "X-Forwarded-For": ip })
  for (const { email } of [account, other]) {
    for (let count = 0; count < 10; count += 1) await at(`198.51.100.${count}`).signIn({ email }, "non")
  }
  expect((await at("203.0.113.1").signIn(account)).status).toBe(429)
  await site.call("requestReset", { email: account.email })
  await reset(site, tokenIn(await site.linkTo(account.email)))
  expect((await at("203.0.113.1").signIn(account, next)).status).toBe(200)
  expect((await at("203.0.113.1").signIn(other)).status).toBe(429)
})

test("a link works once, and each of two resets at once is one", async () => {
  const { site, account, token } = await startForgotten()
  await using _ = site
  const passwords = [next, "douze planches de teck"]
  const statuses = await Promise.all(passwords.map(async (one) => (await reset(site, token, both(one))).status))
  expect(statuses.sort()).toEqual([200, 404])
  expect((await reset(site, token)).status).toBe(404)
  expect((await opened(site, token)).status).toBe(404)
  const signedIn = passwords.map(async (one) => (await createCookieClient(site).signIn(account, one)).status)
  expect((await Promise.all(signedIn)).sort()).toEqual([200, 401])
})

test("a reset voids the other links of the account, and a changed password too", async () => {
  const { site, account, token } = await startForgotten()
  await using _ = site
  await site.call("requestReset", { email: account.email })
  const second = tokenIn(await site.linkTo(account.email, 2))
  expect((await reset(site, second)).status).toBe(200)
  expect((await reset(site, token)).status).toBe(404)
  await site.call("requestReset", { email: account.email })
  const third = tokenIn(await site.linkTo(account.email, 3))
  const browser = createCookieClient(site)
  await browser.signIn(account, next)
  const change = { currentPassword: next, ...both("douze planches de teck") }
  expect((await browser.postJson("/trpc/accounts.changePassword", change)).status).toBe(200)
  expect((await reset(site, third)).status).toBe(404)
})

test("a link expires after 30 minutes", async () => {
  const { site, token } = await startForgotten()
  await using _ = site
  site.advance(30 * MINUTE_MS - 1)
  expect((await opened(site, token)).status).toBe(200)
  site.advance(1)
  expect((await opened(site, token)).status).toBe(404)
  expect((await reset(site, token)).status).toBe(404)
})

test("opening a link changes nothing, since mail servers open links to check them", async () => {
  const { site, token } = await startForgotten()
  await using _ = site
  for (let count = 0; count < 3; count += 1) expect((await opened(site, token)).status).toBe(200)
  expect((await reset(site, token)).status).toBe(200)
})

test("a link resets the password of its account alone, whatever else the call names", async () => {
  const { site, account, token } = await startForgotten()
  await using _ = site
  const victim = await createTestAccount(site.db, { role: "admin" })
  const swapped = { ...both(next), id: victim.id, accountId: victim.id, email: victim.email }
  expect((await reset(site, token, swapped)).status).toBe(200)
  expect((await createCookieClient(site).signIn(victim)).status).toBe(200)
  expect((await createCookieClient(site).signIn(account, next)).status).toBe(200)
})

test("a token of another kind, a changed one and a stored hash reset nothing", async () => {
  const { site, token } = await startForgotten()
  await using _ = site
  const browser = createCookieClient(site)
  await browser.signIn(await createTestAccount(site.db))
  await browser.postJson("/trpc/accounts.requestEmailChange", { email: "autre@exemple.cd" })
  const ofEmail = tokenIn(await site.linkTo("autre@exemple.cd"))
  const rows = await site.db.selectFrom("accountLinks").select("tokenHash").execute()
  const guesses = [ofEmail, token.toLowerCase(), `${token}A`, token.slice(1), "", ...rows.map((row) => row.tokenHash)]
  for (const guess of guesses) expect((await reset(site, guess)).status, guess).toBe(404)
  expect((await site.call("confirmEmail", token)).status).toBe(404)
  expect((await reset(site, token)).status).toBe(200)
})

test("neither the database nor the log has the token, and the log has no e-mail", async () => {
  const { site, account, token } = await startForgotten()
  await using _ = site
  await opened(site, token)
  await site.request(`/reinitialiser/${token}`)
  await reset(site, token, both("court"))
  for (const table of ["accountLinks", "outbox", "audit", "limits"] as const) {
    expect(JSON.stringify(await site.db.selectFrom(table).selectAll().execute())).not.toContain(token)
  }
  const log = site.lines.join("")
  expect(log).toContain('"/reinitialiser/…"')
  expect(log).not.toContain(token)
  expect(log).not.toContain(account.email)
})

test.each([
  [both("court"), { password: "Le mot de passe doit contenir au moins 8 caractères" }],
  [both("password123"), { password: "Ce mot de passe est trop facile à deviner" }],
  [{ password: next, confirmPassword: "autre chose" }, { confirmPassword: "Les mots de passe ne correspondent pas" }],
])("a password that is rejected leaves the link as it is: %j", async (passwords, fields) => {
  const { site, token } = await startForgotten()
  await using _ = site
  const response = await reset(site, token, passwords)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: { data: { fields } } })
  expect((await reset(site, token)).status).toBe(200)
})

test("an account that is disabled meanwhile is not reset", async () => {
  const { site, account, token } = await startForgotten()
  await using _ = site
  const disabledAt = site.now().toISOString()
  await site.db.updateTable("accounts").set({ disabledAt }).where("id", "=", account.id).execute()
  expect((await opened(site, token)).status).toBe(404)
  expect((await reset(site, token)).status).toBe(404)
  await site.call("requestReset", { email: account.email })
  await site.untilIdle()
  expect(site.server.mails).toHaveLength(1)
})

test("a request does and answers the same whether the account exists or not; only the mail tells", async () => {
  await using site = await startAppWithMails({ settings: { RATE_LIMITS: "1" } })
  const account = await createTestAccount(site.db)
  await site.outbox.stop()
  const seen = []
  for (const email of [account.email, "personne@exemple.cd"]) {
    const response = await site.call("requestReset", { email })
    seen.push([response.status, [...response.headers.keys()], await response.text()])
  }
  expect(seen[0]).toEqual(seen[1])
  const rows = await site.db.selectFrom("outbox").selectAll().orderBy("id").execute()
  expect(rows.map(({ recipient }) => recipient)).toEqual([account.email, "personne@exemple.cd"])
  const { id, recipient, ...first } = rows[0] ?? {}
  expect(rows[1]).toMatchObject(first)
  const limits = await site.db.selectFrom("limits").select(["action", "subject"]).orderBy("id").execute()
  expect(limits.map(({ action }) => action)).toEqual([
    "password reset",
    "account mail by e-mail",
    "password reset",
    "account mail by e-mail",
  ])
  const outbox = site.startAnother()
  await site.untilIdle()
  await outbox.stop()
  expect(site.server.mails).toHaveLength(1)
})

test("nobody gets more than three of these mails an hour, and nobody is told", async () => {
  await using site = await startAppWithMails({ settings: { RATE_LIMITS: "1" } })
  const account = await createTestAccount(site.db)
  const bodies = []
  for (const email of [account.email, account.email.toUpperCase(), account.email, account.email, account.email]) {
    const response = await site.call("requestReset", { email })
    bodies.push([response.status, await response.text()])
  }
  expect(new Set(bodies.map(String)).size).toBe(1)
  await site.untilIdle()
  expect(site.mailsTo(account.email)).toHaveLength(3)
  site.advance(60 * MINUTE_MS)
  await site.call("requestReset", { email: account.email })
  await site.mailTo(account.email, 4)
})

test("a client may ask ten times an hour, whomever it names", async () => {
  await using site = await startAppWithMails({ settings: { TRUST_PROXY: "1", RATE_LIMITS: "1" } })
  const ask = (count: number, ip: string) =>
    site.call("requestReset", { email: `personne-${count}@exemple.cd` }, { "X-Forwarded-For": ip })
  const statuses = []
  for (let count = 0; count < 11; count += 1) statuses.push((await ask(count, "203.0.113.7")).status)
  expect(statuses).toEqual([...Array(10).fill(200), 429])
  const response = await ask(0, "203.0.113.7")
  expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0)
  expect(await response.text()).toContain("Trop de tentatives, réessayez plus tard")
  expect((await ask(0, "203.0.113.8")).status).toBe(200)
})

test("who guesses tokens is stopped, before any password is hashed", async () => {
  await using site = await startAppWithMails({ settings: { TRUST_PROXY: "1", RATE_LIMITS: "1" } })
  const guess = (ip: string) =>
    site.call("resetPassword", { token: "devine", ...both(next) }, { "X-Forwarded-For": ip })
  const statuses = []
  for (let count = 0; count < 21; count += 1) statuses.push((await guess("203.0.113.7")).status)
  expect(statuses).toEqual([...Array(20).fill(404), 429])
  expect((await guess("203.0.113.8")).status).toBe(404)
})

test("a forged Host never reaches a mail: without PUBLIC_URL no mail leaves, with it the link leads there", async () => {
  await using site = await startAppWithMails()
  const account = await createTestAccount(site.db)
  const forged = { Host: "pirate.example" }
  const response = await site.call("requestReset", { email: account.email }, forged)
  expect(response.status).toBe(403)
  expect(await response.text()).toContain("appelez-nous, nous vous en donnerons un")
  const asked = await site.request("/trpc/accounts.mailsLinks", { headers: forged })
  expect(await asked.json()).toMatchObject({ result: { data: false } })
  expect(await site.db.selectFrom("outbox").selectAll().execute()).toEqual([])

  const publicUrl = "https://www.lisanga.example"
  await using known = await startAppWithMails({ settings: { PUBLIC_URL: publicUrl } })
  const other = await createTestAccount(known.db)
  const headers = { ...forged, "X-Forwarded-Host": "pirate.example", Origin: publicUrl }
  expect((await known.call("requestReset", { email: other.email }, headers)).status).toBe(200)
  expect((await known.linkTo(other.email)).origin).toBe(publicUrl)
  expect((await known.mailTo(other.email)).text).not.toContain("pirate")
})

test("behind a trusted proxy a forged X-Forwarded-Host leads nowhere either", async () => {
  await using site = await startAppWithMails({ settings: { TRUST_PROXY: "1" } })
  const account = await createTestAccount(site.db)
  const headers = { Host: "localhost", "X-Forwarded-Host": "pirate.example" }
  expect((await site.call("requestReset", { email: account.email }, headers)).status).toBe(403)
})

test("without a mail server nobody is promised a mail", async () => {
  await using site = await startApp()
  const account = await createTestAccount(site.db)
  const response = await site.postJson("/trpc/accounts.requestReset", { email: account.email })
  expect(response.status).toBe(403)
  expect(await site.db.selectFrom("outbox").selectAll().execute()).toEqual([])
})

test("an administrator makes a link for somebody, which the audit log tells without the token", async () => {
  await using site = await startApp({ settings: { RATE_LIMITS: "0" } })
  const account = await createTestAccount(site.db, { username: "Béa" })
  const headers = await signInAs(site, "admin")
  const call = (id: number) => site.postJson("/trpc/accounts.createResetLink", { id }, headers)
  const { result } = (await (await call(account.id)).json()) as { result: { data: Record<string, string> } }
  const { token = "", expiresAt = "" } = result.data
  expect(Object.keys(result.data)).toEqual(["token", "expiresAt"])
  expect(Math.round((Date.parse(expiresAt) - Date.now()) / MINUTE_MS)).toBe(30)
  const [entry] = await site.db.selectFrom("audit").selectAll().where("subject", "=", "account").execute()
  expect(entry).toMatchObject({ action: "create reset link", subjectId: account.id, subjectName: "Béa" })
  expect(JSON.stringify(entry)).not.toContain(token)
  expect((await site.postJson("/trpc/accounts.resetPassword", { token, ...both(next) })).status).toBe(200)
  expect((await createCookieClient(site).signIn(account, next)).status).toBe(200)
  expect((await call(999)).status).toBe(404)
})

test("a link is made only for an account that is in use, and by an administrator after reauthentication", async () => {
  const clock = { time: Date.now() }
  await using site = await startApp({ now: () => new Date(clock.time) })
  const account = await createTestAccount(site.db)
  const [admin, editor] = [await signInAs(site, "admin"), await signInAs(site, "editor")]
  const status = async (headers: Record<string, string>) =>
    (await site.postJson("/trpc/accounts.createResetLink", { id: account.id }, headers)).status
  expect(await status(editor)).toBe(403)
  const disabledAt = new Date().toISOString()
  await site.db.updateTable("accounts").set({ disabledAt }).where("id", "=", account.id).execute()
  expect(await status(admin)).toBe(404)
  await site.db.updateTable("accounts").set({ disabledAt: null }).where("id", "=", account.id).execute()
  clock.time += 11 * MINUTE_MS
  expect(await status(admin)).toBe(403)
  expect(await site.db.selectFrom("accountLinks").selectAll().execute()).toEqual([])
})

test("a second factor is still asked for after a reset", async () => {
  const { site, account, token } = await startForgotten()
  await using _ = site
  const row = { accountId: account.id, secret: "secret", confirmedAt: site.now().toISOString() }
  await site.db.insertInto("oneTimeCodes").values(row).execute()
  expect((await reset(site, token)).status).toBe(200)
  const browser = createCookieClient(site)
  await browser.signIn(account, next)
  expect(await browser.me()).toMatchObject({ missingFactor: "code" })
  expect((await browser.postJson("/trpc/accounts.endOtherSessions", {})).status).toBe(403)
})
