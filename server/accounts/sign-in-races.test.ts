// @module-tag engines
// @module-tag isolated
import { beforeEach, expect, test, vi } from "vitest"
import { SYSTEM } from "#server/audit/audit-log.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { replacePassword } from "./commands.ts"
import { disableAccount } from "./users.ts"

/** Runs after the account was read and before its password is verified. */
let meanwhile: () => Promise<unknown> = async () => {}

vi.mock(import("./passwords.ts"), async (importOriginal) => {
  const passwords = await importOriginal()
  return {
    ...passwords,
    verifyPassword: async (...args) => {
      await meanwhile()
      return passwords.verifyPassword(...args)
    },
  }
})

let refundFails = false

vi.mock(import("#server/trpc/rate-limits.ts"), async (importOriginal) => {
  const limits = await importOriginal()
  return {
    ...limits,
    refundRateLimit: async (...args) => {
      if (refundFails) throw new Error("The disk is full")
      await limits.refundRateLimit(...args)
    },
  }
})

beforeEach(() => {
  meanwhile = async () => {}
  refundFails = false
})

type App = Awaited<ReturnType<typeof startApp>>

const replace = ({ db, now }: App, id: number) =>
  inTransaction(db, (trx) => replacePassword(trx, { id, passwordHash: "another" }, now()))
const disable = ({ db, now }: App, id: number) => disableAccount({ db, now, actor: SYSTEM }, { id })

test.each([
  ["the password is replaced", replace],
  ["the account is disabled", disable],
])("no session begins when %s while the password is verified", async (_, happen) => {
  await using app = await startApp()
  const account = await createTestAccount(app.db)
  meanwhile = () => happen(app, account.id)
  const response = await createCookieClient(app).signIn(account)
  expect(response.status).toBe(401)
  expect(response.headers.getSetCookie()).toEqual([])
  expect(await app.db.selectFrom("sessions").selectAll().execute()).toEqual([])
})

test("a password is not changed with one that was replaced while it was verified", async () => {
  await using app = await startApp()
  const account = await createTestAccount(app.db)
  const browser = createCookieClient(app)
  await browser.signIn(account)
  meanwhile = () => replace(app, account.id)
  const password = "une phrase toute neuve"
  const change = { currentPassword: TEST_PASSWORD, password, confirmPassword: password }
  expect((await browser.postJson("/trpc/accounts.changePassword", change)).status).toBe(400)
  const { passwordHash } = await app.db.selectFrom("accounts").select("passwordHash").executeTakeFirstOrThrow()
  expect(passwordHash).toBe("another")
})

test("an attempt that cannot be refunded counts: it neither fails nor holds up the next ones", async () => {
  await using app = await startApp()
  const account = await createTestAccount(app.db)
  refundFails = true
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    expect((await createCookieClient(app).signIn(account)).status).toBe(200)
  }
  expect((await createCookieClient(app).signIn(account)).status).toBe(429)
  expect(app.lines.join()).toContain("refund of a rate limit failed")
})
