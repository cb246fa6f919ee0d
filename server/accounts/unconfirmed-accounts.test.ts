// @module-tag engines
import { expect, test } from "vitest"
import { COMMAND_LINE } from "#server/audit/audit-log.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import type { IssuedInvitation, User, UserSearchResult } from "#server/contract/users.ts"
import { openCaller } from "#server/testing/open-caller.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startAppWithMails, tokenIn } from "#server/testing/start-app-with-mails.ts"
import { createFactorClient, startWithFactors } from "#server/testing/start-with-factors.ts"
import { TEST_PASSWORD } from "#server/testing/test-account.ts"
import { changeRole } from "./users.ts"

const victim = { username: "Marie Ilunga", email: "marie@exemple.cd" }
const chosen = "onze tuiles de Kasangulu"
const registration = { ...victim, password: TEST_PASSWORD, confirm_password: TEST_PASSWORD }

type Site = Pick<Awaited<ReturnType<typeof startWithFactors>>, "db" | "now" | "request" | "postJson">

/** Registers with the address of somebody else, in a browser that stays signed in and has a passkey. */
async function squat(site: Site) {
  expect((await site.postJson("/api/register", registration)).status).toBe(201)
  const browser = createFactorClient(site)
  await browser.signIn(victim)
  const authenticator = await browser.addPasskey()
  const chief = openCaller(site, await signInAs(site, "admin"))
  const find = async (state?: string): Promise<User | undefined> => {
    const { users } = await chief.query<UserSearchResult>("users.search", { ...(state && { state }) })
    return users.find(({ email }) => email.toLowerCase() === victim.email)
  }
  const id = (await find())?.id ?? 0
  return { browser, authenticator, chief, find, id }
}

async function expectLockedOut(site: Site, { browser, authenticator }: Awaited<ReturnType<typeof squat>>) {
  expect(await browser.me()).toBeNull()
  expect((await createFactorClient(site).signIn(victim)).status).toBe(401)
  expect((await createFactorClient(site).signInWithPasskey(authenticator)).status).toBe(401)
}

const refused = { status: 409, message: responseTexts.addressUnconfirmed }

test("an account that was only registered gets no role of the office, also with a password changed by itself", async () => {
  await using site = await startWithFactors()
  const { browser, chief, find, id } = await squat(site)
  expect(await find()).toMatchObject({ isConfirmed: false })
  const change = { currentPassword: TEST_PASSWORD, password: chosen, confirmPassword: chosen }
  expect((await browser.postJson("/trpc/accounts.changePassword", change)).status).toBe(200)
  for (const role of ["admin", "editor", "agent", "reader"]) {
    expect(await chief.mutate("users.changeRole", { id, role }), role).toEqual(refused)
  }
  expect(await find()).toMatchObject({ role: "user" })
})

/** Gives the role as the operator does, who may trust any account. */
function trust({ db, now }: Site, id: number, role: Role) {
  return changeRole({ db, now, actor: COMMAND_LINE }, { id, role })
}

test("one that the operator has trusted can be lowered, and gains no right before its address is confirmed", async () => {
  await using site = await startWithFactors()
  const { chief, find, id } = await squat(site)
  const unproven = { status: 409, message: responseTexts.trustedUnconfirmed }
  await trust(site, id, "admin")
  expect(await chief.mutate("users.changeRole", { id, role: "editor" })).toBeUndefined()
  for (const role of ["admin", "agent", "reader"]) {
    expect(await chief.mutate("users.changeRole", { id, role }), role).toEqual(unproven)
  }
  expect(await chief.mutate("users.invite", { role: "agent", email: victim.email })).toMatchObject({ status: 409 })
  expect(await chief.mutate("users.changeRole", { id, role: "user" })).toBeUndefined()
  expect(await chief.mutate("users.changeRole", { id, role: "reader" })).toEqual(refused)
  expect(await chief.mutate("users.invite", { role: "agent", email: victim.email })).toMatchObject({ role: "agent" })
  expect(await find()).toMatchObject({ role: "user" })
})

test("its owner confirms its address by a new password, and keeps the role that the operator gave", async () => {
  await using site = await startAppWithMails({ publicUrl: "http://localhost" })
  const { chief, find, id } = await squat(site)
  await trust(site, id, "editor")
  await site.call("requestReset", { email: victim.email })
  const token = tokenIn(await site.linkTo(victim.email))
  expect((await site.call("resetPassword", { token, password: chosen, confirmPassword: chosen })).status).toBe(200)
  expect(await find()).toMatchObject({ role: "editor", isConfirmed: true })
  expect(await chief.mutate("users.changeRole", { id, role: "admin" })).toBeUndefined()
})

test("the mail of the invitation says that the account with its address gives way, and no other mail does", async () => {
  await using site = await startAppWithMails({ publicUrl: "http://localhost" })
  const { chief } = await squat(site)
  for (const email of [victim.email, "anne@exemple.cd"]) await chief.mutate("users.invite", { role: "agent", email })
  await site.linkTo(victim.email)
  await site.linkTo("anne@exemple.cd")
  expect(site.mailsTo(victim.email).at(-1)?.text).toContain("votre nouveau compte le remplacera")
  expect(site.mailsTo("anne@exemple.cd").at(-1)?.text).not.toContain("remplacera")
})

