import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { editor, openEditor, visitorReads } from "./content-editor.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

test("a text is typed, seen in the preview beside it, published and read by visitors, never as markup", async ({
  page,
}) => {
  await openEditor(page, "accueil", "Accueil")
  await editor(page).section("Haut de page").getByLabel("Introduction").fill("Nous portons **tout**, <b>très</b> loin.")
  const shown = editor(page).preview.getByText("Nous portons tout, <b>très</b> loin.")
  await expect(shown).toBeVisible()
  await expect(shown.getByText("tout", { exact: true })).toHaveCSS("font-weight", /[67]00/)
  await expect(editor(page).saved).toBeVisible()
  expect(await visitorReads(page, "/")).not.toContain("Nous portons")
  await editor(page).publish.click()
  await expect(page.getByText("Publié : les visiteurs lisent ces textes dès maintenant.")).toBeVisible()
  expect(await visitorReads(page, "/")).toContain("Nous portons <strong>tout</strong>, &lt;b&gt;très")

  const title = editor(page).section("L’entreprise").getByLabel("Titre", { exact: true }).first()
  await title.focus()
  const scrolled = await page.evaluate(() => scrollY)
  const heading = editor(page).preview.getByRole("heading", { name: await title.inputValue() })
  await expect(heading).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)
})

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 }, expectedConsole: /status of 400 .*content\.publish/ })

  test("the preview is a tab in the editor's place, loaded only when it is looked at", async ({ page }) => {
    const previews: string[] = []
    page.on("request", (request) => request.url().endsWith("/preview") && previews.push(request.method()))
    await openEditor(page, "accueil", "Accueil")
    const field = page.getByRole("main").getByRole("textbox").first()
    const frame = page.locator('iframe[title="Aperçu"]')
    await expect(frame).toBeHidden()
    await field.fill("Bâtir à Kinshasa")
    await expect(editor(page).saved).toBeVisible()
    expect(previews).toEqual([])
    await page.getByRole("button", { name: "Aperçu", exact: true }).click()
    await expect(frame).toBeVisible()
    await expect(field).toBeHidden()
    await expect(editor(page).preview.getByText("Bâtir à Kinshasa").first()).toBeVisible()
    await page.getByRole("button", { name: "Édition", exact: true }).click()
    const { length } = previews
    await field.fill("Bâtir et élever à Kinshasa")
    await expect(page.getByText("Modifications non enregistrées")).toBeHidden()
    expect(previews).toHaveLength(length)
  })

  test("after a rejection the reason, « Enregistrer » and the field that is wrong are in sight", async ({ page }) => {
    await openScreen(page, "/admin/site-management/parametres", "Paramètres")
    const addresses = page.getByRole("group", { name: /^Adresses prévenues/ })
    for (const _ of ["first", "again"]) {
      await addresses
        .getByRole("button", { name: /^Ajouter/ })
        .last()
        .click()
      await page.keyboard.type("chef@exemple.cd")
    }
    const save = page.getByRole("button", { name: "Enregistrer" }).first()
    await save.click()
    const wrong = addresses.getByRole("textbox").last()
    await expect(wrong).toBeFocused()
    for (const control of [page.getByText(/^Rien n’a été enregistré/), save, wrong]) {
      await expect.poll(() => control.evaluate(isInSight)).toBe(true)
    }
  })
})

/** Whether the element is in the window, and nothing lies over its middle. */
function isInSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}
