import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { delayCalls, lostResponse, noConnection } from "./broken-calls.ts"
import { editor, openEditor, publishDraft, readEdited, saveDraft, visitorReads } from "./content-editor.ts"
import { fillStorage } from "./fill-storage.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { signIn } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

type Hero = { hero: { title: string; lead: string } }

test.describe("an editor", () => {
  test.use({ expectedConsole: /status of 400/ })

  test("sees what she types, and publishes, drops or schedules it", async ({ page }) => {
    await openEditor(page, "accueil", "Accueil")
    const top = editor(page).section("Haut de page")
    const title = top.getByLabel("Titre")
    const lead = top.getByLabel("Introduction")
    const titleBefore = await title.inputValue()

    await test.step("what is typed is saved by itself and seen in the preview, and no visitor reads it", async () => {
      await lead.fill("Nous portons **tout**, <b>très</b> loin.")
      const shown = editor(page).preview.getByText("Nous portons tout, <b>très</b> loin.")
      await expect(shown).toBeVisible()
      await expect(shown.getByText("tout", { exact: true })).toHaveCSS("font-weight", /[67]00/)
      await expect(editor(page).saved).toBeVisible()
      await expect(page.getByText("Modifications non publiées")).toBeVisible()
      expect((await readEdited<Hero>(page, "accueil")).content.hero.lead).toContain("très")
      expect(await visitorReads(page, "/")).not.toContain("Nous portons")
    })
    await test.step("an incomplete page is not published, and its field says what it lacks", async () => {
      await title.fill("")
      await editor(page).publish.click()
      await expect(page.getByRole("alert")).toContainText("Rien n’a été publié")
      await expect(title).toBeFocused()
      await expect(title).toHaveAccessibleDescription(/À remplir/)
      await title.fill("Bâtir")
      await expect(page.getByRole("alert")).toBeHidden()
      expect(await visitorReads(page, "/")).not.toContain("Nous portons")
    })
    const story = editor(page).section("L’entreprise")
    const titles = story.getByLabel("Titre", { exact: true })
    await test.step("a draft can be dropped, with what was removed from its lists", async () => {
      await story.getByRole("button", { name: "Retirer : Carte 3" }).click()
      await expect(titles).toHaveCount(3)
      await editor(page).discard.click()
      await page.getByRole("dialog").getByRole("button", { name: "Annuler les modifications" }).click()
      await expect(title).toHaveValue(titleBefore)
      await expect(titles).toHaveCount(4)
      await expect(story.getByRole("button", { name: "Annuler", exact: true })).toBeHidden()
      await expect(page.getByText("Publié", { exact: true })).toBeVisible()
    })
    await test.step("the preview follows the section that is edited, and the editor stays where it is", async () => {
      await titles.first().focus()
      const scrolled = await page.evaluate(() => scrollY)
      const heading = editor(page).preview.getByRole("heading", { name: await titles.first().inputValue() })
      await expect(heading).toBeInViewport()
      expect(await page.evaluate(() => scrollY)).toBe(scrolled)
    })
    await test.step("entries are ordered and taken back by buttons that keep the focus", async () => {
      await expect(titles).toHaveCount(4)
      await story.getByRole("button", { name: "Descendre : Carte 1" }).click()
      await expect(titles.nth(1)).toHaveValue("Excellence")
      await expect(story.getByRole("button", { name: "Descendre : Carte 2" })).toBeFocused()
      await story.getByRole("button", { name: "Retirer : Carte 2" }).press("Enter")
      await expect(titles).toHaveCount(3)
      await expect(story.getByText("Retrait : Carte 2", { exact: true }).last()).toBeVisible()
      const front = story.getByRole("button", { name: "Mettre en premier : Carte 2" })
      await expect(front).toBeFocused()
      await story.getByRole("button", { name: "Annuler", exact: true }).press("Enter")
      await expect(titles).toHaveCount(4)
      await expect(front).toBeFocused()
    })
    await test.step("what is published is what visitors read next", async () => {
      await lead.fill("Nous bâtissons **tout**, <b>très</b> loin.")
      await editor(page).publish.click()
      await expect(page.getByText("Publié : les visiteurs lisent ces textes dès maintenant.")).toBeVisible()
      const html = await visitorReads(page, "/")
      expect(html).toContain("Nous bâtissons <strong>tout</strong>, &lt;b&gt;très")
      expect(html.indexOf("Excellence<")).toBeLessThan(html.indexOf("Confiance<"))
    })
    await test.step("a double click publishes once, and what is typed during a publication is the next draft", async () => {
      await page.clock.install()
      await lead.fill("Nous portons tout.")
      await editor(page).publish.dblclick()
      await expect(page.getByText("Publié", { exact: true })).toBeVisible()
      await lead.fill("Nous élevons tout.")
      const { release } = await delayCalls(page, "content.publish")
      const sent = page.waitForRequest("**/trpc/content.publish*")
      await editor(page).publish.click()
      await sent
      await lead.fill("Nous semons tout.")
      await page.clock.fastForward(5000)
      release()
      await expect(page.getByText("Publié : les visiteurs lisent ces textes dès maintenant.")).toBeVisible()
      await expect(page.getByText("Modifications non publiées")).toBeVisible()
      await expect(editor(page).saved).toBeVisible()
      await expect(page.getByRole("dialog")).toBeHidden()
      expect(await visitorReads(page, "/")).toContain("Nous élevons tout.")
      expect((await readEdited<Hero>(page, "accueil")).content.hero.lead).toBe("Nous semons tout.")
      await page.unrouteAll()
    })
    await test.step("a publication is scheduled for a moment of Kinshasa that is to come", async () => {
      await lead.fill("À lundi.")
      await editor(page).schedule.click()
      const dialog = page.getByRole("dialog", { name: "Programmer la publication" })
      await dialog.getByLabel("Date et heure").fill("2020-01-06T08:00")
      await dialog.getByRole("button", { name: "Programmer" }).click()
      await expect(dialog.getByText("Choisissez un moment à venir")).toBeVisible()
      await dialog.getByLabel("Date et heure").fill("2099-01-05T08:00")
      await dialog.getByRole("button", { name: "Programmer" }).click()
      await expect(page.getByText("Publication programmée pour le 5 janvier 2099 à 08:00.")).toBeVisible()
      expect(await visitorReads(page, "/")).not.toContain("À lundi.")
    })
    await test.step("on a phone the editor and the preview are two tabs, and all fits, with large text too", async () => {
      await expectFitsPhone(page)
      await expectAccessible(page)
      await expectFitsLargeText(page)
      const frame = page.locator('iframe[title="Aperçu"]')
      await expect(frame).toBeHidden()
      await page.getByRole("button", { name: "Aperçu" }).click()
      await expect(frame).toBeVisible()
      await expect(title).toBeHidden()
    })
  })
})

