import { readFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import { Secret, TOTP } from "otpauth"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import type { Site } from "#e2e/start-site.ts"
import { createRecoveryCodes } from "#server/accounts/recovery-codes.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { delayCalls } from "./broken-calls.ts"
import { countActions } from "./count-actions.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openScreen, signIn } from "./sign-in.ts"
import { addVirtualAuthenticator } from "./virtual-authenticator.ts"

// Browsers bind passkeys to a domain, not to an IP address.
const test = testOnDedicatedSite({ settings: { DEMO_CONTENT: "0" } }).extend({
  baseURL: ({ site }, use) => use(site.url.replace("127.0.0.1", "localhost")),
})

// A 400 or 403 is in the console too.
test.use({ expectedHosts: /^localhost$/, expectedConsole: /Failed to load resource/ })

let made = 0

/** An administrator of the test's own. */
function createChief(site: Site) {
  made += 1
  const unique = `${process.pid}-${made}`
  return withDatabase(site, (db) =>
    createTestAccount(db, { role: "admin", username: `Cheffe ${unique}`, email: `cheffe-${unique}@exemple.cd` }),
  )
}

function main(page: Page) {
  return page.getByRole("main")
}

async function logOut(page: Page) {
  await page.getByRole("button", { name: "Déconnexion" }).click()
  await expect(page).toHaveURL("/login")
}

async function fillLogin(page: Page, email: string) {
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Mot de passe").fill(TEST_PASSWORD)
  await page.getByRole("button", { name: "Se connecter" }).click()
}

/** The log-in page waits until somebody asks for a passkey. */
function suggestNoPasskeys(page: Page) {
  return page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
}

/** Signs an administrator in and begins to turn one-time codes on. */
async function beginCodes(page: Page, site: Site) {
  const { email } = await createChief(site)
  await addVirtualAuthenticator(page)
  await signIn(page, { email, password: TEST_PASSWORD })
  await openScreen(page, "/admin/account", "Mon compte")
  await main(page).getByRole("button", { name: "Activer" }).click()
}

async function addPasskey(page: Page) {
  await main(page).getByRole("button", { name: "Ajouter une clé d’accès" }).click()
  await expect(main(page).getByRole("status").filter({ hasText: "Clé d’accès ajoutée" })).toBeVisible()
}

async function shownSecret(page: Page): Promise<string> {
  const secret = main(page).getByText(/^([A-Z2-7]{4}){8}$/)
  return (await secret.textContent()) ?? ""
}

function shownRecoveryCodes(page: Page): Promise<string[]> {
  return main(page)
    .getByText(/^\w{4}(-\w{4}){3}$/)
    .allTextContents()
}

/** Makes the last confirmation older than ten minutes. */
function forgetConfirmation(site: Site) {
  return withDatabase(site, (db) =>
    db
      .updateTable("sessions")
      .set({ confirmedAt: new Date(Date.now() - 660_000).toISOString() })
      .execute(),
  )
}

/** What an authenticator app shows, so many steps of 30 s from now. */
function codeOf(secret: string, steps = 0) {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 })
}

