import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { startSite } from "#e2e/start-site.ts"
import { startMailServer } from "#server/testing/start-mail-server.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openScreen, signIn } from "./sign-in.ts"

test.use({ expectedConsole: /Failed to load resource.*403/ })

test("an e-mail address changes once its new owner confirms it; the password is asked for again", async ({ page }) => {
  test.setTimeout(60_000)
  await using mailServer = await startMailServer()
  const settings = { SMTP_URL: mailServer.url, NOTIFY_EMAIL: "patron@lisanga.example", DEMO_CONTENT: "0" }
  await using site = await startSite({ settings })
  const { email } = await withDatabase(site, (db) => createTestAccount(db, { role: "admin" }))
  const at = (path: string) => site.url + path
  const mailTo = (address: string) => mailServer.mails.find(({ recipients }) => recipients.includes(address))
  const response = await page.request.post(at("/api/login"), { data: { email, password: TEST_PASSWORD } })
  expect(response.status()).toBe(200)
  await withDatabase(site, (db) =>
    db.updateTable("sessions").set({ confirmedAt: "2020-01-01T00:00:00.000Z" }).execute(),
  )
  await openScreen(page, at("/admin/account"), "Mon compte")
  await page.getByLabel("Nouvelle adresse e-mail").fill("nouvelle@exemple.cd")
  await page.getByRole("button", { name: "Envoyer le lien" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Mot de passe").fill(TEST_PASSWORD)
  await dialog.getByRole("button", { name: "Confirmer" }).click()
  await expect(
    page.getByRole("status").filter({ hasText: "Un lien vient d’être envoyé à nouvelle@exemple.cd" }),
  ).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)

  await expect.poll(() => mailTo("nouvelle@exemple.cd")).toBeDefined()
  const link = /^http:\S+$/m.exec(mailTo("nouvelle@exemple.cd")?.text ?? "")?.[0] ?? ""
  await page.goto(link)
  await expect(page.getByText("nouvelle@exemple.cd")).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.getByRole("button", { name: "Confirmer cette adresse" }).click()
  await expect(page.getByRole("status").first()).toContainText("Votre adresse e-mail est changée")
  await expect.poll(() => mailTo(email)?.header("Subject")).toContain("a été changée")
  await openScreen(page, at("/admin/account"), "Mon compte")
  await expect(page.getByText("Adresse actuelle : nouvelle@exemple.cd")).toBeVisible()
})

test("without a mail server the screens say so, and show no form that does nothing", async ({ page, site }) => {
  const account = await withDatabase(site, (db) => createTestAccount(db, { role: "admin" }))
  await signIn(page, { email: account.email, password: TEST_PASSWORD })
  await openScreen(page, "/admin/account", "Mon compte")
  await expect(page.getByText("Ce site ne peut pas envoyer de lien par e-mail")).toBeVisible()
  await expect(page.getByLabel("Nouvelle adresse e-mail")).toHaveCount(0)
  await openScreen(page, "/mot-de-passe-oublie", "Mot de passe oublié")
  await expect(page.getByText("Demandez à un administrateur")).toBeVisible()
  await expect(page.getByLabel("E-mail", { exact: true })).toHaveCount(0)
})
