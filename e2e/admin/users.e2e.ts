import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, ON_POSTGRES } from "#e2e/fixtures.ts"
import { admin } from "#e2e/start-site.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { delayCalls } from "./broken-calls.ts"
import { countActions } from "./count-actions.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openScreen, signIn } from "./sign-in.ts"

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  fill: async (db) => {
    await createTestAccount(db, { role: "editor", username: "Éloïse Mbuyi", email: "eloise@exemple.cd" })
    await createTestAccount(db, { role: "agent", username: "Zoé", email: "zoe@exemple.cd" })
  },
})

/** A browser of its own: what the administrator's presents when it signs in would end. */
const nobody = { cookies: [], origins: [] }

test(
  "a colleague is invited in 3 actions, and makes an account by the link, once",
  ON_POSTGRES,
  async ({ page, browser, site }) => {
    await openScreen(page, "/admin/users", "Utilisateurs")
    const dialog = page.getByRole("dialog")
    const person = countActions(page)
    await person.click(page.getByRole("button", { name: "Inviter" }))
    await person.click(dialog.getByRole("radio", { name: /^Éditeur/ }))
    await person.click(dialog.getByRole("button", { name: "Créer l’invitation" }))
    const link = dialog.getByRole("textbox", { name: "Lien d’invitation" })
    expect(person.count).toBe(3)
    await expectAccessible(page)
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
    expect((await context.request.get(new URL(url).pathname)).status()).toBe(404)
    await context.close()
  },
)

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false, storageState: nobody, expectedConsole: /Failed to load resource.*400/ })

  test("an invitation is accepted all the same, and says what is wrong", async ({ page, site, playwright }) => {
    const admin = await playwright.request.newContext({ baseURL: site.url })
    await withDatabase(site, (db) => createTestAccount(db, { role: "admin", email: "chef@exemple.cd" }))
    await admin.post("/api/login", { data: { email: "chef@exemple.cd", password: TEST_PASSWORD } })
    const data = { role: "user", email: "bea@exemple.cd" }
    const { result } = await (await admin.post("/trpc/users.invite", { data })).json()
    await page.goto(`/invitation/${result.data.token}`)
    await expect(page.getByLabel("E-mail")).toHaveValue("bea@exemple.cd")
    const fill = async (confirmation: string) => {
      await page.getByLabel("Nom d’utilisateur").fill("Béa Lukusa")
      await page.getByLabel("Mot de passe", { exact: true }).fill(TEST_PASSWORD)
      await page.getByLabel("Confirmer le mot de passe").fill(confirmation)
      await page.getByRole("button", { name: "Créer mon compte" }).click()
    }
    await fill("autre chose")
    await expect(page.getByLabel("Confirmer le mot de passe")).toHaveAccessibleDescription(/ne correspondent pas/)
    await expect(page.getByLabel("Nom d’utilisateur")).toHaveValue("Béa Lukusa")
    await fill(TEST_PASSWORD)
    await expect(page).toHaveURL("/")
    const me = await page.request.get("/trpc/accounts.me")
    expect((await me.json()).result.data).toMatchObject({ username: "Béa Lukusa", role: "user" })
    await admin.dispose()
  })
})

test.describe("a colleague's browser", () => {
  test.use({ expectedConsole: /Failed to load resource.*40[13]/ })

  test("is signed out when the account is disabled, and sees no more than the role while it is open", async ({
    page,
    browser,
    site,
  }) => {
    const context = await browser.newContext({ baseURL: site.url, storageState: nobody })
    const colleague = await context.newPage()
    await signIn(colleague, { email: "eloise@exemple.cd", password: TEST_PASSWORD })
    await openScreen(colleague, "/admin/projects", "Projets")
    await openScreen(page, "/admin/users", "Utilisateurs")
    const row = page.getByRole("listitem").filter({ hasText: "eloise@exemple.cd" })
    await row.getByRole("combobox", { name: "Rôle" }).selectOption("Lecteur")
    await row.getByRole("button", { name: "Appliquer" }).click()
    await expect(page.getByRole("status").filter({ hasText: "le rôle est maintenant « Lecteur »" })).toBeVisible()
    const multipart = { project_name: "École", description: "x", status: "En cours", sector: "Construction" }
    expect((await colleague.request.post("/api/projects", { multipart })).status()).toBe(403)
    await row.getByRole("button", { name: "1 session ouverte" }).click()
    await expect(page.getByRole("dialog").getByText("Chrome sur Linux", { exact: true })).toBeVisible()
    await page.keyboard.press("Escape")
    await row.getByRole("button", { name: "Désactiver" }).click()
    await expect(page.getByRole("status").filter({ hasText: "est désactivé" })).toBeVisible()
    expect((await colleague.request.get("/api/admin/projects.csv")).status()).toBe(401)
    await colleague.reload()
    await expect(colleague).toHaveURL(/\/login/)
    await row.getByRole("button", { name: "Réactiver" }).click()
    await expect(row.getByText("Actif", { exact: true })).toBeVisible()
    expect((await colleague.request.get("/api/admin/projects.csv")).status()).toBe(401)
    await context.close()
  })
})

