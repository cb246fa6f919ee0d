// @module-tag engines
import { describe, expect, test } from "vitest"
import type { Role } from "#server/contract/domains/roles.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createAuthenticator } from "#server/testing/authenticator.ts"
import { createTestToken } from "#server/testing/create-test-token.ts"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
import { startWithFactors } from "#server/testing/start-with-factors.ts"
import { TEST_PASSWORD } from "#server/testing/test-account.ts"

/** Starts with roles that need a factor; the administrator who required it has one-time codes. */
async function startRequired(roles: Role[] = ["admin"]) {
  const app = await startWithFactors()
  const { browser: chief, account } = await app.signIn()
  const codes = await chief.turnOnCodes(app)
  expect((await chief.mutate("setRequirement", { roles })).status).toBe(200)
  return {
    ...app,
    ...codes,
    chief,
    account,
    /** Signs in an account without any factor, which the administrator gives a link. */
    async signInWithLink(role: Role = "admin") {
      const { browser, account } = await app.signIn(role)
      const { data } = await chief.mutate<{ token: string }>("createLinkFor", { id: account.id })
      return { browser, account, token: data.token, use: () => browser.mutate("useLink", data.token) }
    },
  }
}

describe("without the code of an account that has one", () => {
  async function startPending() {
    const app = await startWithFactors()
    const { browser, account } = await app.signIn()
    const codes = await browser.turnOnCodes(app)
    app.advance(30)
    const pending = app.createBrowser()
    await pending.signIn(account)
    return { ...app, ...codes, browser, account, pending }
  }

  test("the session says so, and every call but those that give it is rejected with the reason", async () => {
    await using app = await startPending()
    expect(await app.pending.me()).toMatchObject({ role: "admin", missingFactor: "code" })
    expect((await app.pending.query("choices")).data).toEqual({ hasCode: true, hasPasskey: false })
    for (const path of ["projects.managed?input=1", "stats.overview", "messages.inbox", "views.list", "factors.own"]) {
      const response = await app.pending.request(`/trpc/${path}`)
      expect(response.status, path).toBe(403)
      expect(await response.json()).toMatchObject({
        error: { message: responseTexts.factorRequired, data: { reason: "factor" } },
      })
    }
  })

  test("REST calls, uploads and the stream of events are closed", async () => {
    await using app = await startPending()
    const paths = [
      "/api/admin/stats",
      "/api/contact-messages",
      "/api/admin/events",
      "/api/admin/projects.csv",
      "/api/admin/messages.csv",
    ]
    for (const path of paths) expect((await app.pending.request(path)).status, path).toBe(403)
    for (const path of ["/upload", "/api/pictures"]) {
      const body = createForm({ images: await createImageFile() })
      expect((await app.pending.request(path, { method: "POST", body })).status, path).toBe(403)
    }
    expect((await app.pending.postJson("/api/uploads", { name: "vue.jpg", length: 9 })).status).toBe(403)
    expect((await app.pending.request("/api/projects/1", { method: "DELETE" })).status).toBe(403)
  })

  test("what would go around it is closed: a new passkey, new codes, another password, other sessions", async () => {
    await using app = await startPending()
    const reason = { status: 403, reason: "factor" }
    for (const name of ["registrationOptions", "startCodes", "turnOffCodes", "renewRecoveryCodes"]) {
      expect(await app.pending.mutate(name), name).toMatchObject(reason)
    }
    const { data: options } = await app.browser.change<never>("registrationOptions")
    const response = createAuthenticator().create(options)
    expect(await app.pending.mutate("addPasskey", { response })).toMatchObject(reason)
    expect(await app.pending.mutate("confirmCodes", { code: app.codeOf(app.secret) })).toMatchObject(reason)
    const change = { currentPassword: TEST_PASSWORD, password: "dix planches", confirmPassword: "dix planches" }
    for (const [path, input] of [
      ["accounts.changePassword", change],
      ["accounts.reauthenticate", { password: TEST_PASSWORD }],
      ["accounts.endOtherSessions", undefined],
    ] as const) {
      expect((await app.pending.postJson(`/trpc/${path}`, input)).status, path).toBe(403)
    }
  })

  test("a stream of events that was open ends when codes are turned on elsewhere", async () => {
    await using app = await startWithFactors()
    const { browser, account } = await app.signIn()
    const watching = app.createBrowser()
    await watching.signIn(account)
    const stream = await watching.request("/api/admin/events")
    expect(stream.status).toBe(200)
    const reader = stream.body?.getReader()
    await browser.turnOnCodes(app)
    for (;;) {
      const { done } = (await reader?.read()) ?? { done: true }
      if (done) break
    }
    expect((await watching.request("/api/admin/events")).status).toBe(403)
  })

  test("signing out works", async () => {
    await using app = await startPending()
    await app.pending.signOut()
    expect(await app.pending.me()).toBeNull()
  })

  test("a passkey of the account gives the factor too, under a new session id", async () => {
    await using app = await startPending()
    const authenticator = await app.browser.addPasskey()
    const before = app.pending.cookies.get("session")
    expect((await app.pending.query("choices")).data).toEqual({ hasCode: true, hasPasskey: true })
    expect((await app.pending.usePasskey(authenticator)).status).toBe(200)
    expect(app.pending.cookies.get("session")).not.toBe(before)
    expect((await app.pending.query("own")).status).toBe(200)
  })
})