test("a passkey is added in two actions, signs in without a password, confirms, and is renamed and removed", async ({
  page,
  site,
}) => {
  const { email } = await createChief(site)
  const device = await addVirtualAuthenticator(page)
  await signIn(page, { email, password: TEST_PASSWORD })
  await openScreen(page, "/admin/dashboard", "Dashboard")
  const actions = countActions(page)
  await actions.click(page.getByRole("link", { name: "Mon compte" }))
  await actions.click(main(page).getByRole("button", { name: "Ajouter une clé d’accès" }))
  await expect(
    main(page).getByRole("status").filter({ hasText: "Clé d’accès ajoutée : Chrome sur Linux" }),
  ).toBeVisible()
  expect(actions.count).toBe(2)
  await expect(main(page).getByText("jamais utilisée")).toBeVisible()
  await expectAccessible(page)

  await main(page).getByRole("button", { name: "Renommer Chrome sur Linux" }).click()
  await main(page).getByLabel("Nom de la clé").fill("Ordinateur du bureau")
  await page.keyboard.press("Enter")
  await expect(main(page).getByRole("button", { name: "Renommer Ordinateur du bureau" })).toBeFocused()

  await suggestNoPasskeys(page)
  await logOut(page)
  await device.setUserVerified(false)
  await page.goto("/login")
  await page.getByRole("button", { name: "Utiliser une clé d’accès" }).click()
  await expect(page.getByRole("alert")).toContainText("Aucune clé d’accès n’a été utilisée")
  await device.setUserVerified(true)
  await page.getByRole("button", { name: "Utiliser une clé d’accès" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()

  await openScreen(page, "/admin/account", "Mon compte")
  await expect(main(page).getByText("utilisée le")).toBeVisible()
  await forgetConfirmation(site)
  await main(page).getByRole("button", { name: "Retirer Ordinateur du bureau" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Retirer" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Confirmer avec une clé d’accès" }).click()
  await expect(main(page).getByRole("status").filter({ hasText: "Clé d’accès retirée" })).toBeVisible()
  await expect(main(page).getByText("Vous n’en avez pas encore.")).toBeVisible()
})

test("the log-in page offers a passkey in the field of the e-mail", async ({ page, site }) => {
  const { email } = await createChief(site)
  await addVirtualAuthenticator(page)
  await signIn(page, { email, password: TEST_PASSWORD })
  await openScreen(page, "/admin/account", "Mon compte")
  await addPasskey(page)
  await logOut(page)
  await page.goto("/login?redirect=/admin/account")
  await expect(page.getByLabel("E-mail")).toHaveAttribute("autocomplete", "username webauthn")
  // The virtual device chooses the suggestion at once.
  await page.getByLabel("E-mail").focus()
  await expect(page.getByRole("heading", { level: 1, name: "Mon compte" })).toBeVisible()
})

test("one-time codes are turned on with a first code, and recovery codes are kept in a file or on paper", async ({
  page,
  site,
}) => {
  await beginCodes(page, site)
  await expect(main(page).getByRole("img", { name: "QR code pour l’application" })).toBeVisible()
  await expectAccessible(page)
  const secret = await shownSecret(page)
  const code = main(page).getByLabel("Code affiché par l’application")
  await code.fill("000000")
  await page.keyboard.press("Enter")
  await expect(code).toHaveAccessibleDescription(/Ce code n’est pas le bon/)
  await code.fill(codeOf(secret, -1))
  await page.keyboard.press("Enter")
  await expect(main(page).getByRole("heading", { name: "Vos codes de secours" })).toBeVisible()
  const recoveryCodes = await shownRecoveryCodes(page)
  expect(recoveryCodes).toHaveLength(10)
  await addPasskey(page)
  expect(await shownRecoveryCodes(page)).toEqual(recoveryCodes)
  const downloading = page.waitForEvent("download")
  await main(page).getByRole("button", { name: "Télécharger" }).click()
  expect(await readFile(await (await downloading).path(), "utf8")).toContain(recoveryCodes.join("\n"))
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.emulateMedia({ media: "print" })
  await expect(main(page).getByText(recoveryCodes[0] ?? "")).toBeVisible()
  await expect(page.getByRole("button")).toHaveCount(0)
  await page.emulateMedia({ media: "screen" })
  await page.setViewportSize({ width: 1280, height: 900 })
  await main(page).getByRole("button", { name: "J’ai conservé ces codes" }).click()
  await expect(main(page).getByText("Il vous reste 10 codes de secours.")).toBeVisible()
})

test("after a first code whose response is lost, codes are on, and new recovery codes can be kept", async ({
  page,
  site,
}) => {
  await beginCodes(page, site)
  await main(page)
    .getByLabel("Code affiché par l’application")
    .fill(codeOf(await shownSecret(page)))
  const isCall = ({ pathname }: URL) => pathname.includes("factors.confirmCodes")
  await page.route(isCall, (route) => route.fetch().then(() => route.abort("connectionreset")), { times: 1 })
  await page.keyboard.press("Enter")
  await expect(main(page).getByRole("alert")).toContainText("connexion impossible")
  await main(page).getByRole("button", { name: "Annuler" }).click()
  await expect(main(page).getByText("Il vous reste 10 codes de secours.")).toBeVisible()
  await main(page).getByRole("button", { name: "Nouveaux codes de secours" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Générer les codes" }).click()
  await expect(main(page).getByRole("heading", { name: "Vos codes de secours" })).toBeVisible()
  const recoveryCodes = await shownRecoveryCodes(page)
  expect(recoveryCodes).toHaveLength(10)
  await addPasskey(page)
  expect(await shownRecoveryCodes(page)).toEqual(recoveryCodes)
})

test("who signs in after somebody else in the same tab sees nothing of theirs", async ({ page, site }) => {
  const first = await createChief(site)
  const second = await createChief(site)
  await addVirtualAuthenticator(page)
  await suggestNoPasskeys(page)
  await signIn(page, { email: first.email, password: TEST_PASSWORD })
  await openScreen(page, "/admin/account", "Mon compte")
  await addPasskey(page)
  await logOut(page)
  await fillLogin(page, second.email)
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
  // The answer for the second account is held back: what is shown meanwhile comes from the tab's own cache.
  await delayCalls(page, "factors.own")
  await page.getByRole("link", { name: "Mon compte" }).click()
  await expect(main(page).getByRole("heading", { name: "Clés d’accès" })).toBeVisible()
  await expect(main(page).getByText("Chrome sur Linux")).toHaveCount(0)
})

test("after the password a one-time code is asked for, or a recovery code in its place", async ({ page, site }) => {
  const { id, email } = await createChief(site)
  const secret = new Secret().base32
  const recoveryCodes = await withDatabase(site, (db) =>
    inTransaction(db, async (trx) => {
      const confirmedAt = new Date().toISOString()
      await trx.insertInto("oneTimeCodes").values({ accountId: id, secret, confirmedAt }).execute()
      return createRecoveryCodes(trx, id)
    }),
  )
  await page.goto("/login")
  await fillLogin(page, email)
  await expect(page.getByRole("heading", { level: 1, name: "Code à usage unique" })).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await expectFitsLargeText(page)
  const asked = page.getByLabel("Code à usage unique")
  await expect(asked).toHaveAttribute("autocomplete", "one-time-code")
  await asked.fill("000000")
  await page.getByRole("button", { name: "Continuer" }).click()
  await expect(asked).toHaveAccessibleDescription(/il a déjà servi/)
  await asked.fill(codeOf(secret).replace(/^.../, "$& "))
  await page.getByRole("button", { name: "Continuer" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()

  await page.context().clearCookies()
  await page.goto("/login?redirect=/admin/messages")
  await fillLogin(page, email)
  await page.getByRole("button", { name: "Utiliser un code de secours" }).click()
  await page.getByLabel("Code de secours").fill(recoveryCodes[0]?.toLowerCase() ?? "")
  await page.getByRole("button", { name: "Continuer" }).click()
  await expect(page.getByRole("heading", { level: 1, name: /Messages|Demandes|réception/ })).toBeVisible()
})

test("an administrator without a factor adds one where it is asked for, also after a log-in without JavaScript", async ({
  page,
  site,
}) => {
  const { email } = await createChief(site)
  await signIn(page, { email, password: TEST_PASSWORD })
  await openScreen(page, "/admin/users", "Utilisateurs")
  const requirement = main(page).getByRole("switch", { name: /Les administrateurs doivent confirmer/ })
  await requirement.click()
  await expect(main(page).getByRole("alert")).toContainText("Ajoutez d’abord à votre propre compte")
  await addVirtualAuthenticator(page)
  await openScreen(page, "/admin/account", "Mon compte")
  await main(page).getByRole("button", { name: "Ajouter une clé d’accès" }).click()
  await expect(main(page).getByRole("status").filter({ hasText: "Clé d’accès ajoutée" })).toBeVisible()
  await openScreen(page, "/admin/users", "Utilisateurs")
  await requirement.click()
  await expect(requirement).toBeChecked()

  const second = await createChief(site)
  await page.context().clearCookies()
  const form = { email: second.email, password: TEST_PASSWORD }
  expect((await page.request.post("/login", { form })).status()).toBe(200)
  await page.goto("/admin/dashboard")
  await expect(page.getByRole("heading", { level: 1, name: "Protégez votre compte" })).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await expectFitsLargeText(page)
  await page.getByRole("button", { name: "Ajouter une clé d’accès" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
  await withDatabase(site, (db) => db.deleteFrom("settings").where("name", "=", "admin factor required").execute())
})