test("an invitation from before the operator trusted it takes it from nobody", async () => {
  await using site = await startWithFactors()
  const { chief, browser, id } = await squat(site)
  const { token } = await chief.mutate<IssuedInvitation>("users.invite", { role: "editor", email: victim.email })
  await trust(site, id, "agent")
  const acceptance = { token, username: "Paul", password: chosen, confirmPassword: chosen }
  expect((await site.postJson("/trpc/users.acceptInvitation", acceptance)).status).toBe(409)
  expect(await browser.me()).toMatchObject({ role: "agent" })
})

test("an invitation for its address takes its place, and nothing that was there before opens the new account", async () => {
  await using site = await startWithFactors()
  const squatter = await squat(site)
  const { token } = await squatter.chief.mutate<IssuedInvitation>("users.invite", {
    role: "editor",
    email: victim.email.toUpperCase(),
  })
  const acceptance = { token, username: victim.username, password: chosen, confirmPassword: chosen }
  const owner = createFactorClient(site)
  expect((await owner.postJson("/trpc/users.acceptInvitation", acceptance)).status).toBe(200)
  expect(await owner.me()).toMatchObject({ username: victim.username, role: "editor" })
  await expectLockedOut(site, squatter)
  expect(await squatter.find()).toMatchObject({ role: "editor", isConfirmed: true })
  expect((await squatter.find())?.id).not.toBe(squatter.id)
  const erased = site.db.selectFrom("accounts").selectAll().where("id", "=", squatter.id)
  expect(await erased.executeTakeFirst()).toMatchObject({ email: "", passwordHash: "", username: "compte supprimé" })
  expect(await site.db.selectFrom("audit").select(["action", "subjectId"]).orderBy("id").execute()).toContainEqual({
    action: "erase",
    subjectId: squatter.id,
  })
})

test("it takes its place in the trash too, but an address that its owner has confirmed stays theirs", async () => {
  await using site = await startWithFactors()
  const { chief, id, find } = await squat(site)
  await chief.mutate("users.delete", id)
  const { token } = await chief.mutate<IssuedInvitation>("users.invite", { role: "agent", email: victim.email })
  const acceptance = { token, username: victim.username, password: chosen, confirmPassword: chosen }
  expect((await site.postJson("/trpc/users.acceptInvitation", acceptance)).status).toBe(200)
  expect(await find("deleted")).toBeUndefined()
  expect(await chief.mutate("users.invite", { role: "editor", email: victim.email })).toMatchObject({ status: 409 })
})

test("an invitation without an address takes the place of nobody", async () => {
  await using site = await startWithFactors()
  const { chief, browser } = await squat(site)
  const { token } = await chief.mutate<IssuedInvitation>("users.invite", { role: "editor" })
  const acceptance = { token, username: "Paul", email: victim.email, password: chosen, confirmPassword: chosen }
  expect((await site.postJson("/trpc/users.acceptInvitation", acceptance)).status).toBe(409)
  expect(await browser.me()).not.toBeNull()
})

test("a password chosen through a mailed link confirms the address, and locks out who had registered with it", async () => {
  await using site = await startAppWithMails({ publicUrl: "http://localhost" })
  const squatter = await squat(site)
  await site.call("requestReset", { email: victim.email })
  const token = tokenIn(await site.linkTo(victim.email))
  expect((await site.call("resetPassword", { token, password: chosen, confirmPassword: chosen })).status).toBe(200)
  await expectLockedOut(site, squatter)
  expect(await squatter.chief.mutate("users.changeRole", { id: squatter.id, role: "editor" })).toBeUndefined()
  expect((await createFactorClient(site).signIn(victim, chosen)).status).toBe(200)
})

test("a mailed reset leaves the factors of an account whose address was confirmed before", async () => {
  await using site = await startAppWithMails({ publicUrl: "http://localhost" })
  const { authenticator, id } = await squat(site)
  const addressConfirmedAt = site.now().toISOString()
  await site.db.updateTable("accounts").set({ addressConfirmedAt }).where("id", "=", id).execute()
  await site.call("requestReset", { email: victim.email })
  const token = tokenIn(await site.linkTo(victim.email))
  expect((await site.call("resetPassword", { token, password: chosen, confirmPassword: chosen })).status).toBe(200)
  expect((await createFactorClient(site).signInWithPasskey(authenticator)).status).toBe(200)
})

test("a link that an administrator hands over for a new password confirms no address", async () => {
  await using site = await startWithFactors()
  const { chief, id } = await squat(site)
  const { token } = await chief.mutate<{ token: string }>("accounts.createResetLink", { id })
  const reset = { token, password: chosen, confirmPassword: chosen }
  expect((await site.postJson("/trpc/accounts.resetPassword", reset)).status).toBe(200)
  expect(await chief.mutate("users.changeRole", { id, role: "editor" })).toEqual(refused)
})

test("whoever moves their account to somebody else's address gets no role by it", async () => {
  await using site = await startAppWithMails({ publicUrl: "http://localhost" })
  const { browser, chief, id } = await squat(site)
  await site.call("requestReset", { email: victim.email })
  const reset = { token: tokenIn(await site.linkTo(victim.email)), password: chosen, confirmPassword: chosen }
  await site.call("resetPassword", reset)
  await browser.signIn(victim, chosen)
  await browser.postJson("/trpc/accounts.requestEmailChange", { email: "autre@exemple.cd" })
  await site.call("confirmEmail", tokenIn(await site.linkTo("autre@exemple.cd")))
  expect(await browser.me()).toMatchObject({ email: "autre@exemple.cd" })
  expect(await chief.mutate("users.changeRole", { id, role: "editor" })).toEqual(refused)
})
