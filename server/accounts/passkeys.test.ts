// @module-tag engines
import { describe, expect, test } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createAuthenticator } from "#server/testing/authenticator.ts"
import { startWithFactors } from "#server/testing/start-with-factors.ts"

interface Own {
  passkeys: { id: string; name: string; lastUsedAt: string | null }[]
}

test("several passkeys are added, renamed and removed, and the audit log tells of each", async () => {
  await using app = await startWithFactors()
  const { browser, account } = await app.signIn()
  const first = await browser.addPasskey()
  app.advance(1)
  await browser.addPasskey(createAuthenticator(), "  Clé du bureau ")
  await browser.mutate("renamePasskey", { id: first.id, name: "Téléphone" })
  const { data } = await browser.query<Own>("own")
  expect(data.passkeys.map(({ name }) => name)).toEqual(["Téléphone", "Clé du bureau"])
  expect((await browser.change("removePasskey", { id: first.id })).status).toBe(200)
  expect((await browser.query<Own>("own")).data.passkeys).toHaveLength(1)
  const entries = await app.db.selectFrom("audit").selectAll().where("subject", "=", "passkey").orderBy("id").execute()
  expect(entries).toMatchObject([
    { action: "create", subjectName: "Appareil inconnu" },
    { action: "create", subjectName: "Clé du bureau" },
    { action: "rename", details: '{"before":{"name":"Appareil inconnu"},"after":{"name":"Téléphone"}}' },
    { action: "delete", subjectName: "Téléphone" },
  ])
  expect(entries.map(({ accountId }) => accountId)).toEqual(Array(4).fill(account.id))
})

test("a passkey without a name gets that of the browser and its system", async () => {
  await using app = await startWithFactors()
  const { browser } = await app.signIn()
  const agent =
    "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36"
  const options = await browser.change<never>("registrationOptions")
  const response = createAuthenticator().create(options.data)
  await browser.request("/trpc/factors.addPasskey", {
    method: "POST",
    headers: { "Content-Type": "application/json", "User-Agent": agent },
    body: JSON.stringify({ response }),
  })
  expect((await browser.query<Own>("own")).data.passkeys[0]?.name).toBe("Chrome sur Android")
})

test("the authenticator must verify its user and store the passkey itself", async () => {
  await using app = await startWithFactors()
  const { browser } = await app.signIn()
  const { data } = await browser.change<object>("registrationOptions")
  expect(data).toMatchObject({
    rp: { id: "localhost" },
    attestation: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  })
})

test("a passkey signs in without a password, in a new session that has its second factor", async () => {
  await using app = await startWithFactors()
  const { browser, account } = await app.signIn()
  const authenticator = await browser.addPasskey()
  const other = app.createBrowser()
  await other.signIn(account)
  const before = other.cookies.get("session")
  const { status, data } = await other.signInWithPasskey(authenticator)
  expect(status).toBe(200)
  expect(data.account.email).toBe(account.email)
  expect(other.cookies.get("session")).not.toBe(before)
  expect(await other.me()).toMatchObject({ id: account.id })
  const sessions = await app.db.selectFrom("sessions").select("strongAt").where("confirmedAt", "is not", null).execute()
  expect(sessions.map(({ strongAt }) => strongAt !== null)).toEqual([true, true])
  expect((await other.query<Own>("own")).data.passkeys[0]?.lastUsedAt).not.toBeNull()
})

test("a passkey reauthenticates its session, ten minutes after the last time", async () => {
  await using app = await startWithFactors()
  const { browser } = await app.signIn()
  const authenticator = await browser.addPasskey()
  app.advance(660)
  expect(await browser.mutate("registrationOptions")).toMatchObject({ status: 403, reason: "reauthentication" })
  expect(await browser.mutate("removePasskey", { id: authenticator.id })).toMatchObject({ reason: "reauthentication" })
  expect((await browser.usePasskey(authenticator)).status).toBe(200)
  expect((await browser.change("removePasskey", { id: authenticator.id })).status).toBe(200)
})

test("a disabled account's passkey signs in no longer", async () => {
  await using app = await startWithFactors()
  const { browser, account } = await app.signIn()
  const authenticator = await browser.addPasskey()
  await app.db
    .updateTable("accounts")
    .set({ disabledAt: app.now().toISOString() })
    .where("id", "=", account.id)
    .execute()
  expect((await app.createBrowser().signInWithPasskey(authenticator)).status).toBe(401)
})

