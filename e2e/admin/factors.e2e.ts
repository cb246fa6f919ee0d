import { readFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import { Secret, TOTP } from "otpauth"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import type { Site } from "#e2e/start-site.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { delayCalls, noConnection } from "./broken-calls.ts"
import { countActions } from "./count-actions.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openScreen, signIn } from "./sign-in.ts"
import { addVirtualAuthenticator } from "./virtual-authenticator.ts"

// Browsers bind passkeys to a domain, not to an IP address.
const test = testOnDedicatedSite({ settings: { DEMO_CONTENT: "0" } }).extend({
  baseURL: ({ site }, use) => use(site.url.replace("127.0.0.1", "localhost")),
})

// Chromium writes each response with status 400 or 403 to the console, and React each module that could not be loaded.
test.use({ expectedHosts: /^localhost$/, expectedConsole: /Failed to (load resource|fetch dynamically)/ })

let made = 0

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

/** Matches exactly: the account's screen, still there while the log-in page loads, has a region of a similar name. */
function emailField(page: Page) {
  return page.getByLabel("E-mail", { exact: true })
}

async function fillLogin(page: Page, email: string) {
  await emailField(page).fill(email)
  await page.getByLabel("Mot de passe", { exact: true }).fill(TEST_PASSWORD)
  await page.getByRole("button", { name: "Se connecter" }).click()
}

/** Turns off the browser's own passkey suggestions until somebody asks for one; the page must not be loaded again. */
function suggestNoPasskeys(page: Page) {
  return page.evaluate(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
}

async function shownSecret(page: Page): Promise<string> {
  const secret = main(page).getByText(/^([A-Z2-7]{4}){8}$/)
  return (await secret.textContent()) ?? ""
}

/** Gives the code or the passkey that each change of factors asks for. */
function proofDialog(page: Page) {
  return page.getByRole("dialog", { name: "Confirmez ce changement" })
}

async function proveByRecoveryCode(page: Page, code = "") {
  await proofDialog(page).getByRole("button", { name: "Utiliser un code de secours" }).click()
  await proofDialog(page).getByLabel("Code de secours").fill(code)
  await page.keyboard.press("Enter")
  await expect(proofDialog(page)).toHaveCount(0)
}

function shownRecoveryCodes(page: Page): Promise<string[]> {
  return main(page)
    .getByText(/^\w{4}(-\w{4}){6}$/)
    .allTextContents()
}

async function expectTenRecoveryCodes(page: Page): Promise<string[]> {
  await expect(main(page).getByRole("heading", { name: "Vos codes de secours" })).toBeVisible()
  const codes = await shownRecoveryCodes(page)
  expect(codes).toHaveLength(10)
  return codes
}

/** Makes the last reauthentication older than ten minutes. */
function expireReauthentication(site: Site) {
  return withDatabase(site, (db) =>
    db
      .updateTable("sessions")
      .set({ confirmedAt: new Date(Date.now() - 660_000).toISOString() })
      .execute(),
  )
}

/** Returns the code that an authenticator app shows after that many steps of 30 s. */
function codeOf(secret: string, steps = 0) {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 })
}

