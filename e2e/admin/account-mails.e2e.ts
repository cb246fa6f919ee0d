import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated, openPage } from "#e2e/open-page.ts"
import { startSite } from "#e2e/start-site.ts"
import { startMailServer } from "#server/testing/start-mail-server.ts"
import { createTestAccount } from "#server/testing/test-account.ts"
import { expectFitsPhone } from "./fits-phone.ts"

const next = "onze tuiles de Kasangulu"

test.use({ expectedConsole: /Failed to load resource.*40[0134]/ })

test("a forgotten password is reset by a mailed link, and an e-mail address changed by another @slow", async ({
  page,
}) => {
  test.setTimeout(60_000)
  await using mailServer = await startMailServer()
  const settings = { SMTP_URL: mailServer.url, NOTIFY_EMAIL: "patron@lisanga.example", DEMO_CONTENT: "0" }
  await using site = await startSite({ settings })
  const { email } = await withDatabase(site, (db) => createTestAccount(db, { role: "admin" }))
  const mailTo = (address: string) => mailServer.mails.find(({ recipients }) => recipients.includes(address))
  const linkTo = async (address: string) => {
    await expect.poll(() => mailTo(address)).toBeDefined()
    return /^http:\S+$/m.exec(mailTo(address)?.text ?? "")?.[0] ?? ""
  }
  const leaked: string[] = []
  page.on(
    "request",
    (request) => /[/]reinitialiser[/]/.test(request.headers().referer ?? "") && leaked.push(request.url()),
  )
  let actions = 0
  const act = async (action: Promise<unknown>) => {
    actions += 1
    await action
  }

  await test.step("a log-in that fails leads to a link by mail", async () => {
    await openPage(page, `${site.url}/login`)
    await page.getByLabel("E-mail", { exact: true }).fill(email)
    await page.getByLabel("Mot de passe", { exact: true }).fill("je ne sais plus")
    await page.getByRole("button", { name: "Se connecter" }).click()
    await expect(page.getByRole("alert")).toHaveText("E-mail ou mot de passe incorrect")
    await act(page.getByRole("link", { name: "Mot de passe oublié" }).click())
    await expect(page.getByRole("heading", { level: 1, name: "Mot de passe oublié" })).toBeVisible()
    await expect(page.getByLabel("E-mail", { exact: true })).toHaveValue(email)
    await expectAccessible(page)
    await expectFitsPhone(page)
    await act(page.getByRole("button", { name: "Recevoir un lien" }).click())
    await expect(page.getByRole("status")).toContainText("Si un compte actif a cette adresse")
    await expectHydrated(page)
    await page.getByRole("link", { name: "Demander un autre lien" }).click()
    await expect(page.getByRole("button", { name: "Recevoir un lien" })).toBeVisible()
  })

  const link = await linkTo(email)
  expect(link.startsWith(`${site.url}/reinitialiser/`)).toBe(true)
  const scripts = Promise.withResolvers<void>()
  await page.route("**/assets/*.js", (route) => scripts.promise.then(() => route.continue()))
  await act(page.goto(link))
  await expect(page.getByText(`Pour le compte ${email}`)).toBeVisible()
  const field = page.getByLabel("Nouveau mot de passe", { exact: true })
  const isShown = page.getByRole("checkbox", { name: "Afficher ce que je tape" })
  const save = page.getByRole("button", { name: "Enregistrer" })

  await test.step("the box that shows the password counts even if it was ticked before the script arrived", async () => {
    await isShown.check()
    scripts.resolve()
    await expectHydrated(page)
    await expect(field).toHaveAttribute("type", "text")
    await isShown.uncheck()
    await expect(field).toHaveAttribute("type", "password")
  })

  await test.step("a password that is too common, or a link that is used up, is told, and what was typed stays", async () => {
    await field.fill("password123")
    await save.click()
    await expect(field).toHaveAccessibleDescription(/Ce mot de passe est trop facile à deviner/)
    await expect(field).toBeFocused()
    await expect(field).toHaveValue("password123")
    await expectAccessible(page)
    await expectFitsPhone(page)
    await isShown.check()
    await expect(field).toHaveAttribute("type", "text")
    const usedUp = await withDatabase(site, (db) => db.deleteFrom("accountLinks").returningAll().execute())
    await field.fill(next)
    await save.click()
    await expect(page.getByRole("alert")).toContainText("Ce lien n’existe pas, a déjà servi ou a expiré")
    await expect(field).toHaveValue(next)
    await withDatabase(site, (db) => db.insertInto("accountLinks").values(usedUp).execute())
  })

  await test.step("in 5 actions, the mail included, the new password is saved, and logs in", async () => {
    await act(field.fill(next))
    await act(save.click())
    await expect(page).toHaveURL(`${site.url}/login?reinitialise=true`)
    await expect(page.getByRole("status").first()).toContainText("Votre nouveau mot de passe est enregistré")
    expect(actions).toBe(5)
    expect(leaked).toEqual([])
    expect(site.output()).not.toContain(link.slice(-43))
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.getByLabel("E-mail", { exact: true }).fill(email)
    await page.getByLabel("Mot de passe", { exact: true }).fill(next)
    await page.getByRole("button", { name: "Se connecter" }).click()
  })

  await test.step("a new e-mail address is asked for with the password", async () => {
    await page.getByRole("link", { name: "Mon compte" }).click()
    const confirmedAt = "2020-01-01T00:00:00.000Z"
    await withDatabase(site, (db) => db.updateTable("sessions").set({ confirmedAt }).execute())
    await page.getByLabel("Nouvelle adresse e-mail").fill("nouvelle@exemple.cd")
    await page.getByRole("button", { name: "Envoyer le lien" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Mot de passe").fill(next)
    await dialog.getByRole("button", { name: "Confirmer" }).click()
    const sent = page.getByRole("status").filter({ hasText: "Un lien vient d’être envoyé à nouvelle@exemple.cd" })
    await expect(sent).toBeVisible()
    await expectFitsPhone(page)
  })

  await test.step("and changes once its new owner confirms it", async () => {
    await page.goto(await linkTo("nouvelle@exemple.cd"))
    await expect(page.getByText("nouvelle@exemple.cd")).toBeVisible()
    await expectFitsPhone(page)
    await page.getByRole("button", { name: "Confirmer cette adresse" }).click()
    await expect(page.getByRole("status").first()).toContainText("Votre adresse e-mail est changée")
    const told = () => mailServer.mails.filter(({ recipients }) => recipients.includes(email)).at(-1)
    await expect.poll(() => told()?.header("Subject")).toContain("a été changée")
    const accounts = withDatabase(site, (db) => db.selectFrom("accounts").select("email").execute())
    expect(await accounts).toContainEqual({ email: "nouvelle@exemple.cd" })
  })
})