describe("where a role needs a factor", () => {
  const reason = { status: 403, reason: "factor" }

  test("the password alone adds no first one", async () => {
    await using app = await startRequired()
    const { browser } = await app.signIn()
    expect(await browser.me()).toMatchObject({ missingFactor: "link" })
    for (const name of ["registrationOptions", "startCodes"]) expect(await browser.mutate(name)).toMatchObject(reason)
    expect(await browser.mutate("confirmCodes", { code: "000000" })).toMatchObject(reason)
    expect(await browser.query("own")).toMatchObject(reason)
    const reauthenticated = await browser.postJson("/trpc/accounts.reauthenticate", { password: TEST_PASSWORD })
    expect(reauthenticated.status).toBe(403)
  })

  test("codes that somebody began to set up before cannot be confirmed either", async () => {
    await using app = await startWithFactors()
    const { browser } = await app.signIn("editor")
    const { data } = await browser.mutate<{ secret: string }>("startCodes")
    const { browser: chief } = await app.signIn()
    await chief.turnOnCodes(app)
    await chief.mutate("setRequirement", { roles: ["editor"] })
    expect(await browser.mutate("confirmCodes", { code: app.codeOf(data.secret) })).toMatchObject(reason)
  })

  test("a link from an administrator lets that session add one, and no other session; the link works once", async () => {
    await using app = await startRequired()
    const { browser, account, use } = await app.signInWithLink()
    const thief = app.createBrowser()
    await thief.signIn(account)
    expect((await use()).status).toBe(200)
    expect(await browser.me()).toMatchObject({ missingFactor: "enrolment" })
    expect(await thief.me()).toMatchObject({ missingFactor: "link" })
    expect((await use()).status).toBe(404)
    const before = browser.cookies.get("session")
    await browser.addPasskey()
    expect(browser.cookies.get("session")).not.toBe(before)
    expect(await browser.me()).not.toHaveProperty("missingFactor")
    expect(await thief.me()).toMatchObject({ missingFactor: "code" })
    expect(await app.auditActions()).toContain("create factor link")
  })

  test("one-time codes open the session too", async () => {
    await using app = await startRequired()
    const { browser, use } = await app.signInWithLink()
    await use()
    await browser.turnOnCodes(app)
    expect((await browser.query("own")).status).toBe(200)
  })

  test("after half an hour neither the link nor the session that opened it adds one", async () => {
    await using app = await startRequired()
    const late = await app.signInWithLink()
    const slow = await app.signInWithLink()
    await slow.use()
    app.advance(1801)
    expect((await late.use()).status).toBe(404)
    expect(await slow.browser.me()).toMatchObject({ missingFactor: "link" })
  })

  test("a link of another account is refused and stays valid", async () => {
    await using app = await startRequired()
    const mine = await app.signInWithLink()
    const theirs = await app.signInWithLink()
    const refused = { status: 403, message: responseTexts.factorLinkOfOther }
    expect(await mine.browser.mutate("useLink", theirs.token)).toMatchObject(refused)
    expect((await theirs.use()).status).toBe(200)
  })

  test("whoever takes up an invitation adds one at once", async () => {
    await using app = await startRequired(["admin", "editor"])
    const issued = await app.chief.postJson("/trpc/users.invite", { role: "editor" })
    const { token } = (await issued.json()).result.data
    const browser = app.createBrowser()
    const password = "onze tuiles de Kasangulu"
    const names = { username: "Anne", email: "anne@exemple.cd" }
    await browser.postJson("/trpc/users.acceptInvitation", { token, ...names, password, confirmPassword: password })
    expect(await browser.me()).toMatchObject({ missingFactor: "enrolment" })
    await browser.addPasskey()
    expect((await browser.query("own")).status).toBe(200)
  })

  test("a first factor is added soon after the password only; it can be given again", async () => {
    await using app = await startRequired()
    const { browser, use } = await app.signInWithLink()
    await use()
    app.advance(660)
    for (const name of ["registrationOptions", "startCodes"]) {
      expect(await browser.mutate(name)).toMatchObject({ status: 403, reason: "reauthentication" })
    }
    expect((await browser.postJson("/trpc/accounts.reauthenticate", { password: TEST_PASSWORD })).status).toBe(200)
    await browser.addPasskey()
  })

  test("one that was set up before is enough, and is given after the password; other roles need nothing", async () => {
    await using app = await startWithFactors()
    const { browser, account } = await app.signIn("agent")
    const authenticator = await browser.addPasskey()
    const { browser: chief } = await app.signIn()
    await chief.turnOnCodes(app)
    await chief.mutate("setRequirement", { roles: ["agent"] })
    const again = app.createBrowser()
    await again.signIn(account)
    expect(await again.me()).toMatchObject({ missingFactor: "code" })
    expect((await again.usePasskey(authenticator)).status).toBe(200)
    for (const role of ["admin", "editor", "reader"] as const) {
      const { browser: other } = await app.signIn(role)
      expect((await other.query("own")).status, role).toBe(200)
    }
  })

  test("a token of an account without one stops working until it has one", async () => {
    await using app = await startWithFactors()
    const { headers, account } = await createTestToken(app.db, { role: "editor" })
    const status = async () => (await app.request("/api/admin/stats", { headers })).status
    const { browser: chief } = await app.signIn()
    await chief.turnOnCodes(app)
    expect(await status()).toBe(200)
    await chief.mutate("setRequirement", { roles: ["editor"] })
    expect(await status()).toBe(401)
    const listed = await chief.request("/trpc/tokens.list")
    expect((await listed.json()).result.data).toMatchObject([{ state: "suspended" }])
    const confirmed = { accountId: account.id, secret: "ABCD", confirmedAt: app.now().toISOString() }
    await app.db.insertInto("oneTimeCodes").values(confirmed).execute()
    expect(await status()).toBe(200)
  })

  test("the setting of an earlier version still holds for administrators", async () => {
    await using app = await startWithFactors()
    await app.db.insertInto("factorRequirements").values({ role: "admin" }).execute()
    const { browser } = await app.signIn()
    expect(await browser.me()).toMatchObject({ missingFactor: "link" })
    const { browser: editor } = await app.signIn("editor")
    expect(await editor.me()).not.toHaveProperty("missingFactor")
  })
})

