// @module-tag engines
import { Secret, TOTP } from "otpauth"
import { expect, test } from "vitest"
import { startAppWithMails, tokenIn } from "#server/testing/start-app-with-mails.ts"
import { createFactorClient } from "#server/testing/start-with-factors.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"

const chosen = "onze tuiles de Kasangulu"

async function startWithOwner(settings: Record<string, string> = {}) {
  const site = await startAppWithMails({ publicUrl: "http://localhost", settings })
  const account = await createTestAccount(site.db, { role: "admin" })
  return {
    ...site,
    account,
    browser: createFactorClient(site),
    async subjects() {
      await site.untilIdle()
      return site.noticesTo(account.email).map((mail) => mail.header("Subject")?.replace(/\u00a0: .*/, ""))
    },
  }
}

const device = "Connexion depuis un nouvel appareil"

test("the owner hears of a sign-in with a new device once, with the moment and the device", async () => {
  await using site = await startWithOwner()
  await site.browser.signIn(site.account)
  await site.browser.signOut()
  await site.browser.signIn(site.account)
  expect(await site.subjects()).toEqual([device])
  const [{ text } = { text: "" }] = site.noticesTo(site.account.email)
  expect(text).toContain("Quelqu’un vient de se connecter à votre compte")
  expect(text).toContain("lundi 3 mars 2025 à 10:15 (heure de Kinshasa), Appareil inconnu, lieu inconnu")
  await createFactorClient(site).signIn(site.account, "une autre planche")
  expect(await site.subjects()).toEqual([device])
  await createFactorClient(site).signIn(site.account)
  expect(await site.subjects()).toEqual([device, device])
})

test("whoever signs in says nothing to the owner by the name of their browser", async () => {
  await using site = await startWithOwner()
  const { email } = site.account
  const browser = "Tout va bien, voir https://evil.example/1 (Windows NT 10.0)"
  await site.postJson("/api/login", { email, password: TEST_PASSWORD }, { "User-Agent": browser })
  expect(await site.subjects()).toEqual([device])
  const [{ text } = { text: "" }] = site.noticesTo(email)
  expect(text).toContain(", Navigateur inconnu sur Windows, ")
  expect(text).not.toContain("evil.example")
})

test("an account gets five mails of a kind an hour, however often somebody signs in, and later ones again", async () => {
  await using site = await startWithOwner({ RATE_LIMITS: "1" })
  for (let count = 0; count < 8; count += 1) await createFactorClient(site).signIn(site.account)
  expect(await site.subjects()).toEqual(Array(5).fill(device))
  await site.browser.signIn(site.account)
  await site.browser.addPasskey()
  expect((await site.subjects()).slice(5)).toEqual(["Vos clés d’accès ou vos codes ont changé"])
  site.advance(3_600_000)
  await createFactorClient(site).signIn(site.account)
  expect((await site.subjects()).slice(6)).toEqual([device])
})

test("a passkey that opens the account elsewhere is a new device too, and known afterwards", async () => {
  await using site = await startWithOwner()
  await site.browser.signIn(site.account)
  const authenticator = await site.browser.addPasskey()
  const changed = "Vos clés d’accès ou vos codes ont changé"
  const other = createFactorClient(site)
  await other.signInWithPasskey(authenticator)
  await other.signOut()
  await other.signInWithPasskey(authenticator)
  expect(await site.subjects()).toEqual([device, changed, device])
})

test("the owner hears of a changed or reset password, of each change of factors, and of a new token", async () => {
  await using site = await startWithOwner()
  await site.browser.signIn(site.account)
  const change = { currentPassword: TEST_PASSWORD, password: chosen, confirmPassword: chosen }
  await site.browser.postJson("/trpc/accounts.changePassword", change)
  const password = "Votre mot de passe a été changé"
  expect((await site.subjects()).slice(1)).toEqual([password])
  await site.call("requestReset", { email: site.account.email })
  site.advance(1000)
  const reset = { token: tokenIn(await site.linkTo(site.account.email)), password: TEST_PASSWORD }
  await site.call("resetPassword", { ...reset, confirmPassword: TEST_PASSWORD })
  await site.browser.signIn(site.account)
  expect((await site.subjects()).slice(2)).toEqual([password, device])
  const token = { name: "Comptabilité", rights: ["stats.read"], days: 30 }
  await site.browser.postJson("/trpc/tokens.create", token)
  expect((await site.subjects()).slice(4)).toEqual(["Nouveau jeton d’API"])
  const { id } = await site.browser.addPasskey()
  await site.browser.change("removePasskey", { id })
  const changed = "Vos clés d’accès ou vos codes ont changé"
  expect((await site.subjects()).slice(5)).toEqual([changed, changed])
})

test("the mail about factors says which has changed, and how", async () => {
  await using site = await startWithOwner()
  await site.browser.signIn(site.account)
  const { id } = await site.browser.addPasskey(undefined, "Tout va bien")
  await site.browser.change("removePasskey", { id })
  const codeOf = (secret: string) =>
    TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: site.now().getTime() })
  await site.browser.turnOnCodes({ codeOf })
  await site.browser.change("renewRecoveryCodes")
  await site.browser.change("turnOffCodes")
  await site.untilIdle()
  const told = site.noticesTo(site.account.email).map(({ text }) => /^(.*), lundi 3 mars/m.exec(text)?.[1])
  expect(told.slice(1)).toEqual([
    "Clé d’accès ajoutée",
    "Clé d’accès retirée",
    "Code à usage unique activé",
    "Nouveaux codes de secours",
    "Code à usage unique désactivé",
  ])
})

test("an address that nobody has confirmed gets no such mail", async () => {
  await using site = await startWithOwner()
  const names = { username: "Marie", email: "marie@exemple.cd" }
  await site.postJson("/api/register", { ...names, password: TEST_PASSWORD, confirm_password: TEST_PASSWORD })
  await site.browser.signIn(names)
  await site.untilIdle()
  expect(site.noticesTo(names.email)).toEqual([])
})
