import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { editor, openEditor, visitorReads } from "./content-editor.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

test("a text is typed, seen in the preview, published and read by visitors, never as markup", async ({ page }) => {
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
})

test("the preview follows the section that is edited; on a phone it is a tab beside the editor", async ({ page }) => {
  await openEditor(page, "accueil", "Accueil")
  const titles = editor(page).section("L’entreprise").getByLabel("Titre", { exact: true })
  await titles.first().focus()
  const scrolled = await page.evaluate(() => scrollY)
  const heading = editor(page).preview.getByRole("heading", { name: await titles.first().inputValue() })
  await expect(heading).toBeInViewport()
  expect(await page.evaluate(() => scrollY)).toBe(scrolled)

  await page.setViewportSize({ width: 360, height: 740 })
  const frame = page.locator('iframe[title="Aperçu"]')
  await expect(frame).toBeHidden()
  await page.getByRole("button", { name: "Aperçu" }).click()
  await expect(frame).toBeVisible()
  await expect(titles.first()).toBeHidden()
})