describe("a new passkey is rejected", () => {
  test.each([
    ["from another site", { origin: "https://lisanga.example.evil" }],
    ["from the same host by another protocol", { origin: "https://localhost" }],
    ["for another domain", { domain: "evil.example" }],
    ["whose user was not verified", { isUserVerified: false }],
  ])("%s", async (_what, deviations) => {
    await using app = await startWithFactors()
    const { browser } = await app.signIn()
    const { data: options } = await browser.change<never>("registrationOptions")
    const response = createAuthenticator().create(options, deviations)
    const { status, message } = await browser.mutate("addPasskey", { response })
    expect({ status, message }).toEqual({ status: 400, message: responseTexts.passkeyRejected })
    // The rejected response has used up its challenge all the same.
    expect((await browser.mutate("addPasskey", { response })).message).toBe(responseTexts.passkeyExpired)
    expect((await browser.query<Own>("own")).data.passkeys).toEqual([])
  })

  test("that another account has", async () => {
    await using app = await startWithFactors()
    const authenticator = await (await app.signIn()).browser.addPasskey()
    const { browser } = await app.signIn()
    const { data: options } = await browser.change<never>("registrationOptions")
    const { status, message } = await browser.mutate("addPasskey", { response: authenticator.create(options) })
    expect({ status, message }).toEqual({ status: 409, message: responseTexts.passkeyKnown })
  })

  test("after twenty", async () => {
    await using app = await startWithFactors()
    const { browser } = await app.signIn()
    for (let count = 0; count < 20; count += 1) await browser.addPasskey()
    await expect(browser.addPasskey()).rejects.toThrow(responseTexts.tooManyPasskeys)
  })
})

describe("a sign-in with a passkey is rejected", () => {
  async function startSignIn() {
    const app = await startWithFactors()
    const { browser, account } = await app.signIn()
    const authenticator = await browser.addPasskey()
    const stranger = app.createBrowser()
    const { data: options } = await stranger.mutate<never>("signInOptions")
    return { app, browser, account, authenticator, stranger, options }
  }

  test.each([
    ["from another site", { origin: "https://evil.example" }],
    ["from another port", { origin: "http://localhost:8080" }],
    ["for another domain", { domain: "evil.example" }],
    ["without a verified user", { isUserVerified: false }],
    ["that names another account", { userHandle: Buffer.from("lisanga-999").toString("base64url") }],
  ])("%s", async (_what, deviations) => {
    const { app, authenticator, stranger, options } = await startSignIn()
    await using _closed = app
    const { status, message } = await stranger.mutate("signIn", { response: authenticator.get(options, deviations) })
    expect({ status, message }).toEqual({ status: 401, message: responseTexts.passkeyUnknown })
    expect(await stranger.me()).toBeNull()
  })

  test("whose signature is another key's, with the same answer as an unknown passkey", async () => {
    const { app, authenticator, stranger, options } = await startSignIn()
    await using _closed = app
    const { userHandle = "" } = authenticator.get(options).response
    const forged = {
      ...createAuthenticator().get(options, { userHandle }),
      id: authenticator.id,
      rawId: authenticator.id,
    }
    const known = await stranger.mutate("signIn", { response: forged })
    const { data: again } = await stranger.mutate<never>("signInOptions")
    const unknown = await stranger.mutate("signIn", { response: createAuthenticator().get(again, { userHandle }) })
    expect(known).toMatchObject({ status: 401, message: responseTexts.passkeyUnknown })
    expect(unknown).toMatchObject({ status: known.status, message: known.message })
  })

  test("that was recorded and is sent again, also twice at once", async () => {
    const { app, authenticator, stranger, options } = await startSignIn()
    await using _closed = app
    const response = authenticator.get(options)
    const [one, two] = [app.createBrowser(), app.createBrowser()]
    const results = await Promise.all([one.mutate("signIn", { response }), two.mutate("signIn", { response })])
    expect(results.map(({ status }) => status).sort()).toEqual([200, 400])
    expect(await stranger.mutate("signIn", { response })).toMatchObject({
      status: 400,
      message: responseTexts.passkeyExpired,
    })
    expect(await stranger.me()).toBeNull()
  })

  test("whose counter went back or stayed: somebody may have copied the key", async () => {
    const { app, authenticator, stranger } = await startSignIn()
    await using _closed = app
    authenticator.setCounter(41)
    expect((await app.createBrowser().signInWithPasskey(authenticator)).status).toBe(200)
    // The authenticator's next use sends this counter plus one.
    for (const counter of [41, 40, 0, -1]) {
      authenticator.setCounter(counter)
      expect((await stranger.signInWithPasskey(authenticator)).status, String(counter)).toBe(401)
    }
    authenticator.setCounter(42)
    expect((await stranger.signInWithPasskey(authenticator)).status).toBe(200)
  })

  test("after five minutes", async () => {
    const { app, authenticator, stranger, options } = await startSignIn()
    await using _closed = app
    app.advance(300)
    const { status, message } = await stranger.mutate("signIn", { response: authenticator.get(options) })
    expect({ status, message }).toEqual({ status: 400, message: responseTexts.passkeyExpired })
  })

  test("with a challenge that was made for another purpose", async () => {
    const { app, browser, authenticator, stranger } = await startSignIn()
    await using _closed = app
    for (const name of ["passkeyOptions", "registrationOptions"]) {
      const { data: options } = await browser.change<never>(name)
      const response = authenticator.get(options)
      expect((await stranger.mutate("signIn", { response })).message).toBe(responseTexts.passkeyExpired)
    }
  })
})

