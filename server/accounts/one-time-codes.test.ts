// @module-tag engines
import { describe, expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { hashSecret } from "#server/secrets.ts"
import { engine } from "#server/testing/open-test-database.ts"
import { startWithFactors } from "#server/testing/start-with-factors.ts"

interface Own {
  codesSince: string | null
  recoveryCodesLeft: number
  hasShortRecoveryCodes: boolean
}

/** Starts with an account with one-time codes, and another browser that has given the password only. */
async function startWithCodes(settings: Record<string, string> = {}) {
  const app = await startWithFactors({ settings })
  const { browser, account } = await app.signIn()
  const codes = await browser.turnOnCodes(app)
  // The code that enabled them does not work again, so the clock advances one step.
  app.advance(30)
  const pending = app.createBrowser()
  await pending.signIn(account)
  return { ...app, ...codes, account, browser, pending }
}

test("codes are turned on with a first code, which gives ten recovery codes; only their hashes are stored", async () => {
  await using app = await startWithFactors()
  const { browser, account } = await app.signIn()
  const { secret, uri, recoveryCodes } = await browser.turnOnCodes(app)
  expect(uri).toBe(
    `otpauth://totp/Groupe%20Lisanga:${encodeURIComponent(account.email)}?issuer=Groupe%20Lisanga&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
  expect(recoveryCodes).toHaveLength(10)
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{4}){6}$/)
  const stored = await app.db.selectFrom("recoveryCodes").selectAll().execute()
  expect(stored).toHaveLength(10)
  for (const { codeHash } of stored) expect(codeHash).toMatch(/^[0-9a-f]{64}$/)
  const { data } = await browser.query<Own>("own")
  expect(data).toMatchObject({ codesSince: app.now().toISOString(), recoveryCodesLeft: 10 })
  const written = JSON.stringify(await app.db.selectFrom("audit").selectAll().execute()) + app.lines.join("")
  for (const hidden of [secret, ...recoveryCodes]) expect(written).not.toContain(hidden)
  expect(await app.auditActions()).toContain("turn on codes")
})

test("until a first code is given, nothing is asked for, and starting again gives another secret", async () => {
  await using app = await startWithFactors()
  const { browser, account } = await app.signIn()
  const { data: first } = await browser.mutate<{ secret: string }>("startCodes")
  const { data: second } = await browser.mutate<{ secret: string }>("startCodes")
  expect((await browser.mutate("confirmCodes", { code: app.codeOf(first.secret) })).message).toBe(
    responseTexts.wrongCode,
  )
  const other = app.createBrowser()
  await other.signIn(account)
  expect((await other.query("own")).status).toBe(200)
  expect((await browser.mutate("confirmCodes", { code: app.codeOf(second.secret) })).status).toBe(200)
  expect((await browser.mutate("startCodes")).status).toBe(403)
  const proof = { code: app.codeOf(second.secret, 1) }
  expect(await browser.mutate("startCodes", { proof })).toMatchObject({ status: 409, message: responseTexts.codesOn })
})

test("the session that turned codes on gets a new id and stays, and every other one must give a code", async () => {
  await using app = await startWithFactors()
  const { browser, account } = await app.signIn()
  const earlier = app.createBrowser()
  await earlier.signIn(account)
  const before = browser.cookies.get("session")
  await browser.turnOnCodes(app)
  expect(browser.cookies.get("session")).not.toBe(before)
  expect((await browser.query("own")).status).toBe(200)
  expect(await earlier.query("own")).toMatchObject({ status: 403, reason: "factor" })
})

describe("after the password", () => {
  test.each([
    ["the present code", 0],
    ["the code of the step before, as a slow clock shows it", -1],
    ["the code of the next step", 1],
  ])("%s opens the session, under a new id: whoever had planted the old one has nothing", async (_what, steps) => {
    await using app = await startWithCodes()
    // The code of the previous step must still be newer than the one that was used.
    app.advance(60)
    const planted = app.pending.cookies.get("session")
    expect((await app.pending.mutate("verifyCode", { code: app.codeOf(app.secret, steps) })).status).toBe(200)
    expect(app.pending.cookies.get("session")).not.toBe(planted)
    expect((await app.pending.query("own")).status).toBe(200)
    const thief = app.createBrowser()
    thief.cookies.set("session", planted ?? "")
    expect(await thief.query("own")).toMatchObject({ status: 403, reason: "factor" })
    app.advance(10)
    expect(await thief.me()).toBeNull()
  })

  test.each([
    ["of two steps ago", -2],
    ["of two steps later", 2],
  ])("a code %s does not", async (_what, steps) => {
    await using app = await startWithCodes()
    app.advance(90)
    const { status, message } = await app.pending.mutate("verifyCode", { code: app.codeOf(app.secret, steps) })
    expect({ status, message }).toEqual({ status: 400, message: responseTexts.wrongCode })
  })

  test("a code with the space that apps show works", async () => {
    await using app = await startWithCodes()
    const code = app.codeOf(app.secret).replace(/^.../, "$& ")
    expect((await app.pending.mutate("verifyCode", { code })).status).toBe(200)
  })
})

describe("a code works once", () => {
  test("whether it turned codes on or opened a session", async () => {
    await using app = await startWithFactors()
    const { browser, account } = await app.signIn()
    const { secret } = await browser.turnOnCodes(app)
    const [one, two] = [app.createBrowser(), app.createBrowser()]
    await one.signIn(account)
    await two.signIn(account)
    expect((await one.mutate("verifyCode", { code: app.codeOf(secret) })).message).toBe(responseTexts.wrongCode)
    app.advance(30)
    expect((await one.mutate("verifyCode", { code: app.codeOf(secret) })).status).toBe(200)
    expect((await two.mutate("verifyCode", { code: app.codeOf(secret) })).message).toBe(responseTexts.wrongCode)
    // An earlier code is rejected too, although it is within the allowed clock skew.
    expect((await two.mutate("verifyCode", { code: app.codeOf(secret, -1) })).message).toBe(responseTexts.wrongCode)
  })

  test("also when two send it at once", async () => {
    await using app = await startWithCodes()
    const other = app.createBrowser()
    await other.signIn(app.account)
    const code = app.codeOf(app.secret)
    const answers = await Promise.all([app.pending, other].map((browser) => browser.mutate("verifyCode", { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const opened = await Promise.all([app.pending, other].map((browser) => browser.query("own")))
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 403])
  })

  test("a recovery code too, in any case and with any separators, and also when two send it at once", async () => {
    await using app = await startWithCodes()
    const [code = "", second = ""] = app.recoveryCodes
    const typed = ` ${code.toLowerCase().replaceAll("-", " ")}`
    expect((await app.pending.mutate("verifyCode", { code: typed })).status).toBe(200)
    expect((await app.browser.query<Own>("own")).data.recoveryCodesLeft).toBe(9)
    expect(await app.auditActions()).toContain("use recovery code")
    const others = [app.createBrowser(), app.createBrowser()]
    for (const other of others) await other.signIn(app.account)
    for (const other of others) {
      expect((await other.mutate("verifyCode", { code })).message).toBe(responseTexts.wrongRecoveryCode)
    }
    const answers = await Promise.all(others.map((other) => other.mutate("verifyCode", { code: second })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  })
})

test("five wrong codes in fifteen minutes close the account to codes, also to the right one and in any browser", async () => {
  await using app = await startWithCodes()
  const tries = Array.from({ length: 8 }, () => app.createBrowser())
  for (const browser of tries) await browser.signIn(app.account)
  const answers = await Promise.all(tries.map((browser) => browser.mutate("verifyCode", { code: "000000" })))
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
  const blocked = answers.filter(({ status }) => status === 429)
  expect(blocked).toHaveLength(3)
  expect(Number(blocked[0]?.response.headers.get("Retry-After"))).toBeGreaterThan(800)
  expect(blocked[0]?.message).toBe(responseTexts.tooManyAttempts)
  const right = { code: app.codeOf(app.secret) }
  expect((await app.pending.mutate("verifyCode", right)).status).toBe(429)
  expect((await app.pending.mutate("verifyCode", { code: app.recoveryCodes[0] })).status).toBe(429)
  app.advance(901)
  expect((await app.pending.mutate("verifyCode", { code: app.codeOf(app.secret) })).status).toBe(200)
})

test("codes of one account do not open another's session", async () => {
  await using app = await startWithCodes()
  const other = await app.signIn()
  const { secret, recoveryCodes } = await other.browser.turnOnCodes(app)
  app.advance(30)
  const verify = (code: string | undefined) => app.pending.mutate("verifyCode", { code })
  expect((await verify(app.codeOf(secret))).message).toBe(responseTexts.wrongCode)
  expect((await verify(recoveryCodes[0])).message).toBe(responseTexts.wrongRecoveryCode)
})

test("turning codes off needs reauthentication, and takes the recovery codes along", async () => {
  await using app = await startWithCodes()
  app.advance(660)
  expect(await app.browser.mutate("turnOffCodes")).toMatchObject({ status: 403, reason: "reauthentication" })
  expect(await app.browser.mutate("renewRecoveryCodes")).toMatchObject({ status: 403, reason: "reauthentication" })
  await app.browser.postJson("/trpc/accounts.reauthenticate", { password: "neuf planches d’iroko" })
  expect((await app.browser.change("turnOffCodes")).status).toBe(200)
  expect((await app.browser.query<Own>("own")).data).toMatchObject({ codesSince: null, recoveryCodesLeft: 0 })
  expect((await app.pending.query("own")).status).toBe(200)
  expect(await app.auditActions()).toContain("turn off codes")
})

test("codes of earlier versions, which are shorter, still work and are named as such until there are new ones", async () => {
  await using app = await startWithCodes()
  const own = async () => (await app.browser.query<Own>("own")).data
  expect(await own()).toMatchObject({ hasShortRecoveryCodes: false })
  // Such a version knows nothing of the column.
  const accountId = app.account.id
  await app.db
    .insertInto("recoveryCodes")
    .values({ accountId, codeHash: hashSecret("0123456789ABCDEF") })
    .execute()
  expect(await own()).toMatchObject({ recoveryCodesLeft: 11, hasShortRecoveryCodes: true })
  expect((await app.pending.mutate("verifyCode", { code: "0123-4567-89ab-cdef" })).status).toBe(200)
  expect(await own()).toMatchObject({ recoveryCodesLeft: 10, hasShortRecoveryCodes: false })
  await app.db.insertInto("recoveryCodes").values({ accountId, codeHash: "" }).execute()
  await app.browser.change("renewRecoveryCodes")
  expect(await own()).toMatchObject({ recoveryCodesLeft: 10, hasShortRecoveryCodes: false })
})

test("new recovery codes replace the earlier ones", async () => {
  await using app = await startWithCodes()
  const { data } = await app.browser.change<{ recoveryCodes: string[] }>("renewRecoveryCodes")
  const { message } = await app.pending.mutate("verifyCode", { code: app.recoveryCodes[0] })
  expect(message).toBe(responseTexts.wrongRecoveryCode)
  expect((await app.pending.mutate("verifyCode", { code: data.recoveryCodes[0] })).status).toBe(200)
  expect(await app.auditActions()).toContain("renew recovery codes")
})

// On PostgreSQL chance decides which of the two is done first.
test.runIf(engine === "sqlite")("a session that was ended meanwhile is not opened by a code", async () => {
  await using app = await startWithCodes()
  const code = app.codeOf(app.secret)
  const verified = app.pending.mutate("verifyCode", { code })
  await app.db.deleteFrom("sessions").execute()
  expect((await verified).status).toBe(401)
  expect(await app.pending.me()).toBeNull()
  expect(await app.db.selectFrom("sessions").selectAll().execute()).toEqual([])
})