test.describe("what is typed outlives", () => {
  test.use({ expectedConsole: /status of (409|401)|ERR_CONNECTION_REFUSED/ })

  test("another editor, the end of the session, and a lost connection", async ({ page, context }) => {
    await openEditor(page, "immobilier", "Immobilier")
    const title = editor(page).section("Haut de page").getByLabel("Titre")
    const lead = editor(page).section("Haut de page").getByLabel("Introduction")
    const stored = async () => (await readEdited<Hero>(page, "immobilier")).content.hero

    await test.step("of two editors the second one chooses between both versions, and loses nothing", async () => {
      await saveDraft<Hero>(page, "immobilier", ({ hero }) => {
        hero.title = "Biens et conseils"
      })
      const main = page.getByRole("main")
      await main.getByRole("button", { name: "Retirer" }).first().click()
      await expect(main.getByRole("button", { name: "Annuler", exact: true })).toBeVisible()
      await lead.fill("Mon intro")
      const waiting = page.getByRole("alert").filter({ hasText: "Conflit en attente" })
      const dialog = page.getByRole("dialog", { name: "Cette page a changé entre-temps" })
      await expect(waiting).toBeVisible()
      await page.keyboard.type("duction.")
      await expect(lead).toHaveValue("Mon introduction.")
      await expect(waiting).toBeVisible()
      await expectAccessible(page)
      const choose = waiting.getByRole("button", { name: "Choisir une version" })
      await choose.press("Enter")
      await expect(dialog.getByRole("heading")).toBeFocused()
      await page.keyboard.press("Enter")
      await page.keyboard.press("Escape")
      await expect(choose).toBeFocused()
      await lead.focus()
      await choose.click()
      await expect(dialog.getByRole("group")).toHaveCount(3)
      await expectAccessible(page)
      await dialog.getByRole("button", { name: "Enregistrer ces choix" }).click()
      await expect(title).toHaveValue("Biens et conseils")
      await expect(lead).toHaveValue("Mon introduction.")
      await expect(lead).toBeFocused()
      await expect(main.getByRole("button", { name: "Annuler", exact: true })).toBeHidden()
      await expect(editor(page).saved).toBeVisible()
      expect(await stored()).toMatchObject({ title: "Biens et conseils", lead: "Mon introduction." })
      await page.getByRole("button", { name: "Fermer ce message" }).click()
      await page.getByRole("button", { name: "Reprendre l’autre version" }).click()
      await expect(lead).not.toHaveValue("Mon introduction.")
      await lead.fill("Mon introduction.")
      await expect(editor(page).saved).toBeVisible()
    })
    await test.step("a conflict that a publication meets can be postponed, and ended later", async () => {
      await saveDraft<Hero>(page, "immobilier", ({ hero }) => {
        hero.title = "Biens"
      })
      const dialog = page.getByRole("dialog", { name: "Cette page a changé entre-temps" })
      await editor(page).publish.click()
      await expect(dialog).toBeVisible()
      await page.keyboard.press("Escape")
      await page.getByRole("button", { name: "Choisir une version" }).click()
      await dialog.getByRole("button", { name: "Enregistrer ces choix" }).click()
      await expect(editor(page).saved).toBeVisible()
    })
    await test.step("after a log-in in another tab it is saved by itself", async () => {
      await context.clearCookies({ name: "session" })
      await title.fill("Bâtir, sans session")
      const link = page.getByRole("link", { name: "Se connecter dans un nouvel onglet" })
      await expect(link).toHaveAttribute("target", "_blank")
      const tab = await context.newPage()
      await signIn(tab)
      await tab.close()
      await expect(editor(page).saved).toBeVisible({ timeout: 15_000 })
      expect(await stored()).toMatchObject({ title: "Bâtir, sans session" })
    })
    await test.step("a log-out right after the last letter saves it too", async () => {
      await lead.fill("Juste avant de partir.")
      await page.getByRole("complementary").getByRole("button", { name: "Déconnexion" }).click()
      await expect(page).toHaveURL("/login")
      await signIn(page)
      expect(await stored()).toMatchObject({ lead: "Juste avant de partir." })
      await openEditor(page, "immobilier", "Immobilier")
    })
    await test.step("without a connection it stays on the device, also after a reload, and is saved later", async () => {
      await page.route("**/trpc/content.saveDraft*", noConnection)
      await lead.fill("Des bêtes calmes.")
      await expect(page.getByText(/Connexion impossible/)).toBeVisible()
      await page.reload()
      await expect(page.getByText(/ont été retrouvées sur cet appareil/)).toBeVisible()
      await expect(lead).toHaveValue("Des bêtes calmes.")
      await page.unrouteAll()
      await expect(editor(page).saved).toBeVisible({ timeout: 15_000 })
      expect(await stored()).toMatchObject({ lead: "Des bêtes calmes." })
    })
    await test.step("the list of pages has the state of each, and fits a phone", async () => {
      await page.getByRole("main").getByRole("link", { name: "Gestion du site" }).click()
      const listed = page
        .getByRole("listitem")
        .filter({ has: page.getByRole("link", { name: "Immobilier", exact: true }) })
      await expect(listed).toContainText("Modifications non publiées")
      await expectFitsPhone(page)
      await expectAccessible(page)
    })
  })

  test("a lost response and a publication of the same texts, without a conflict", async ({ page }) => {
    await openEditor(page, "transport", "Transport")
    const lead = editor(page).section("Haut de page").getByLabel("Introduction")
    const stored = async () => (await readEdited<Hero>(page, "transport")).content.hero

    await test.step("a save or a publication whose response was lost is none of somebody else", async () => {
      await page.route("**/trpc/content.saveDraft*", lostResponse, { times: 1 })
      await lead.fill("Une introduction")
      await expect(page.getByText(/Connexion impossible/)).toBeVisible()
      await lead.fill("Une introduction de plus.")
      await expect(editor(page).saved).toBeVisible({ timeout: 15_000 })
      expect(await stored()).toMatchObject({ lead: "Une introduction de plus." })
      await page.route("**/trpc/content.publish*", lostResponse, { times: 1 })
      await editor(page).publish.click()
      await expect(page.getByRole("alert")).toContainText("Rien n’a été publié")
      await editor(page).publish.click()
      await expect(page.getByText("Publié : les visiteurs lisent ces textes dès maintenant.")).toBeVisible()
    })
    await test.step("a reload during a save ends in no conflict either", async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      await page.route("**/trpc/content.saveDraft*", (route) => route.fetch().then(() => resolve()), { times: 1 })
      await lead.fill("Rechargé.")
      await promise
      await page.reload()
      await expect(editor(page).saved).toBeVisible()
      expect(await stored()).toMatchObject({ lead: "Rechargé." })
    })
    await test.step("a publication of the same texts, such as a scheduled one, is no conflict with what is typed", async () => {
      await publishDraft(page, "transport", () => {})
      await lead.fill("Après la publication.")
      await expect(editor(page).saved).toBeVisible()
      expect(await readEdited<Hero>(page, "transport")).toMatchObject({
        content: { hero: { lead: "Après la publication." } },
      })
    })
  })

  test("a full storage, of which whoever leaves without a network is warned", async ({ page }) => {
    await fillStorage(page)
    await openEditor(page, "elevage", "Élevage")
    await page.route("**/trpc/content.saveDraft*", noConnection)
    await editor(page).section("Haut de page").getByLabel("Introduction").fill("Nulle part ailleurs.")
    await page.getByRole("main").getByRole("link", { name: "Gestion du site" }).click()
    const question = page.getByRole("dialog", { name: /^Quitter sans enregistrer\s\?$/ })
    await question.getByRole("button", { name: "Rester" }).click()
    await page.unrouteAll()
    await expect(editor(page).saved).toBeVisible({ timeout: 15_000 })
    await page.getByRole("main").getByRole("link", { name: "Gestion du site" }).click()
    await expect(page).toHaveURL("/admin/site-management")
  })
})