test("with PUBLIC_URL only its origin counts, whatever the request's Host says", async () => {
  await using app = await startWithFactors({ settings: { PUBLIC_URL: "https://site.example" } })
  const { browser } = await app.signIn()
  await expect(browser.addPasskey()).rejects.toThrow(responseTexts.passkeyRejected)
  const authenticator = await browser.addPasskey(createAuthenticator({ site: "https://site.example" }))
  expect((await app.createBrowser().signInWithPasskey(authenticator)).status).toBe(200)
  const { data: options } = await browser.mutate<never>("signInOptions")
  const response = authenticator.get(options, { origin: "http://localhost" })
  expect((await app.createBrowser().mutate("signIn", { response })).status).toBe(401)
})

test("a passkey that does not count its uses works again and again", async () => {
  await using app = await startWithFactors()
  const { browser } = await app.signIn()
  const authenticator = createAuthenticator()
  authenticator.stopCounting()
  await browser.addPasskey(authenticator)
  for (const _use of [1, 2]) {
    expect((await app.createBrowser().signInWithPasskey(authenticator)).status).toBe(200)
  }
})

describe("reauthentication with a passkey is rejected", () => {
  test("with a challenge of another account, of a sign-in, or with another account's passkey", async () => {
    await using app = await startWithFactors()
    const [mine, theirs] = [await app.signIn(), await app.signIn()]
    const authenticator = await mine.browser.addPasskey()
    const foreign = await theirs.browser.addPasskey()
    const ask = async (options: never, key = authenticator) => {
      const { status, message } = await mine.browser.mutate("verifyPasskey", { response: key.get(options) })
      return { status, message }
    }
    const { data: ofOther } = await theirs.browser.mutate<never>("passkeyOptions")
    expect(await ask(ofOther)).toEqual({ status: 400, message: responseTexts.passkeyExpired })
    const { data: ofSignIn } = await mine.browser.mutate<never>("signInOptions")
    expect(await ask(ofSignIn)).toEqual({ status: 400, message: responseTexts.passkeyExpired })
    const { data: own } = await mine.browser.mutate<never>("passkeyOptions")
    expect(await ask(own, foreign)).toEqual({ status: 400, message: responseTexts.passkeyRejected })
    // The other account can still use its own challenge.
    const response = foreign.get(ofOther)
    expect((await theirs.browser.mutate("verifyPasskey", { response })).status).toBe(200)
  })
})

test("nobody renames or removes somebody else's passkey", async () => {
  await using app = await startWithFactors()
  const { id } = await (await app.signIn()).browser.addPasskey()
  const { browser } = await app.signIn()
  expect((await browser.mutate("renamePasskey", { id, name: "Pris" })).status).toBe(404)
  expect((await browser.change("removePasskey", { id })).status).toBe(404)
})

test("challenges that nobody answers are deleted, and one client cannot ask for any number", async () => {
  await using app = await startWithFactors()
  const stranger = app.createBrowser()
  await stranger.mutate("signInOptions")
  app.advance(301)
  await stranger.mutate("signInOptions")
  expect(await app.db.selectFrom("passkeyChallenges").selectAll().execute()).toHaveLength(1)
  for (let count = 2; count < 200; count += 1) await stranger.mutate("signInOptions")
  expect((await stranger.mutate("signInOptions")).status).toBe(429)
})
