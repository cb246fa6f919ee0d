import { expectAccessible } from "#e2e/accessible.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { withDatabase } from "#server/testing/site-database.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { contactRequest, sendContactForm } from "./contact-form.ts"

test("a registered person finds the own requests on another device, adds one by its link, and leaves", async ({
  page,
  browser,
  site,
}) => {
  const account = await withDatabase(site, (db) => createTestAccount(db, { email: "amina.compte@exemple.cd" }))
  async function logIn(on = page) {
    await on.goto("/login?redirect=%2Fmes-demandes")
    await on.getByLabel("E-mail").fill(account.email)
    await on.getByLabel("Mot de passe", { exact: true }).fill(TEST_PASSWORD)
    await on.getByRole("main").getByRole("button", { name: "Se connecter" }).click()
    await expect(on.getByRole("heading", { level: 1, name: "Mes demandes" })).toBeVisible()
  }
  await logIn()
  await page.goto("/contact")
  await sendContactForm(page, contactRequest())
  await expect(page.getByRole("link", { name: "Suivre ma demande" })).toBeVisible()

  const elsewhere = await browser.newPage({ baseURL: site.url })
  const sent = await elsewhere.request.post("/api/contact", { data: contactRequest() })
  const { statusUrl, reference } = await sent.json()
  await logIn(elsewhere)
  const follow = elsewhere.getByRole("link", { name: /^Suivre la demande/ })
  await expect(follow).toHaveCount(1)
  await elsewhere.goto(new URL(statusUrl).pathname)
  await elsewhere.getByRole("button", { name: "Ajouter à mon compte" }).click()
  await expect(elsewhere.getByText(/^Cette demande est dans votre compte/)).toBeVisible()
  await expectAccessible(elsewhere)

  await page.goto("/mes-demandes")
  await expect(page.getByRole("link", { name: `Suivre la demande ${reference}` })).toBeVisible()
  await expect(page.getByText("Dans votre compte")).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole("main").getByRole("link", { name: "Mon compte" }).click()
  await expect(page.getByText("cette session")).toBeVisible()
  await expectAccessible(page)
  await page.getByRole("button", { name: "Supprimer mon compte" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click()
  await expect(page.getByText(/^Votre compte est supprimé/)).toBeVisible()
  await expect(page.getByRole("banner").getByRole("link", { name: "Connexion" }).first()).toBeAttached()

  // The links of mails and devices still open their pages, that of the account does not.
  const path = new URL(statusUrl).pathname
  expect((await page.request.get(path)).status()).toBe(200)
  await elsewhere.goto("/mes-demandes")
  await expect(elsewhere.getByText("Dans votre compte")).toHaveCount(0)
  await elsewhere.close()
})