test("one-time codes are turned on, their recovery codes kept, and both asked for after the password @slow", async ({
  page,
  site,
}) => {
  const { email } = await createChief(site)
  await addVirtualAuthenticator(page)
  await signIn(page, { email, password: TEST_PASSWORD })
  await openScreen(page, "/admin/account", "Mon compte")
  await suggestNoPasskeys(page)
  const code = main(page).getByLabel("Code affiché par l’application")
  const left = (count: number) => main(page).getByText(`Il vous reste ${count} codes de secours.`)

  const recoveryCodes = await test.step("a first code turns them on, and gives recovery codes", async () => {
    await main(page).getByRole("button", { name: "Activer" }).click()
    await expect(main(page).getByRole("img", { name: "QR code pour l’application" })).toBeVisible()
    await expect(main(page).getByRole("heading", { name: "Code à usage unique" })).toBeFocused()
    await code.fill("000000")
    const check = main(page).getByRole("button", { name: "Vérifier" })
    await check.click()
    await expect(code).toHaveAccessibleDescription(/Ce code n’est pas le bon/)
    await expect(check).toBeFocused()
    await main(page).getByRole("button", { name: "Annuler" }).press("Enter")
    await expect(main(page).getByRole("heading", { name: "Code à usage unique" })).toBeFocused()
    await main(page).getByRole("button", { name: "Activer" }).click()
    await expect(code).not.toHaveAccessibleDescription(/Ce code n’est pas le bon/)
    await code.fill(codeOf(await shownSecret(page)))
    await page.keyboard.press("Enter")
    return await expectTenRecoveryCodes(page)
  })

  await test.step("recovery codes stay shown, and are kept in a file or on paper", async () => {
    await main(page).getByRole("button", { name: "Ajouter une clé d’accès" }).click()
    await expectAccessible(page)
    await proofDialog(page).getByLabel("Code à usage unique").fill("000000")
    await page.keyboard.press("Enter")
    await expect(proofDialog(page).getByLabel("Code à usage unique")).toHaveAccessibleDescription(/il a déjà servi/)
    await proveByRecoveryCode(page, recoveryCodes[0])
    await expect(main(page).getByRole("status").filter({ hasText: "Clé d’accès ajoutée" })).toBeVisible()
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
    await expect(left(9)).toBeVisible()
  })

  const secret = await test.step("after a first code whose response is lost, codes are on", async () => {
    await main(page).getByRole("button", { name: "Désactiver" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Désactiver" }).click()
    await proofDialog(page).getByRole("button", { name: "Utiliser une clé d’accès" }).click()
    await expect(main(page).locator(":focus")).toHaveText("Code à usage unique désactivé.")
    await main(page).getByRole("button", { name: "Activer", exact: true }).click()
    await proofDialog(page).getByRole("button", { name: "Utiliser une clé d’accès" }).click()
    const shown = await shownSecret(page)
    await code.fill(codeOf(shown))
    const isCall = ({ pathname }: URL) => pathname.includes("factors.confirmCodes")
    await page.route(isCall, (route) => route.fetch().then(() => route.abort("connectionreset")), { times: 1 })
    await page.keyboard.press("Enter")
    await expect(main(page).getByRole("alert")).toContainText("connexion impossible")
    await withDatabase(site, (db) => db.updateTable("recoveryCodes").set({ bits: 80 }).execute())
    await main(page).getByRole("button", { name: "Annuler" }).click()
    await expect(left(10)).toBeVisible()
    return shown
  })

  const newCodes =
    await test.step("new recovery codes replace those that nobody has seen, and that are short", async () => {
      await expect(main(page).getByText("Ils datent d’une version où ils étaient plus courts")).toBeVisible()
      await main(page).getByRole("button", { name: "Nouveaux codes de secours" }).click()
      await page.getByRole("dialog").getByRole("button", { name: "Générer les codes" }).click()
      await proofDialog(page).getByRole("button", { name: "Utiliser une clé d’accès" }).click()
      return await expectTenRecoveryCodes(page)
    })

  await test.step("after the password a code is asked for", async () => {
    await logOut(page)
    await fillLogin(page, email)
    const asked = page.getByLabel("Code à usage unique")
    await expect(asked).toHaveAttribute("autocomplete", "one-time-code")
    await expectAccessible(page)
    await asked.fill("000000")
    await page.getByRole("button", { name: "Continuer" }).click()
    await expect(asked).toHaveAccessibleDescription(/il a déjà servi/)
    await expectFitsPhone(page)
    await page.setViewportSize({ width: 1280, height: 900 })
    await asked.fill(codeOf(secret, 1).replace(/^.../, "$& "))
    await page.getByRole("button", { name: "Continuer" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
  })

  await test.step("who signs in after somebody else in the same tab sees nothing of theirs", async () => {
    await page.getByRole("link", { name: "Mon compte" }).click()
    await expect(main(page).getByRole("button", { name: "Renommer Chrome sur Linux" })).toBeVisible()
    await logOut(page)
    await fillLogin(page, (await createChief(site)).email)
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
    // The second account's answer is held back, so whatever is shown meanwhile comes from the tab's own cache.
    const { release } = await delayCalls(page, "factors.own")
    await page.getByRole("link", { name: "Mon compte" }).click()
    await expect(main(page).getByRole("heading", { name: "Clés d'accès" })).toBeVisible()
    await expect(main(page).getByText("Chrome sur Linux")).toHaveCount(0)
    release()
    await logOut(page)
  })

  await test.step("a recovery code takes the code's place", async () => {
    await fillLogin(page, email)
    await page.getByRole("button", { name: "Utiliser un code de secours" }).click()
    await expectFitsLargeText(page)
    await page.getByLabel("Code de secours").fill(newCodes[0]?.toLowerCase() ?? "")
    await page.getByRole("button", { name: "Continuer" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
  })
})

test("a passkey is added, signs in without a password, reauthenticates, and is renamed and removed @slow", async ({
  page,
  site,
}) => {
  const { email } = await createChief(site)
  const device = await addVirtualAuthenticator(page)
  await signIn(page, { email, password: TEST_PASSWORD })
  await openScreen(page, "/admin/users", "Utilisateurs")
  const requirement = main(page).getByRole("switch", { name: "Administrateur" })

  await test.step("who has no factor cannot require one, and adds a passkey in two actions", async () => {
    await requirement.click()
    await expect(main(page).getByRole("alert")).toContainText("Ajoutez d’abord à votre propre compte")
    const actions = countActions(page)
    await actions.click(page.getByRole("link", { name: "Mon compte" }))
    await actions.click(main(page).getByRole("button", { name: "Ajouter une clé d’accès" }))
    await expect(main(page).getByRole("status").filter({ hasText: "ajoutée : Chrome sur Linux" })).toBeVisible()
    expect(actions.count).toBe(2)
    await expect(main(page).getByText("jamais utilisée")).toBeVisible()
    await main(page).getByRole("button", { name: "Renommer Chrome sur Linux" }).click()
    await main(page).getByLabel("Nom de la clé").fill("Ordinateur du bureau")
    await page.keyboard.press("Enter")
    await expect(main(page).getByRole("button", { name: "Renommer Ordinateur du bureau" })).toBeFocused()
  })

  await test.step("the log-in page offers the passkey in the field of the e-mail", async () => {
    await logOut(page)
    await expect(emailField(page)).toHaveAttribute("autocomplete", "username webauthn")
    // The virtual device chooses the suggestion at once.
    await emailField(page).focus()
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
  })

  await test.step("its button asks for the passkey, and says so when none is used", async () => {
    await logOut(page)
    await suggestNoPasskeys(page)
    await device.setUserVerified(false)
    await page.getByRole("button", { name: "Utiliser une clé d’accès" }).click()
    await expect(page.getByRole("alert")).toContainText("Aucune clé d’accès n’a été utilisée")
    await device.setUserVerified(true)
    await page.getByRole("button", { name: "Utiliser une clé d’accès" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
  })

  await test.step("who has a passkey may require factors of all administrators", async () => {
    await page.getByRole("link", { name: "Gestion du site" }).click()
    await main(page).getByRole("link", { name: "Gestion des utilisateurs" }).click()
    await requirement.click()
    await expect(requirement).toBeChecked()
    const outcome = main(page).getByRole("status")
    await expect(outcome).toHaveText("Désormais, les comptes du rôle « Administrateur » confirment leur connexion.")
  })

  await test.step("a passkey is needed to free them of it", async () => {
    await requirement.click()
    await expectAccessible(page)
    await page.keyboard.press("Escape")
    await expect(main(page).getByRole("alert")).toContainText("Confirmez ce changement")
    await expect(requirement).toBeChecked()
    await requirement.click()
    await proofDialog(page).getByRole("button", { name: "Utiliser une clé d’accès" }).click()
    await expect(requirement).not.toBeChecked()
    await requirement.click()
    await expect(requirement).toBeChecked()
  })

  await test.step("while the role needs it, it cannot be removed", async () => {
    await page.getByRole("link", { name: "Mon compte" }).click()
    await expect(main(page).getByText("pour retirer cette clé, ajoutez-en d’abord une autre")).toBeVisible()
    await expect(main(page).getByRole("button", { name: "Retirer" })).toHaveCount(0)
    await withDatabase(site, (db) => db.deleteFrom("settings").where("name", "=", "admin factor required").execute())
  })

  await test.step("after a while it reauthenticates, and is removed", async () => {
    await page.reload()
    await suggestNoPasskeys(page)
    await expect(main(page).getByText("utilisée le")).toBeVisible()
    await expireReauthentication(site)
    await main(page).getByRole("button", { name: "Retirer Ordinateur du bureau" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Retirer" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Confirmer avec une clé d’accès" }).click()
    await proofDialog(page).getByRole("button", { name: "Utiliser une clé d’accès" }).click()
    await expect(main(page).getByRole("status").filter({ hasText: "Clé d’accès retirée" })).toBeVisible()
    await expect(main(page).getByText("Vous n’en avez pas encore.")).toBeVisible()
  })
})

test("an administrator without a factor adds one after a colleague's link, also after a log-in without JavaScript @slow", async ({
  page,
  site,
}) => {
  const { email } = await createChief(site)
  await addVirtualAuthenticator(page)
  await signIn(page, { email, password: TEST_PASSWORD })
  await openScreen(page, "/admin/account", "Mon compte")
  await main(page).getByRole("button", { name: "Ajouter une clé d’accès" }).click()
  await expect(main(page).getByRole("status").filter({ hasText: "Clé d’accès ajoutée" })).toBeVisible()
  await page.getByRole("link", { name: "Gestion du site" }).click()
  await main(page).getByRole("link", { name: "Gestion des utilisateurs" }).click()
  const requirement = main(page).getByRole("switch", { name: "Administrateur" })
  await requirement.click()
  await expect(requirement).toBeChecked()

  const second = await createChief(site)
  const link = await test.step("the colleague makes the link", async () => {
    await page.reload()
    await page.getByRole("button", { name: `Lien de protection : ${second.username}` }).click()
    await expectAccessible(page)
    return page.getByLabel("Lien pour protéger le compte").inputValue()
  })
  await page.context().clearCookies()
  const form = { email: second.email, password: TEST_PASSWORD }
  expect((await page.request.post("/login", { form })).status()).toBe(200)
  await test.step("its code that could not be loaded is loaded by « Réessayer »", async () => {
    await page.route("**/assets/factor-prompt-*.js", noConnection)
    await page.goto("/admin/dashboard")
    await expect(page.getByRole("alert")).toHaveText("L’administration n’a pas pu être ouverte.")
    await page.unrouteAll()
    await page.getByRole("button", { name: "Réessayer" }).click()
    await expect(page.getByRole("heading", { level: 1, name: "Protégez votre compte" })).toBeVisible()
  })
  await expectAccessible(page)
  await expectFitsPhone(page)
  await expectFitsLargeText(page)
  await expect(page.getByText("Demandez-le à un autre administrateur")).toBeVisible()
  await expect(page.getByText("Pour ajouter votre première clé ou votre premier code, ouvrez")).toBeVisible()
  await page.goto(link)
  await expectAccessible(page)
  await page.getByRole("button", { name: "Continuer" }).click()
  await page.getByRole("button", { name: "Ajouter une clé d’accès" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
  await withDatabase(site, (db) => db.deleteFrom("settings").where("name", "=", "admin factor required").execute())
})
