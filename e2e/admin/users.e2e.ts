import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { admin } from "#e2e/start-site.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { delayCalls } from "./broken-calls.ts"
import { countActions } from "./count-actions.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  fill: async (db) => {
    await createTestAccount(db, { role: "editor", username: "Éloïse Mbuyi", email: "eloise@exemple.cd" })
    await createTestAccount(db, { role: "agent", username: "Zoé", email: "zoe@exemple.cd" })
    const { id } = await createTestAccount(db, { username: "Inconnu", email: "inconnu@exemple.org" })
    await db.updateTable("accounts").set({ addressConfirmedAt: null }).where("id", "=", id).execute()
  },
})

/** The colleague needs a browser without cookies: a sign-in ends the session whose cookie it presents. */
const nobody = { cookies: [], origins: [] }

test("a colleague is invited in 3 actions, and makes an account by the link", async ({ page, browser, site }) => {
  await openScreen(page, "/admin/users", "Utilisateurs")
  const dialog = page.getByRole("dialog")
  const person = countActions(page)
  await person.click(page.getByRole("button", { name: "Inviter", exact: true }))
  await person.click(dialog.getByRole("radio", { name: /^Éditeur/ }))
  await person.click(dialog.getByRole("button", { name: "Créer l’invitation" }))
  const link = dialog.getByRole("textbox", { name: "Lien d’invitation" })
  expect(person.count).toBe(3)
  const url = await link.inputValue()
  await expect(dialog.getByRole("link", { name: "Envoyer par WhatsApp" })).toHaveAttribute(
    "href",
    /^https:\/\/wa\.me\//,
  )
  await dialog.getByRole("button", { name: "Terminé" }).click()
  await page.getByRole("link", { name: /^Invités/ }).click()
  await expect(page.getByText("Par un lien", { exact: true })).toBeVisible()
  await expect(page.getByText(/Éditeur · par/)).toBeVisible()

  const context = await browser.newContext({ baseURL: site.url, storageState: nobody })
  const colleague = await context.newPage()
  await colleague.goto(url)
  await expect(colleague.getByRole("heading", { level: 1 })).toHaveText("Votre invitation")
  await expectAccessible(colleague)
  await expectFitsPhone(colleague)
  await colleague.getByLabel("Nom d’utilisateur").fill("Anne Kasongo")
  await colleague.getByLabel("E-mail").fill("anne@exemple.cd")
  await colleague.getByLabel("Mot de passe", { exact: true }).fill(TEST_PASSWORD)
  await colleague.getByLabel("Confirmer le mot de passe").fill(TEST_PASSWORD)
  await colleague.getByRole("button", { name: "Créer mon compte" }).click()
  await expect(colleague).toHaveURL("/admin/dashboard")
  const me = await colleague.request.get("/trpc/accounts.me")
  expect((await me.json()).result.data).toMatchObject({ username: "Anne Kasongo", role: "editor" })
  await context.close()
})

test("who has not confirmed their address is invited from the list, where the role would be", async ({ page }) => {
  await openScreen(page, "/admin/users", "Utilisateurs")
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "inconnu@exemple.org" })
  await expect(row).toContainText("Pour lui donner un rôle, invitez cette adresse.")
  await expect(row.getByRole("combobox")).toHaveCount(0)
  await row.getByRole("button", { name: "Inviter" }).click()
  const dialog = page.getByRole("dialog", { name: "Inviter quelqu’un" })
  await expect(dialog.getByLabel("E-mail")).toHaveValue("inconnu@exemple.org")
  await expectAccessible(page)
  // Some people enlarge text by a style of their own, which media queries do not follow.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%"
  })
  await page.setViewportSize({ width: 360, height: 700 })
  const main = page.getByRole("main").getByRole("region", { name: "Double confirmation", includeHidden: true })
  for (const part of [dialog, main, page.locator("html")]) {
    expect(await part.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(0)
  }
})

const userAgent =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36"

