import { describe, expect, test } from "vitest"
import { messages } from "#server/contract/response-messages.ts"
import { createAuthenticator } from "#server/testing/authenticator.ts"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
import { startWithFactors } from "#server/testing/start-with-factors.ts"
import { TEST_PASSWORD } from "#server/testing/test-account.ts"

/** Starts with administrators needing a factor; the one who required it has one-time codes. */
async function startRequired() {
  const app = await startWithFactors()
  const { browser: chief, account } = await app.signIn()
  const codes = await chief.turnOnCodes(app)
  expect((await chief.mutate("setRequirement", { required: true })).status).toBe(200)
  return { ...app, ...codes, chief, account }
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
        error: { message: messages.factorRequired, data: { reason: "factor" } },
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
    const { data: options } = await app.browser.mutate<never>("registrationOptions")
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

describe("where administrators need a factor", () => {
  test("one without any is led to add one: a passkey opens the session, under a new id", async () => {
    await using app = await startRequired()
    const { browser } = await app.signIn()
    expect(await browser.me()).toMatchObject({ missingFactor: "enrolment" })
    expect(await browser.query("own")).toMatchObject({ status: 403, reason: "factor" })
    const before = browser.cookies.get("session")
    await browser.addPasskey()
    expect(browser.cookies.get("session")).not.toBe(before)
    expect(await browser.me()).not.toHaveProperty("missingFactor")
  })

  test("one-time codes do so too", async () => {
    await using app = await startRequired()
    const { browser } = await app.signIn()
    await browser.turnOnCodes(app)
    expect((await browser.query("own")).status).toBe(200)
  })

  test("a first factor is added soon after the password only; it can be given again", async () => {
    await using app = await startRequired()
    const { browser } = await app.signIn()
    app.advance(660)
    for (const name of ["registrationOptions", "startCodes"]) {
      expect(await browser.mutate(name)).toMatchObject({ status: 403, reason: "reauthentication" })
    }
    expect((await browser.postJson("/trpc/accounts.reauthenticate", { password: TEST_PASSWORD })).status).toBe(200)
    await browser.addPasskey()
  })

  test("one with a passkey uses it after the password, and other roles need nothing", async () => {
    await using app = await startRequired()
    const { browser, account } = await app.signIn()
    const authenticator = await browser.addPasskey()
    const again = app.createBrowser()
    await again.signIn(account)
    expect(await again.me()).toMatchObject({ missingFactor: "code" })
    expect((await again.usePasskey(authenticator)).status).toBe(200)
    const { browser: editor } = await app.signIn("editor")
    expect((await editor.query("own")).status).toBe(200)
  })
})

describe("the setting", () => {
  test("is refused to an administrator who has no factor, who would have locked themselves out", async () => {
    await using app = await startWithFactors()
    const { browser } = await app.signIn()
    const { status, message } = await browser.mutate("setRequirement", { required: true })
    expect({ status, message }).toEqual({ status: 409, message: messages.ownFactorFirst })
    expect((await browser.query("requirement")).data).toEqual({ required: false })
  })

  test("needs reauthentication, and is in the audit log with before and after, each change once", async () => {
    await using app = await startRequired()
    await app.chief.mutate("setRequirement", { required: true })
    await app.chief.mutate("setRequirement", { required: false })
    expect((await app.chief.query("requirement")).data).toEqual({ required: false })
    const entries = await app.db.selectFrom("audit").select("details").where("subject", "=", "settings").execute()
    expect(entries.map(({ details }) => JSON.parse(details))).toEqual([
      { before: { required: false }, after: { required: true } },
      { before: { required: true }, after: { required: false } },
    ])
    app.advance(660)
    expect(await app.chief.mutate("setRequirement", { required: true })).toMatchObject({ reason: "reauthentication" })
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