describe("a change of factors needs one of them", () => {
  const asked = { status: 403, reason: "factor proof", message: responseTexts.factorProofRequired }
  const changes = ["registrationOptions", "startCodes", "turnOffCodes", "renewRecoveryCodes"]

  test("the session and the password are not enough, however recent", async () => {
    await using app = await startWithFactors()
    const { browser } = await app.signIn()
    await browser.turnOnCodes(app)
    for (const name of changes) expect(await browser.mutate(name), name).toMatchObject(asked)
    expect((await browser.query("own")).data).toMatchObject({ passkeys: [], recoveryCodesLeft: 10 })
    const { browser: other } = await app.signIn()
    const { id } = await other.addPasskey()
    expect(await other.mutate("removePasskey", { id })).toMatchObject(asked)
    expect((await other.query("own")).data).toMatchObject({ passkeys: [{ id }] })
  })

  test("a code, a recovery code and a passkey are, each once", async () => {
    await using app = await startWithFactors()
    const { browser } = await app.signIn()
    const { secret, recoveryCodes } = await browser.turnOnCodes(app)
    app.advance(30)
    const code = { proof: { code: app.codeOf(secret) } }
    expect((await browser.mutate("renewRecoveryCodes", code)).status).toBe(200)
    const wrong = { status: 400, message: responseTexts.wrongCode }
    expect(await browser.mutate("renewRecoveryCodes", code)).toMatchObject(wrong)
    const old = { proof: { code: recoveryCodes[0] } }
    expect(await browser.mutate("turnOffCodes", old)).toMatchObject({ message: responseTexts.wrongRecoveryCode })
    app.advance(30)
    const { data: options } = await browser.mutate<never>("registrationOptions", {
      proof: { code: app.codeOf(secret) },
    })
    const authenticator = createAuthenticator()
    await browser.mutate("addPasskey", { response: authenticator.create(options) })
    const { data: challenge } = await browser.mutate<never>("passkeyOptions")
    const passkey = { proof: { response: authenticator.get(challenge) } }
    expect((await browser.mutate("turnOffCodes", passkey)).status).toBe(200)
    const { id } = authenticator
    expect(await browser.mutate("removePasskey", { id, ...passkey })).toMatchObject({
      message: responseTexts.passkeyExpired,
    })
  })

  test("wrong codes are limited as they are at the sign-in", async () => {
    await using app = await startWithFactors()
    const { browser } = await app.signIn()
    const { secret } = await browser.turnOnCodes(app)
    app.advance(30)
    const guess = { proof: { code: "000000" } }
    for (let count = 0; count < 5; count += 1) await browser.mutate("turnOffCodes", guess)
    const right = { proof: { code: app.codeOf(secret) } }
    expect((await browser.mutate("turnOffCodes", right)).status).toBe(429)
  })

  test("codes that were only begun end when a passkey is added", async () => {
    await using app = await startWithFactors()
    const { browser } = await app.signIn()
    const { data } = await browser.mutate<{ secret: string }>("startCodes")
    await browser.addPasskey()
    const { message } = await browser.mutate("confirmCodes", { code: app.codeOf(data.secret) })
    expect(message).toBe(responseTexts.codesNotStarted)
  })
})