test.describe("the screen of users", () => {
  test.use({ expectedConsole: /Failed to load resource.*403/ })

  test("changes roles, disables, deletes and restores, and passes on a link for a new password @slow", async ({
    page,
    site,
    playwright,
  }) => {
    const main = page.getByRole("main")
    const dialog = page.getByRole("dialog")
    const said = (text: string) => page.getByRole("status").filter({ hasText: text })
    const rowOf = (email: string) => main.getByRole("listitem").filter({ hasText: email })
    const demote = async (email: string) => {
      await rowOf(email).getByRole("combobox", { name: "Rôle" }).selectOption("Lecteur")
      await rowOf(email).getByRole("button", { name: "Appliquer" }).click()
    }
    const colleague = await playwright.request.newContext({ baseURL: site.url, storageState: nobody, userAgent })
    await colleague.post("/api/login", { data: { email: "eloise@exemple.cd", password: TEST_PASSWORD } })
    await openScreen(page, "/admin/users", "Utilisateurs")

    await test.step("two changes that wait for reauthentication are both made once the password is given", async () => {
      const longAgo = new Date(Date.now() - 660_000).toISOString()
      await withDatabase(site, (db) => db.updateTable("sessions").set({ confirmedAt: longAgo }).execute())
      const emails = ["eloise@exemple.cd", "zoe@exemple.cd"]
      const password = dialog.getByLabel("Mot de passe")
      await demote("eloise@exemple.cd")
      await expect(password).toBeFocused()
      await page.keyboard.press("Escape")
      await expect(page.getByRole("alert")).toContainText("Action annulée")
      await expect(rowOf("eloise@exemple.cd").getByRole("button", { name: "Appliquer" })).toBeFocused()
      const { release } = await delayCalls(page, "users.changeRole")
      for (const email of emails) await demote(email)
      release()
      await password.fill(admin.password)
      await dialog.getByRole("button", { name: "Confirmer" }).click()
      await expect(said("le rôle est maintenant « Lecteur »")).toBeVisible()
      const roles = () =>
        withDatabase(site, (db) => db.selectFrom("accounts").select("role").where("email", "in", emails).execute())
      await expect.poll(roles).toEqual([{ role: "reader" }, { role: "reader" }])
      await page.unrouteAll()
    })

    await test.step("an account is disabled with its sessions, and enabled again", async () => {
      const row = rowOf("eloise@exemple.cd")
      await row.getByRole("button", { name: "1 session ouverte" }).click()
      await expect(dialog.getByText("Chrome sur Linux", { exact: true })).toBeVisible()
      await page.keyboard.press("Escape")
      await row.getByRole("button", { name: "Désactiver" }).click()
      await expect(said("est désactivé")).toBeVisible()
      expect((await colleague.get("/api/admin/projects.csv")).status()).toBe(401)
      await row.getByRole("button", { name: "Réactiver" }).click()
      await expect(row.getByText("Actif", { exact: true })).toBeVisible()
      await colleague.dispose()
    })

    await test.step("a link lets somebody choose a new password", async () => {
      await main.getByRole("button", { name: /^Nouveau mot de passe.*Zoé/ }).click()
      const passed = page.getByRole("dialog", { name: "Nouveau mot de passe de Zoé" })
      const url = await passed.getByRole("textbox", { name: "Lien pour choisir un mot de passe" }).inputValue()
      await expectAccessible(page)
      const response = await page.request.get(new URL(url).pathname)
      expect(await response.text()).toMatch(/Nouveau mot de passe.*zoe@exemple\.cd/s)
      await page.keyboard.press("Escape")
    })

    await test.step("a user is found without accents, deleted, and brought back by « Annuler »", async () => {
      await page.getByRole("searchbox", { name: "Rechercher un utilisateur" }).fill("zoe")
      await expect(rowOf("@exemple.cd")).toHaveCount(1)
      await remove()
      await page.getByRole("button", { name: "Annuler" }).click()
      await expect(said("est restauré")).toBeVisible()
      await expect(rowOf("@exemple.cd")).toHaveCount(1)
    })

    await test.step("or from the deleted ones, in 2 actions", async () => {
      await remove()
      const person = countActions(page)
      await person.click(page.getByRole("link", { name: /^Supprimés/ }))
      await person.click(page.getByRole("button", { name: "Restaurer" }))
      await expect(said("est restauré")).toBeVisible()
      expect(person.count).toBe(2)
      await page.getByRole("link", { name: /^Tous/ }).click()
      await expect(rowOf("zoe@exemple.cd")).toHaveCount(1)
    })

    await expectFitsPhone(page)
    await expectFitsLargeText(page)

    async function remove() {
      await rowOf("@exemple.cd").getByRole("button", { name: "Supprimer" }).click()
      await dialog.getByRole("button", { name: "Supprimer" }).click()
      await expect(said("est supprimé")).toBeVisible()
      await expect(page.getByText("Aucun utilisateur", { exact: true })).toBeVisible()
      await expect(page.getByRole("heading", { name: "Aucun utilisateur ne correspond" })).toBeVisible()
    }
  })
})
