// @module-tag isolated
import { expect, test, vi } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"

const rejected = { success: false, message: "E-mail ou mot de passe incorrect" }

test("the correct password returns the account, a token, and nothing else", async () => {
  await using app = await startApp()
  const account = await createTestAccount(app.db, { username: "Béa", email: "bea@exemple.cd", role: "admin" })
  const response = await createCookieClient(app).signIn(account)
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    success: true,
    message: "Connexion réussie",
    token: expect.stringMatching(/\S{16,}/),
    user: { id: account.id, username: "Béa", email: "bea@exemple.cd", role: "admin" },
  })
  expect(response.headers.get("Cache-Control")).toBe("no-store")
})

/** The characters differ, since PostgreSQL would compress repeated ones. */
const LONGEST = String.fromCodePoint(
  ...Array.from({ length: 1000 }, (_, number) => 0x4e00 + ((number * 7919) % 20_000)),
)

test("a wrong password, an unknown e-mail and a disabled account are rejected alike", async () => {
  await using app = await startApp()
  const account = await createTestAccount(app.db)
  const disabled = await createTestAccount(app.db)
  const disabledAt = new Date().toISOString()
  await app.db.updateTable("accounts").set({ disabledAt }).where("id", "=", disabled.id).execute()
  for (const [email, password] of [
    [account.email, "une autre planche"],
    [account.email, TEST_PASSWORD.toUpperCase()],
    [account.email, `${TEST_PASSWORD} `],
    ["personne@exemple.cd", TEST_PASSWORD],
    ["pas une adresse", TEST_PASSWORD],
    [LONGEST, TEST_PASSWORD],
    [disabled.email, TEST_PASSWORD],
  ]) {
    const response = await app.postJson("/api/login", { email, password })
    expect(response.status, email).toBe(401)
    expect(await response.json()).toEqual(rejected)
    expect(response.headers.getSetCookie()).toEqual([])
  }
})

test("the e-mail is compared trimmed and without case", async () => {
  await using app = await startApp()
  await createTestAccount(app.db, { email: "Amina.Kabongo@exemple.cd" })
  expect((await createCookieClient(app).signIn({ email: "  AMINA.kabongo@EXEMPLE.cd\n" })).status).toBe(200)
})

test("a password may be typed as other code points than when it was set", async () => {
  await using app = await startApp()
  const names = { username: "Léa", email: "lea@exemple.cd" }
  const password = "forêt équatoriale".normalize("NFD")
  const registration = { ...names, password, confirm_password: password }
  expect((await app.postJson("/api/register", registration)).status).toBe(201)
  expect((await createCookieClient(app).signIn(names, password.normalize("NFC"))).status).toBe(200)
})

test.each([
  ["no e-mail", { password: TEST_PASSWORD }, { email: responseTexts.emailRequired }],
  ["a blank e-mail", { email: " ", password: TEST_PASSWORD }, { email: responseTexts.emailRequired }],
  ["no password", { email: "a@exemple.cd" }, { password: "Le mot de passe est requis" }],
  ["an empty password", { email: "a@exemple.cd", password: "" }, { password: "Le mot de passe est requis" }],
  ["a password that is no text", { email: "a@exemple.cd", password: 1 }, { password: "Le mot de passe est requis" }],
])("%s is 400 with the field at fault", async (_what, body, errors) => {
  await using app = await startApp()
  const response = await app.postJson("/api/login", body)
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ success: false, message: Object.values(errors)[0], errors })
})

test.each([null, [], "texte", 1])("%o as a body is 400", async (body) => {
  await using app = await startApp()
  const response = await app.postJson("/api/login", body)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ success: false })
})

test("a password that would take minutes to normalize is rejected at once", async () => {
  await using app = await startApp()
  const password = `a${"\u0301".repeat(150_000)}${"\u0327".repeat(150_000)}`
  expect((await app.postJson("/api/login", { email: "a@exemple.cd", password })).status).toBe(400)
})

test("the session and the trusted device are HttpOnly cookies for this site alone", async () => {
  await using app = await startApp()
  const response = await createCookieClient(app).signIn(await createTestAccount(app.db))
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^session=[a-z0-9]{30,}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/),
    expect.stringMatching(/^known=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/),
  ])
})

