import { expectAccessible } from "#e2e/accessible.ts"
import { expectFitsPhone } from "#e2e/admin/fits-phone.ts"
import { withDatabase } from "#e2e/database.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated } from "#e2e/open-page.ts"
import { startSite } from "#e2e/start-site.ts"
import { startMailServer } from "#server/testing/start-mail-server.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"

const next = "onze tuiles de Kasangulu"

test.use({ expectedConsole: /Failed to load resource.*401/ })

test("a forgotten password is reset in 5 actions after a log-in that failed, the mail included", async ({ page }) => {
  test.setTimeout(60_000)
  await using mailServer = await startMailServer()
  const settings = { SMTP_URL: mailServer.url, NOTIFY_EMAIL: "patron@lisanga.example", DEMO_CONTENT: "0" }
  await using site = await startSite({ settings })
  const { email } = await withDatabase(site, (db) => createTestAccount(db, { role: "admin" }))
  await page.goto(`${site.url}/login`)
  await page.getByLabel("E-mail", { exact: true }).fill(email)
  await expectHydrated(page)
  await page.getByLabel("Mot de passe", { exact: true }).fill("je ne sais plus")
  await page.getByRole("button", { name: "Se connecter" }).click()
  await expect(page.getByRole("alert")).toHaveText("E-mail ou mot de passe incorrect")
  await expectAccessible(page)

  let actions = 0
  const act = async (action: Promise<unknown>) => {
    actions += 1
    await action
  }
  await act(page.getByRole("link", { name: "Mot de passe oublié" }).click())
  await expect(page.getByRole("heading", { level: 1, name: "Mot de passe oublié" })).toBeVisible()
  await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue(email)
  await expectAccessible(page)
  await expectFitsPhone(page)
  await act(page.getByRole("button", { name: "Recevoir un lien" }).click())
  await expect(page.getByRole("status")).toContainText("Si un compte actif a cette adresse")
  await expect.poll(() => mailServer.mails.length).toBe(1)
  const link = /^http:\S+$/m.exec(mailServer.mails[0]?.text ?? "")?.[0] ?? ""
  expect(link.startsWith(`${site.url}/reinitialiser/`)).toBe(true)
  const leaked: string[] = []
  page.on("request", (request) => {
    const token = link.slice(-43)
    if (request.headers().referer?.includes(token)) leaked.push(request.url())
  })
  await act(page.goto(link))
  await expect(page.getByText(`Pour le compte ${email}`)).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await act(page.getByLabel("Nouveau mot de passe", { exact: true }).fill(next))
  await expectHydrated(page)
  await act(page.getByRole("button", { name: "Enregistrer" }).click())
  await expect(page).toHaveURL(`${site.url}/login?reinitialise=true`)
  await expect(page.getByRole("status").first()).toContainText("Votre nouveau mot de passe est enregistré")
  expect(actions).toBe(5)

  expect(leaked).toEqual([])
  expect(site.output()).not.toContain(link.slice(-43))
  const logIn = async (password: string) =>
    (await page.request.post(`${site.url}/api/login`, { data: { email, password } })).status()
  expect(await logIn(next)).toBe(200)
  expect(await logIn(TEST_PASSWORD)).toBe(401)
})

test.describe("a link that is used up, or a password that is too common", () => {
  test.use({ expectedConsole: /Failed to load resource.*40[04]/ })

  test("says what to do, and what was typed stays", async ({ page }) => {
    await using mailServer = await startMailServer()
    const settings = { SMTP_URL: mailServer.url, NOTIFY_EMAIL: "patron@lisanga.example", DEMO_CONTENT: "0" }
    await using site = await startSite({ settings })
    const { email } = await withDatabase(site, (db) => createTestAccount(db))
    await page.request.post(`${site.url}/mot-de-passe-oublie`, { form: { email } })
    await expect.poll(() => mailServer.mails.length).toBe(1)
    const link = /^http:\S+$/m.exec(mailServer.mails[0]?.text ?? "")?.[0] ?? ""
    await page.goto(link)
    const field = page.getByLabel("Nouveau mot de passe", { exact: true })
    await field.fill("password123")
    await expectHydrated(page)
    await page.getByRole("button", { name: "Enregistrer" }).click()
    await expect(field).toHaveAccessibleDescription(/Ce mot de passe est trop courant/)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue("password123")
    await page.getByRole("checkbox", { name: "Afficher ce que je tape" }).check()
    await expect(field).toHaveAttribute("type", "text")
    const form = { password: next, confirmPassword: next }
    expect((await page.request.post(link, { form, maxRedirects: 0 })).status()).toBe(303)
    await field.fill(next)
    await page.getByRole("button", { name: "Enregistrer" }).click()
    await expect(page.getByRole("alert")).toContainText("Ce lien n’existe pas, a déjà servi ou a expiré")
    await page.goto(link)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ce lien n’est plus valable")
    await page.getByRole("link", { name: "Demander un autre lien" }).click()
    await expect(page.getByRole("button", { name: "Recevoir un lien" })).toBeVisible()
  })
})
