import { describe, expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"

const NEW = "dix planches de limba"
const change = { currentPassword: TEST_PASSWORD, password: NEW, confirmPassword: NEW }

async function startSignedIn(settings: Record<string, string> = {}) {
  let time = Date.now()
  const app = await startApp({ settings, now: () => new Date(time) })
  const account = await createTestAccount(app.db)
  const browser = createCookieClient(app)
  await browser.signIn(account)
  return {
    ...app,
    account,
    browser,
    advance: (seconds: number) => (time += seconds * 1000),
    change: (overrides: object = {}) => browser.postJson("/trpc/accounts.changePassword", { ...change, ...overrides }),
  }
}

test("a reauthentication names no « actuel », since its field does not", async () => {
  await using app = await startSignedIn()
  const response = await app.browser.postJson("/trpc/accounts.reauthenticate", { password: "pas le mien" })
  expect((await response.json()).error.data.fields).toEqual({ password: responseTexts.wrongOwnPassword })
})

test("the new password signs in and the old one no longer does", async () => {
  await using app = await startSignedIn()
  const response = await app.change()
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({ result: { data: { revokedTokens: 0 } } })
  expect((await createCookieClient(app).signIn(app.account)).status).toBe(401)
  expect((await createCookieClient(app).signIn(app.account, NEW)).status).toBe(200)
})

test("this session stays valid, every other one of the account ends, and no other account's", async () => {
  await using app = await startSignedIn()
  const [other, stranger] = [createCookieClient(app), createCookieClient(app)]
  await other.signIn(app.account)
  await stranger.signIn(await createTestAccount(app.db))
  await app.change()
  expect(await app.browser.me()).not.toBeNull()
  expect(await other.me()).toBeNull()
  expect(await stranger.me()).not.toBeNull()
})

test("this device is trusted again, and others no longer", async () => {
  await using app = await startSignedIn()
  const other = createCookieClient(app)
  await other.signIn(app.account)
  const [mine, theirs] = [app.browser.cookies.get("known"), other.cookies.get("known")]
  await app.change()
  const renewed = app.browser.cookies.get("known")
  expect(renewed).not.toBe(mine)
  for (let count = 0; count < 10; count += 1) await createCookieClient(app).signIn(app.account, "non")
  for (const [known, status] of [
    [mine, 429],
    [theirs, 429],
    [renewed, 200],
  ] as const) {
    expect((await createCookieClient(app, { Cookie: `known=${known}` }).signIn(app.account, NEW)).status).toBe(status)
  }
})

test("the change is in the audit log of a colleague, without any password", async () => {
  await using app = await startSignedIn()
  await app.db.updateTable("accounts").set({ role: "editor" }).execute()
  await app.change()
  const records = await app.db.selectFrom("audit").selectAll().orderBy("id").execute()
  const { id } = app.account
  expect(records).toMatchObject([{ accountId: id, action: "change password", subject: "account", subjectId: id }])
  expect(JSON.stringify(records) + app.lines.join("")).not.toMatch(/planche/)
})

describe("nothing changes", () => {
  test.each([
    ["a wrong present password", { currentPassword: "non" }, { currentPassword: responseTexts.wrongPassword }],
    ["no present password", { currentPassword: "" }, { currentPassword: "Le mot de passe est requis" }],
    [
      "a confirmation that differs",
      { confirmPassword: "autre" },
      { confirmPassword: "Les mots de passe ne correspondent pas" },
    ],
    [
      "a short one",
      { password: "1234567", confirmPassword: "1234567" },
      { password: "Le mot de passe doit contenir au moins 8 caractères" },
    ],
    [
      "the present one, which stays in force",
      { password: TEST_PASSWORD, confirmPassword: TEST_PASSWORD },
      { password: responseTexts.samePassword },
    ],
    ...["password1", "motdepasse", "MotDePasse", "12345678", "azertyuiop", "QwertyUiop"].map(
      (common): [string, object, object] => [
        `the common « ${common} »`,
        { password: common, confirmPassword: common },
        { password: "Ce mot de passe est trop facile à deviner" },
      ],
    ),
  ])("with %s", async (_what, overrides, fields) => {
    await using app = await startSignedIn()
    const response = await app.change(overrides)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { data: { code: "invalid", fields } } })
    expect(await app.db.selectFrom("audit").select("id").execute()).toEqual([])
    expect((await createCookieClient(app).signIn(app.account)).status).toBe(200)
  })

  test("for a visitor", async () => {
    await using app = await startSignedIn()
    for (const body of [change, {}, null]) {
      expect((await app.postJson("/trpc/accounts.changePassword", body)).status).toBe(401)
    }
  })

  test("after the session has ended", async () => {
    await using app = await startSignedIn()
    await app.db.deleteFrom("sessions").execute()
    expect((await app.change()).status).toBe(401)
  })
})

describe("wrong current passwords", () => {
  test("are limited to ten in a quarter of an hour, also at once, and then the correct one is rejected too", async () => {
    await using app = await startSignedIn()
    const guesses = await Promise.all(Array.from({ length: 15 }, () => app.change({ currentPassword: "non" })))
    expect(guesses.filter(({ status }) => status === 400)).toHaveLength(10)
    const rejected = await app.change()
    expect(rejected.status).toBe(429)
    expect(rejected.headers.get("Retry-After")).toBe("900")
    app.advance(900)
    expect((await app.change()).status).toBe(200)
  })

  test("do not count if the password is correct, nor if the new password is rejected", async () => {
    await using app = await startSignedIn()
    for (let count = 0; count < 11; count += 1) {
      expect((await app.change({ password: "motdepasse", confirmPassword: "motdepasse" })).status).toBe(400)
    }
    expect((await app.change()).status).toBe(200)
    expect(await app.db.selectFrom("limits").select("id").execute()).toEqual([])
  })

  test("are without limit with RATE_LIMITS=0", async () => {
    await using app = await startSignedIn({ RATE_LIMITS: "0" })
    for (let count = 0; count < 12; count += 1) expect((await app.change({ currentPassword: "non" })).status).toBe(400)
  })
})