test("under https both are Secure and bound to the host", async () => {
  await using app = await startApp({ settings: { PUBLIC_URL: "https://www.lisanga.example" } })
  const browser = createCookieClient(app)
  const response = await browser.signIn(await createTestAccount(app.db))
  expect(response.headers.getSetCookie()).toEqual([
    expect.stringMatching(/^__Host-session=\w+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
    expect.stringMatching(/^__Host-known=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  ])
  expect(await browser.me()).not.toBeNull()
})

test("under https a cookie without the prefix, which a neighbour site could set, is ignored", async () => {
  await using app = await startApp({ settings: { PUBLIC_URL: "https://www.lisanga.example" } })
  const browser = createCookieClient(app)
  await browser.signIn(await createTestAccount(app.db))
  const planted = createCookieClient(app, { Cookie: `session=${browser.cookies.get("__Host-session")}` })
  expect(await planted.me()).toBeNull()
})

test("signing in creates a new session and ends the current one", async () => {
  await using app = await startApp()
  const account = await createTestAccount(app.db)
  const browser = createCookieClient(app)
  await browser.signIn(account)
  const before = createCookieClient(app, { Cookie: `session=${browser.cookies.get("session")}` })
  await browser.signIn(account)
  expect(await before.me()).toBeNull()
  expect(await browser.me()).toMatchObject({ id: account.id })
  expect(await app.db.selectFrom("sessions").select("idHash").execute()).toHaveLength(1)
})

test("signing in as somebody else ends the first account's session in that browser, and no other", async () => {
  await using app = await startApp()
  const [first, second] = [await createTestAccount(app.db), await createTestAccount(app.db)]
  const [shared, own] = [createCookieClient(app), createCookieClient(app)]
  await shared.signIn(first)
  await own.signIn(first)
  await shared.signIn(second)
  expect(await shared.me()).toMatchObject({ id: second.id })
  expect(await own.me()).toMatchObject({ id: first.id })
  expect(await app.db.selectFrom("sessions").select("idHash").execute()).toHaveLength(2)
})

test("a session id that was set before signing in is never used", async () => {
  await using app = await startApp()
  const planted = "a".repeat(40)
  const browser = createCookieClient(app)
  browser.cookies.set("session", planted)
  await browser.signIn(await createTestAccount(app.db))
  expect(browser.cookies.get("session")).not.toBe(planted)
  expect(await createCookieClient(app, { Cookie: `session=${planted}` }).me()).toBeNull()
})

test("a failed sign-in leaves the current session as it is", async () => {
  await using app = await startApp()
  const account = await createTestAccount(app.db)
  const browser = createCookieClient(app)
  await browser.signIn(account)
  expect((await browser.signIn(account, "une autre planche")).status).toBe(401)
  expect(await browser.me()).toMatchObject({ id: account.id })
})

test("the token authenticates nothing, wherever it is sent", async () => {
  await using app = await startApp()
  const account = await createTestAccount(app.db, { role: "admin" })
  const { token } = (await (await createCookieClient(app).signIn(account)).json()) as { token: string }
  for (const headers of [
    { Authorization: `Bearer ${token}` },
    { Authorization: token },
    { "X-Auth-Token": token },
    { Cookie: `session=${token}` },
    { Cookie: `token=${token}` },
  ]) {
    expect(await createCookieClient(app, headers).me()).toBeNull()
    expect((await app.request(`/api/admin/stats?token=${token}`, { headers })).status).toBe(401)
  }
})

test("the token changes nothing where it is sent beside the cookie, or to what is open to everyone", async () => {
  await using app = await startApp()
  const account = await createTestAccount(app.db, { role: "admin" })
  const { token } = (await (await createCookieClient(app).signIn(account)).json()) as { token: string }
  const Authorization = `Bearer ${token}`
  expect((await app.request("/api/projects", { headers: { Authorization } })).status).toBe(200)
  const headers = { ...(await signInAs(app, "admin")), Authorization }
  expect((await app.request("/api/admin/stats", { headers })).status).toBe(200)
  const evil = { ...headers, Origin: "https://evil.example" }
  expect((await app.request("/api/projects/1", { method: "DELETE", headers: evil })).status).toBe(403)
})

test("tRPC signs in alike", async () => {
  await using app = await startApp()
  const account = await createTestAccount(app.db, { role: "admin" })
  const browser = createCookieClient(app)
  const response = await browser.postJson("/trpc/accounts.signIn", { email: account.email, password: TEST_PASSWORD })
  expect(await response.json()).toEqual({
    result: { data: { account, token: expect.any(String), home: "/admin/dashboard" } },
  })
  expect(await browser.me()).toEqual(account)
  const failed = await createCookieClient(app).postJson("/trpc/accounts.signIn", {
    email: account.email,
    password: "non",
  })
  expect(failed.status).toBe(401)
  expect(await failed.json()).toMatchObject({ error: { message: rejected.message, data: { code: "unauthorized" } } })
})

test("no log line contains an e-mail, a password or a cookie", async () => {
  await using app = await startApp()
  const account = await createTestAccount(app.db)
  const browser = createCookieClient(app)
  await browser.signIn(account, "une autre planche")
  await browser.signIn(account)
  await browser.me()
  const lines = app.lines.join("")
  expect(app.lines).toHaveLength(4)
  for (const secret of [account.email, "planche", browser.cookies.get("session"), browser.cookies.get("known")]) {
    expect(lines).not.toContain(secret)
  }
})

test("a password that the server is too busy to verify is 503 and no failure", async () => {
  await using app = await startApp({ settings: { TRUST_PROXY: "1" } })
  const attempts = Array.from({ length: 150 }, (_, number) =>
    createCookieClient(app, { "X-Forwarded-For": `203.0.113.${number}` }).signIn({ email: `qui-${number}@exemple.cd` }),
  )
  const responses = await Promise.all(attempts)
  const busy = responses.filter(({ status }) => status === 503)
  expect(busy.length).toBeGreaterThan(0)
  expect(busy[0]?.headers.get("Retry-After")).toBe("5")
  const failed = responses.filter(({ status }) => status === 401)
  expect(failed.length + busy.length).toBe(150)
  const counted = await app.db.selectFrom("limits").select("id").where("action", "=", "sign-in by e-mail").execute()
  expect(counted).toHaveLength(failed.length)
})

const work = vi.hoisted(() => ({ hashes: 0, verifications: 0 }))

vi.mock("@node-rs/argon2", async (importOriginal) => {
  const argon2 = await importOriginal<typeof import("@node-rs/argon2")>()
  const hash: typeof argon2.hash = (...given) => {
    work.hashes += 1
    return argon2.hash(...given)
  }
  const verify: typeof argon2.verify = (...given) => {
    work.verifications += 1
    return argon2.verify(...given)
  }
  return { ...argon2, hash, verify }
})

/** Counts the hashes and verifications of an attempt. */
async function countWork(attempt: () => Promise<Response> | Response) {
  Object.assign(work, { hashes: 0, verifications: 0 })
  const { status } = await attempt()
  return { status, ...work }
}

test("an unknown e-mail costs a hash like a known one, so that the time reveals nothing", async () => {
  await using app = await startApp()
  const [account, disabled] = [await createTestAccount(app.db), await createTestAccount(app.db)]
  const disabledAt = new Date().toISOString()
  await app.db.updateTable("accounts").set({ disabledAt }).where("id", "=", disabled.id).execute()
  const emails = [account.email, "personne@exemple.cd", disabled.email, "pas une adresse"]
  await createCookieClient(app).signIn({ email: "la première fois" }, "une autre planche")
  for (const email of emails) {
    const counted = await countWork(() => createCookieClient(app).signIn({ email }, "une autre planche"))
    expect(counted, email).toEqual({ status: 401, hashes: 0, verifications: 1 })
  }
})

test("a locked e-mail costs no hash, whether an account has it or not", async () => {
  await using app = await startApp({ settings: { TRUST_PROXY: "1" } })
  const { email: known } = await createTestAccount(app.db)
  for (const email of [known, "personne@exemple.cd"]) {
    const from = (number: number) => createCookieClient(app, { "X-Forwarded-For": `203.0.113.${number}` })
    for (let number = 0; number < 10; number += 1) await from(number).signIn({ email }, "une autre planche")
    const counted = await countWork(() => from(99).signIn({ email }))
    expect(counted, email).toEqual({ status: 429, hashes: 0, verifications: 0 })
  }
})

test("a registration with a taken e-mail or name, which is not counted, costs no hash", async () => {
  await using app = await startApp()
  const { email, username } = await createTestAccount(app.db)
  const free = { username: "Léa", email: "lea@exemple.cd", password: TEST_PASSWORD, confirm_password: TEST_PASSWORD }
  for (const taken of [{ email }, { username }]) {
    const counted = await countWork(() => app.postJson("/api/register", { ...free, ...taken }))
    expect(counted).toEqual({ status: 409, hashes: 0, verifications: 0 })
  }
  const counted = await countWork(() => app.postJson("/api/register", free))
  expect(counted).toEqual({ status: 201, hashes: 1, verifications: 0 })
})
