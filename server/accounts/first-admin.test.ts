// @module-tag engines
import { expect, test } from "vitest"
import type { Database } from "#server/database/core/database.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { createLog } from "#server/log.ts"
import { createCookieClient } from "#server/testing/cookie-client.ts"
import { startApp } from "#server/testing/start-app.ts"
import { createTestAccount } from "#server/testing/test-account.ts"
import { createAdministrator } from "./commands.ts"
import { createFirstAdmin } from "./first-admin.ts"

const admin = { email: "direction@lisanga.example", password: "quatre troncs d’afrormosia" }
const generated = { email: admin.email, password: undefined }

function create(db: Database, admin: { email: string; password: string | undefined }) {
  return createFirstAdmin({ db, log: createLog("silent"), now: () => new Date(), ...admin })
}

function accountsIn(db: Database) {
  return db.selectFrom("accounts").select(["email", "username", "role", "passwordHash"]).orderBy("id").execute()
}

test("ADMIN_EMAIL and ADMIN_PASSWORD create an administrator who can sign in, and the password is not returned", async () => {
  await using app = await startApp()
  expect(await create(app.db, admin)).toBeUndefined()
  const browser = createCookieClient(app)
  expect((await browser.signIn(admin, admin.password)).status).toBe(200)
  expect(await browser.me()).toMatchObject({ email: admin.email, username: "administrateur", role: "admin" })
})

test("without ADMIN_PASSWORD one of sixteen characters or more is generated, and returned once", async () => {
  await using app = await startApp()
  const password = await create(app.db, generated)
  expect(password).toMatch(/^[\w-]{16,}$/)
  expect((await createCookieClient(app).signIn(admin, password)).status).toBe(200)
  expect(await create(app.db, generated)).toBeUndefined()
  expect((await createCookieClient(app).signIn(admin, password)).status).toBe(200)
})

test("a generated password is marked until its owner chooses another; one from ADMIN_PASSWORD is not", async () => {
  await using app = await startApp()
  const password = (await create(app.db, generated)) ?? ""
  const browser = createCookieClient(app)
  await browser.signIn(admin, password)
  expect(await browser.me()).toMatchObject({ hasGeneratedPassword: true })
  const change = { currentPassword: password, password: admin.password, confirmPassword: admin.password }
  expect((await browser.postJson("/trpc/accounts.changePassword", change)).status).toBe(200)
  expect(await browser.me()).not.toHaveProperty("hasGeneratedPassword")
  const given = { email: "seconde@lisanga.example", password: admin.password }
  await create(app.db, given)
  await browser.signIn(given, admin.password)
  expect(await browser.me()).not.toHaveProperty("hasGeneratedPassword")
})

test("a later start changes neither the password nor the role of an account with that e-mail", async () => {
  await using app = await startApp()
  const account = await createTestAccount(app.db, { email: admin.email.toUpperCase() })
  expect(await create(app.db, admin)).toBeUndefined()
  expect(await accountsIn(app.db)).toMatchObject([{ email: account.email, role: "user" }])
  expect((await createCookieClient(app).signIn(account)).status).toBe(200)
})

test.each([
  ["created by an earlier start", (db: Database) => create(db, admin)],
  ["that had the e-mail already", (db: Database) => createTestAccount(db, { email: admin.email })],
])("no later start replaces an account %s once its e-mail has changed, but an operator can", async (_what, prepare) => {
  await using app = await startApp()
  await prepare(app.db)
  await create(app.db, admin)
  const [account] = await accountsIn(app.db)
  const changed = { email: "ailleurs@lisanga.example", emailFolded: "ailleurs@lisanga.example" }
  await app.db.updateTable("accounts").set(changed).execute()
  expect(await create(app.db, { ...generated, email: admin.email.toUpperCase() })).toBeUndefined()
  expect(await accountsIn(app.db)).toEqual([{ ...account, email: changed.email }])
  const firstAdmins = await app.db.selectFrom("firstAdmins").selectAll().execute()
  expect(firstAdmins).toHaveLength(1)
  expect(JSON.stringify(firstAdmins)).not.toContain(admin.email)

  const operators = { username: "Direction", email: admin.email, passwordHash: "" }
  await inTransaction(app.db, (trx) => createAdministrator(trx, operators, new Date()))
  expect(await accountsIn(app.db)).toContainEqual({ ...operators, role: "admin" })
})

test("an account that somebody has registered with that e-mail gets no role, and the log says so", async () => {
  await using app = await startApp()
  const names = { username: "Quelqu’un", email: admin.email }
  await app.postJson("/api/register", { ...names, password: admin.password, confirm_password: admin.password })
  const now = () => new Date()
  expect(await createFirstAdmin({ ...generated, db: app.db, log: app.log, now })).toBeUndefined()
  expect(await accountsIn(app.db)).toMatchObject([{ ...names, role: "user" }])
  expect(app.lines.join("")).toContain("ADMIN_EMAIL has an account already")
})

test("another ADMIN_EMAIL creates another administrator", async () => {
  await using app = await startApp()
  await create(app.db, admin)
  await create(app.db, { ...admin, email: "seconde@lisanga.example" })
  expect((await accountsIn(app.db)).map(({ username }) => username)).toEqual(["administrateur", "administrateur 2"])
})

test("two processes that start at once create one administrator, and one of them returns its password", async () => {
  await using app = await startApp()
  const passwords = (await Promise.all([create(app.db, generated), create(app.db, generated)])).filter(Boolean)
  expect(passwords).toHaveLength(1)
  expect(await accountsIn(app.db)).toHaveLength(1)
  expect((await createCookieClient(app).signIn(admin, passwords[0])).status).toBe(200)
})
