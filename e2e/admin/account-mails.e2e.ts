import { expectAccessible } from "#e2e/accessible.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated, openPage } from "#e2e/open-page.ts"
import { withDatabase } from "#server/testing/site-database.ts"
import { startMailServer } from "#server/testing/start-mail-server.ts"
import { startSite } from "#server/testing/start-site.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

const next = "onze tuiles de Kasangulu"

test("a forgotten password is reset by a mailed link, which no other page is told", async ({ page }) => {
  await using mailServer = await startMailServer()
  const settings = { SMTP_URL: mailServer.url, NOTIFY_EMAIL: "patron@lisanga.example", DEMO_CONTENT: "0" }
  await using site = await startSite({ settings })
  const { email } = await withDatabase(site, (db) => createTestAccount(db, { role: "admin" }))
  await openPage(page, `${site.url}/login`)
  await page.getByRole("main").getByLabel("E-mail", { exact: true }).fill(email)
  await page.getByRole("link", { name: "Mot de passe oublié" }).click()
  await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue(email)
  await page.getByRole("button", { name: "Recevoir un lien" }).click()
  await expect(page.getByRole("status")).toContainText("Si un compte actif a cette adresse")

  await expect.poll(() => mailServer.mails.length).toBe(1)
  const link = /^http:\S+$/m.exec(mailServer.mails[0]?.text ?? "")?.[0] ?? ""
  expect(link.startsWith(`${site.url}/reinitialiser/`)).toBe(true)
  const told: string[] = []
  page.on("request", (request) => {
    if (request.headers().referer?.includes("/reinitialiser/")) told.push(request.url())
  })
  const scripts = Promise.withResolvers<void>()
  await page.route("**/assets/*.js", (route) => scripts.promise.then(() => route.continue()))
  await page.goto(link)
  const field = page.getByLabel("Nouveau mot de passe", { exact: true })
  // The button counts even if it was pressed before the script arrived.
  await page.getByRole("button", { name: /^Afficher/ }).click()
  scripts.resolve()
  await expectHydrated(page)
  await expect(field).toHaveAttribute("type", "text")
  await expectAccessible(page)
  await field.fill(next)
  await page.getByRole("button", { name: "Enregistrer" }).click()
  await expect(page.getByText("Votre nouveau mot de passe est enregistré")).toBeVisible()
  await page.getByRole("main").getByLabel("E-mail", { exact: true }).fill(email)
  await page.getByLabel("Mot de passe", { exact: true }).fill(next)
  await page.getByRole("button", { name: "Se connecter" }).click()
  await expect(page.getByRole("heading", { level: 1, name: "Dashboard" })).toBeVisible()
  expect(told).toEqual([])
  expect(site.output()).not.toContain(link.slice(-43))
  // The screen would call the site that is stopped now.
  await page.close()
})