describe("the last factor of an account whose role needs one", () => {
  const refused = { status: 409, message: responseTexts.lastRequiredFactor }

  test("cannot be turned off or removed, and another can", async () => {
    await using app = await startRequired()
    expect((await app.chief.query("own")).data).toMatchObject({ isRequired: true })
    expect(await app.chief.change("turnOffCodes")).toMatchObject(refused)
    expect((await app.chief.query("own")).data).toMatchObject({ codesSince: expect.any(String) })
    const { id } = await app.chief.addPasskey()
    expect((await app.chief.change("turnOffCodes")).status).toBe(200)
    expect(await app.chief.change("removePasskey", { id })).toMatchObject(refused)
    expect((await app.chief.query("own")).data).toMatchObject({ passkeys: [{ id }] })
  })

  test("can be removed as long as no role that needs one is the account's", async () => {
    await using app = await startRequired()
    const { browser } = await app.signIn("editor")
    const { id } = await browser.addPasskey()
    expect((await browser.query("own")).data).toMatchObject({ isRequired: false })
    expect((await browser.change("removePasskey", { id })).status).toBe(200)
  })
})

describe("the setting", () => {
  test("is refused to an administrator who has no factor, who would have locked themselves out", async () => {
    await using app = await startWithFactors()
    const { browser } = await app.signIn()
    const { status, message } = await browser.mutate("setRequirement", { roles: ["admin"] })
    expect({ status, message }).toEqual({ status: 409, message: responseTexts.ownFactorFirst })
    expect((await browser.query("requirement")).data).toEqual({ roles: [] })
    expect((await browser.mutate("setRequirement", { roles: ["editor"] })).status).toBe(200)
  })

  test("is raised with the password, and lowered with a factor only", async () => {
    await using app = await startRequired()
    expect((await app.chief.mutate("setRequirement", { roles: ["admin", "agent"] })).status).toBe(200)
    for (const roles of [[], ["admin"], ["agent", "editor"]]) {
      expect(await app.chief.mutate("setRequirement", { roles })).toMatchObject({ status: 403, reason: "factor proof" })
    }
    const wrong = { roles: [], proof: { code: "AAAA-AAAA" } }
    expect(await app.chief.mutate("setRequirement", wrong)).toMatchObject({ message: responseTexts.wrongRecoveryCode })
    expect((await app.chief.query("requirement")).data).toEqual({ roles: ["admin", "agent"] })
    const proof = { code: app.recoveryCodes[0] }
    expect((await app.chief.mutate("setRequirement", { roles: ["agent"], proof })).status).toBe(200)
    expect((await app.chief.query("requirement")).data).toEqual({ roles: ["agent"] })
  })

  test("needs reauthentication, and is in the audit log with before and after, each change once", async () => {
    await using app = await startRequired()
    await app.chief.mutate("setRequirement", { roles: ["admin"] })
    await app.chief.mutate("setRequirement", { roles: ["agent", "admin"] })
    await app.chief.change("setRequirement", { roles: [] })
    expect((await app.chief.query("requirement")).data).toEqual({ roles: [] })
    const entries = await app.db.selectFrom("audit").select("details").where("subject", "=", "settings").execute()
    expect(entries.map(({ details }) => JSON.parse(details))).toEqual([
      { before: { roles: [] }, after: { roles: ["admin"] } },
      { before: { roles: ["admin"] }, after: { roles: ["admin", "agent"] } },
      { before: { roles: ["admin", "agent"] }, after: { roles: [] } },
    ])
    expect((await app.chief.mutate("setRequirement", { roles: ["user"] })).status).toBe(400)
    app.advance(660)
    expect(await app.chief.mutate("setRequirement", { roles: [] })).toMatchObject({ reason: "reauthentication" })
  })
})

