import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { editor, openEditor, visitorReads } from "./content-editor.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { signIn } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

test("what is typed is saved by itself, is seen in the preview, and is public only once it is published", async ({
  page,
}) => {
  await openEditor(page, "transport", "Transport")
  await editor(page).section("Haut de page").getByLabel("Introduction").fill("Nous portons **tout**, <b>très</b> loin.")
  const lead = editor(page).preview.getByText("Nous portons tout, <b>très</b> loin.")
  await expect(lead).toBeVisible()
  await expect(lead.getByText("tout", { exact: true })).toHaveCSS("font-weight", /[67]00/)
  await expect(editor(page).saved).toBeVisible()
  expect(await visitorReads(page, "/transport")).not.toContain("Nous portons")
  await page.reload()
  await expect(editor(page).section("Haut de page").getByLabel("Introduction")).toHaveValue(/très/)
  await expect(page.getByText("Modifications non publiées")).toBeVisible()

  // The preview follows the section that is edited, and the editor stays where it is.
  await editor(page).section("Notre flotte").getByLabel("Titre").first().focus()
  const scrolled = await page.evaluate(() => scrollY)
  await expect(editor(page).preview.getByRole("heading", { name: "Notre flotte" })).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)

  await editor(page).publish.click()
  await expect(page.getByText("Publié : les visiteurs lisent ces textes dès maintenant.")).toBeVisible()
  expect(await visitorReads(page, "/transport")).toContain("Nous portons <strong>tout</strong>, &lt;b&gt;très")
  await editor(page).history.click()
  await expect(page.getByRole("heading", { level: 1, name: "Historique : Transport" })).toBeVisible()
})

test("a draft can be dropped", async ({ page }) => {
  await openEditor(page, "agriculture", "Agriculture")
  const title = editor(page).section("Haut de page").getByLabel("Titre")
  await title.fill("Un autre titre")
  await expect(editor(page).saved).toBeVisible()
  await editor(page).discard.click()
  await page.getByRole("dialog").getByRole("button", { name: "Annuler les modifications" }).click()
  await expect(title).toHaveValue("Agriculture")
  await expect(page.getByText("Publié", { exact: true })).toBeVisible()
})

test.describe("when the server rejects", () => {
  test.use({ expectedConsole: /status of 400/ })

  test("an incomplete page is not published, and its field says what it lacks", async ({ page }) => {
    await openEditor(page, "a-propos", "À propos")
    const title = editor(page).section("Haut de page").getByLabel("Titre")
    await title.fill("")
    await editor(page).publish.click()
    await expect(page.getByRole("alert")).toContainText("Rien n’a été publié")
    await expect(title).toBeFocused()
    await expect(title).toHaveAccessibleDescription(/À remplir/)
    expect(await visitorReads(page, "/about")).toContain("À Propos de Groupe Lisanga")
  })

  test("a publication is scheduled for a moment of Kinshasa, and taken back", async ({ page }) => {
    await openEditor(page, "contact", "Contact")
    await editor(page).section("Haut de page").getByLabel("Introduction").fill("À lundi.")
    await editor(page).schedule.click()
    const dialog = page.getByRole("dialog", { name: "Programmer la publication" })
    await dialog.getByLabel("Date et heure").fill("2020-01-06T08:00")
    await dialog.getByRole("button", { name: "Programmer" }).click()
    await expect(dialog.getByText("Choisissez un moment à venir")).toBeVisible()
    await dialog.getByLabel("Date et heure").fill("2099-01-05T08:00")
    await dialog.getByRole("button", { name: "Programmer" }).click()
    await expect(page.getByText("Publication programmée pour le 5 janvier 2099 à 08:00.")).toBeVisible()
    await page.goto("/admin/site-management")
    await expect(page.getByText("Publication programmée", { exact: true })).toBeVisible()
    expect(await visitorReads(page, "/contact")).not.toContain("À lundi.")
  })
})

test("entries are added, ordered and taken back by buttons that keep the focus", async ({ page }) => {
  await openEditor(page, "construction", "Construction")
  const photos = editor(page).section("Nos Maquettes")
  const captions = photos.getByLabel("Légende")
  await expect(captions).toHaveCount(6)
  const down = photos.getByRole("button", { name: "Descendre : Photo 1" })
  await down.click()
  await expect(captions.first()).toHaveValue("Maquette 2")
  await expect(photos.getByRole("button", { name: "Descendre : Photo 2" })).toBeFocused()
  await photos.getByRole("button", { name: "Retirer : Photo 6" }).click()
  await expect(captions).toHaveCount(5)
  await photos.getByRole("button", { name: "Annuler", exact: true }).click()
  await expect(captions).toHaveCount(6)
  await editor(page).publish.click()
  await expect(page.getByText("Publié : les visiteurs lisent ces textes dès maintenant.")).toBeVisible()
  const html = await visitorReads(page, "/construction")
  expect(html.indexOf("Maquette 2<")).toBeLessThan(html.indexOf("Maquette 1<"))
})