test("a user is found without accents, deleted, and brought back by « Annuler » or from the deleted ones", async ({
  page,
}) => {
  await openScreen(page, "/admin/users", "Utilisateurs")
  await page.getByRole("searchbox", { name: "Rechercher un utilisateur" }).fill("zoe")
  const rows = page.getByRole("main").getByRole("listitem").filter({ hasText: "@exemple.cd" })
  await expect(rows).toHaveCount(1)
  const remove = async () => {
    await rows.getByRole("button", { name: "Supprimer" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click()
    await expect(page.getByRole("status").filter({ hasText: "est supprimé" })).toBeVisible()
    await expect(page.getByRole("heading", { name: "Aucun utilisateur ne correspond" })).toBeVisible()
  }
  await remove()
  await page.getByRole("button", { name: "Annuler" }).click()
  await expect(page.getByRole("status").filter({ hasText: "est restauré" })).toBeVisible()
  await expect(rows).toHaveCount(1)
  await remove()
  const person = countActions(page)
  await person.click(page.getByRole("link", { name: /^Supprimés/ }))
  await person.click(page.getByRole("button", { name: "Restaurer" }))
  await expect(page.getByRole("status").filter({ hasText: "est restauré" })).toBeVisible()
  expect(person.count).toBe(2)
  await openScreen(page, "/admin/users", "Utilisateurs")
  await expect(rows.filter({ hasText: "Zoé" })).toHaveCount(1)
  await expectAccessible(page)
  await expectFitsPhone(page)
  await expectFitsLargeText(page)
})

test("an administrator passes on a link, by which somebody chooses a new password", async ({ page, browser, site }) => {
  await openScreen(page, "/admin/users", "Utilisateurs")
  await page.getByRole("button", { name: /^Nouveau mot de passe.*Zoé/ }).click()
  const dialog = page.getByRole("dialog", { name: "Nouveau mot de passe de Zoé" })
  const link = dialog.getByRole("textbox", { name: "Lien pour choisir un mot de passe" })
  await expectAccessible(page)
  const url = await link.inputValue()
  await using context = await browser.newContext({ baseURL: site.url, storageState: nobody })
  const other = await context.newPage()
  await other.goto(new URL(url).pathname)
  await expect(other.getByRole("heading", { level: 1, name: "Nouveau mot de passe" })).toBeVisible()
  await expect(other.getByText("zoe@exemple.cd")).toBeVisible()
})

test.describe("two changes that wait for one confirmation", () => {
  test.use({ expectedConsole: /Failed to load resource.*403/ })

  test("are both made once the password is given", async ({ page, site }) => {
    const names = ["Christelle", "Divine"]
    const emails = names.map((name) => `${name.toLowerCase()}@exemple.cd`)
    await withDatabase(site, async (db) => {
      for (const [index, username] of names.entries())
        await createTestAccount(db, { role: "agent", username, email: emails[index] ?? "" })
      const longAgo = new Date(Date.now() - 660_000).toISOString()
      await db.updateTable("sessions").set({ confirmedAt: longAgo }).execute()
    })
    await openScreen(page, "/admin/users", "Utilisateurs")
    const { release } = await delayCalls(page, "users.changeRole")
    for (const email of emails) {
      const row = page.getByRole("listitem").filter({ hasText: email })
      await row.getByRole("combobox", { name: "Rôle" }).selectOption("Lecteur")
      await row.getByRole("button", { name: "Appliquer" }).click()
    }
    release()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Mot de passe").fill(admin.password)
    await dialog.getByRole("button", { name: "Confirmer" }).click()
    await expect(page.getByRole("status").filter({ hasText: "le rôle est maintenant « Lecteur »" })).toBeVisible()
    const roles = () =>
      withDatabase(site, (db) => db.selectFrom("accounts").select("role").where("email", "in", emails).execute())
    await expect.poll(roles).toEqual([{ role: "reader" }, { role: "reader" }])
  })
})
