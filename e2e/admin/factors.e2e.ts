import type { Page } from "@playwright/test"
import { Secret, TOTP } from "otpauth"
import { expectAccessible } from "#e2e/accessible.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { withDatabase } from "#server/testing/site-database.ts"
import type { Site } from "#server/testing/start-site.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { openScreen, signIn } from "./sign-in.ts"
import { addVirtualAuthenticator } from "./virtual-authenticator.ts"

// Browsers bind passkeys to a domain, not to an IP address.
const test = testOnDedicatedSite({ settings: { DEMO_CONTENT: "0" } }).extend({
  baseURL: ({ site }, use) => use(site.url.replace("127.0.0.1", "localhost")),
})

// Chromium writes each response with status 403 to the console.
test.use({ expectedHosts: /^localhost$/, expectedConsole: /Failed to load resource/ })

function createChief(site: Site, email: string) {
  return withDatabase(site, (db) => createTestAccount(db, { role: "admin", email, username: email }))
}

async function logOut(page: Page) {
  await page.getByRole("button", { name: "Déconnexion" }).click()
  await expect(page).toHaveURL("/login")
}

function emailField(page: Page) {
  return page.getByRole("main").getByLabel("E-mail", { exact: true })
}

function codeOf(secret: string, steps = 0) {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 })
}

test("a passkey is added, and signs in without a password, by the field's suggestion and by its button", async ({
  page,
  site,
}) => {
  const { email } = await createChief(site, "cle@exemple.cd")
  const device = await addVirtualAuthenticator(page)
  await signIn(page, { email, password: TEST_PASSWORD })
  await openScreen(page, "/admin/account", "Mon compte")
  await page.getByRole("button", { name: "Ajouter une clé d’accès" }).click()
  await expect(page.getByText("Clé d’accès ajoutée : Chrome sur Linux")).toBeVisible()
  await logOut(page)
  // The virtual device chooses the suggestion at once.
  await emailField(page).focus()
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
  await logOut(page)
  await device.setUserVerified(false)
  await page.getByRole("button", { name: "Utiliser une clé d’accès" }).click()
  await expect(page.getByRole("alert")).toContainText("Aucune clé d’accès n’a été utilisée")
  await device.setUserVerified(true)
  await page.getByRole("button", { name: "Utiliser une clé d’accès" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
})

test("one-time codes are turned on, kept as a file and on paper, and asked for after the password", async ({
  page,
  site,
}) => {
  const { email } = await createChief(site, "code@exemple.cd")
  await signIn(page, { email, password: TEST_PASSWORD })
  await openScreen(page, "/admin/account", "Mon compte")
  const main = page.getByRole("main")
  await main.getByRole("button", { name: "Activer" }).click()
  await expect(main.getByRole("img", { name: "QR code pour l’application" })).toBeVisible()
  const secret = (await main.getByText(/^([A-Z2-7]{4}){8}$/).textContent()) ?? ""
  await main.getByLabel("Code affiché par l’application").fill(codeOf(secret))
  await page.keyboard.press("Enter")
  await expect(main.getByRole("heading", { name: "Vos codes de secours" })).toBeVisible()
  const codes = await main.getByText(/^\w{4}(-\w{4}){6}$/).allTextContents()
  expect(codes).toHaveLength(10)

  const downloading = page.waitForEvent("download")
  await main.getByRole("button", { name: "Télécharger" }).click()
  const file = await (await downloading).createReadStream()
  expect((await file.toArray()).join("")).toContain(codes.join("\n"))
  await page.emulateMedia({ media: "print" })
  await expect(main.getByText(codes[0] ?? "")).toBeVisible()
  await expect(page.getByRole("button")).toHaveCount(0)
  await page.emulateMedia({ media: "screen" })

  await main.getByRole("button", { name: "J’ai conservé ces codes" }).click()
  await logOut(page)
  await emailField(page).fill(email)
  await page.getByLabel("Mot de passe", { exact: true }).fill(TEST_PASSWORD)
  await page.getByRole("button", { name: "Se connecter" }).click()
  await expect(page.getByLabel("Code à usage unique")).toBeFocused()
  await expectAccessible(page)
  await page.getByLabel("Code à usage unique").fill(codeOf(secret, 1))
  await page.getByRole("button", { name: "Continuer" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
})