test.describe("when the network is lost", () => {
  test.use({ expectedConsole: /ERR_FAILED|Failed to load resource/ })

  test("what was typed stays on the device, also when the page is closed, and is saved later", async ({
    page,
    context,
  }) => {
    await openEditor(page, "elevage", "Élevage")
    await page.route("**/trpc/content.saveDraft*", (route) => route.abort())
    await editor(page).section("Haut de page").getByLabel("Introduction").fill("Des bêtes calmes.")
    await expect(page.getByText(/Connexion impossible/)).toBeVisible()
    await page.close()

    const later = await context.newPage()
    await openEditor(later, "elevage", "Élevage")
    await expect(later.getByText(/ont été retrouvées sur cet appareil/)).toBeVisible()
    await expect(editor(later).section("Haut de page").getByLabel("Introduction")).toHaveValue("Des bêtes calmes.")
    await expect(editor(later).saved).toBeVisible()
    await later.close()
  })
})

test.describe("when the session has ended", () => {
  test.use({ expectedConsole: /status of 401/ })

  test("what is typed is saved by itself after a log-in in another tab", async ({ page, context }) => {
    await openEditor(page, "accueil", "Accueil")
    const title = editor(page).field("Titre")
    await context.clearCookies({ name: "session" })
    await title.fill("Bâtir, sans session")
    const link = page.getByRole("link", { name: "Se connecter dans un nouvel onglet" })
    await expect(link).toBeVisible()
    const [tab] = await Promise.all([context.waitForEvent("page"), link.click()])
    await signIn(tab)
    await tab.close()
    await expect(editor(page).saved).toBeVisible({ timeout: 15_000 })
    await page.reload()
    await expect(title).toHaveValue("Bâtir, sans session")
  })
})

test.describe("with two editors", () => {
  test.use({ expectedConsole: /status of 409/ })

  test("the second one chooses between both versions, and loses nothing", async ({ page, context }) => {
    await openEditor(page, "immobilier", "Immobilier")
    const other = await context.newPage()
    await openEditor(other, "immobilier", "Immobilier")
    await editor(other).section("Haut de page").getByLabel("Titre").fill("Biens et conseils")
    await expect(editor(other).saved).toBeVisible()
    // The pages share the storage of one device.
    await other.close()

    await editor(page).section("Haut de page").getByLabel("Introduction").fill("Mon introduction.")
    const dialog = page.getByRole("dialog", { name: "Cette page a changé entre-temps" })
    await expect(dialog.getByRole("group")).toHaveCount(2)
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Enregistrer ces choix" }).click()
    await expect(editor(page).section("Haut de page").getByLabel("Titre")).toHaveValue("Biens et conseils")
    await expect(editor(page).section("Haut de page").getByLabel("Introduction")).toHaveValue("Mon introduction.")
    await expect(editor(page).saved).toBeVisible()
  })
})

test("on a phone the editor and the preview are two tabs, and nothing is wider than the screen", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await openEditor(page, "entreprise", "Coordonnées de l'entreprise")
  await expectFitsPhone(page)
  await expectAccessible(page)
  const frame = page.locator('iframe[title="Aperçu"]')
  await expect(frame).toBeHidden()
  await page.getByRole("button", { name: "Aperçu" }).click()
  await expect(frame).toBeVisible()
  await expect(editor(page).preview.getByRole("heading", { level: 1 })).toBeVisible()
  await expect(editor(page).field("Téléphone")).toBeHidden()
  await page.goto("/admin/site-management")
  await expect(page.getByRole("link", { name: "Accueil", exact: true })).toBeVisible()
  await expectFitsPhone(page)
  await expectAccessible(page)
  await test.step("lists within groups fit, with large text too", async () => {
    await openEditor(page, "accueil", "Accueil")
    await expectFitsPhone(page)
    await expectFitsLargeText(page)
  })
})

test("a preview is for administrators alone, and for no cache and no search engine", async ({
  page,
  playwright,
  baseURL,
}) => {
  const path = "/admin/site-management/accueil/preview"
  const visitor = await playwright.request.newContext({
    baseURL: baseURL ?? "",
    storageState: { cookies: [], origins: [] },
  })
  expect((await visitor.get(path)).status()).toBe(401)
  expect((await visitor.post(path, { data: { content: {} } })).status()).toBe(401)
  await visitor.dispose()
  const response = await page.request.get(path)
  expect(response.status()).toBe(200)
  expect(response.headers()).toMatchObject({
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
    "content-security-policy": expect.stringContaining("frame-ancestors 'self'"),
  })
  expect(await response.text()).not.toMatch(/<script(?! type="application\/ld\+json")/)
})
