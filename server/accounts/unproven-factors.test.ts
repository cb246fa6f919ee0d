// @module-tag engines
// @module-tag isolated
import { beforeEach, expect, test, vi } from "vitest"
import { responseTexts } from "#server/contract/response-texts.ts"
import { createAuthenticator } from "#server/testing/authenticator.ts"
import { startWithFactors } from "#server/testing/start-with-factors.ts"

/** Runs once between the check of a call and its writing. */
let meanwhile: () => Promise<unknown> = async () => {}

function happen() {
  const happening = meanwhile()
  meanwhile = async () => {}
  return happening
}

vi.mock(import("#server/content/published/published.ts"), async (importOriginal) => {
  const published = await importOriginal()
  return {
    ...published,
    readContent: async (...args) => {
      await happen()
      return published.readContent(...args)
    },
  }
})

vi.mock(import("./passkey-challenges.ts"), async (importOriginal) => {
  const challenges = await importOriginal()
  return {
    ...challenges,
    consumeChallenge: async (...args) => {
      const challenge = await challenges.consumeChallenge(...args)
      await happen()
      return challenge
    },
  }
})

beforeEach(() => {
  meanwhile = async () => {}
})

/** Starts with an account without a factor, in its owner's browser and in that of a thief of its password. */
async function startWithThief() {
  const app = await startWithFactors()
  const { browser: owner, account } = await app.signIn()
  const thief = app.createBrowser()
  await thief.signIn(account)
  return { ...app, owner, thief }
}

const asked = { status: 403, reason: "factor proof" }

test("a passkey that was begun before the owner's first one is not added after it", async () => {
  await using app = await startWithThief()
  const { data: options } = await app.thief.mutate<never>("registrationOptions")
  await app.owner.addPasskey()
  const added = await app.thief.mutate("addPasskey", { response: createAuthenticator().create(options) })
  expect(added).toMatchObject({ status: 400, message: responseTexts.passkeyExpired })
})

test("nor is one after the owner's first code, in a session that has given that code", async () => {
  await using app = await startWithThief()
  const { data: options } = await app.owner.mutate<never>("registrationOptions")
  await app.owner.turnOnCodes(app)
  const added = await app.owner.mutate("addPasskey", { response: createAuthenticator().create(options) })
  expect(added).toMatchObject({ status: 400, message: responseTexts.passkeyExpired })
})

test("one that is begun or verified while the owner's is added needs a proof", async () => {
  await using app = await startWithThief()
  const { data: options } = await app.thief.mutate<never>("registrationOptions")
  meanwhile = () => app.owner.addPasskey()
  const response = createAuthenticator().create(options)
  expect(await app.thief.mutate("addPasskey", { response })).toMatchObject(asked)
  await using other = await startWithThief()
  meanwhile = () => other.owner.addPasskey()
  expect(await other.thief.mutate("registrationOptions")).toMatchObject(asked)
})

test("codes that are begun while the owner's passkey is added need a proof", async () => {
  await using app = await startWithThief()
  meanwhile = () => app.owner.addPasskey()
  expect(await app.thief.mutate("startCodes")).toMatchObject(asked)
  expect((await app.owner.query("own")).data).toMatchObject({ passkeys: [{}], codesSince: null })
})