test("an administrator lets somebody in again who has lost every factor", async () => {
  await using app = await startWithFactors()
  const { browser: chief } = await app.signIn()
  const { browser, account } = await app.signIn("editor")
  const authenticator = await browser.addPasskey(createAuthenticator(), "Téléphone perdu")
  const { recoveryCodes } = await browser.turnOnCodes(app)
  expect((await chief.mutate("resetFor", { id: account.id })).status).toBe(200)
  const again = app.createBrowser()
  await again.signIn(account)
  expect((await again.query("own")).data).toMatchObject({ passkeys: [], codesSince: null, recoveryCodesLeft: 0 })
  expect((await app.createBrowser().signInWithPasskey(authenticator)).status).toBe(401)
  const entry = await app.db.selectFrom("audit").selectAll().where("action", "=", "reset factors").executeTakeFirst()
  expect(entry).toMatchObject({ subject: "account", subjectId: account.id, subjectName: account.username })
  expect(JSON.parse(entry?.details ?? "")).toEqual({ before: { passkeys: ["Téléphone perdu"], codes: true } })
  expect(entry?.details).not.toContain(recoveryCodes[0])
  app.advance(660)
  expect(await chief.mutate("resetFor", { id: account.id })).toMatchObject({ reason: "reauthentication" })
})
