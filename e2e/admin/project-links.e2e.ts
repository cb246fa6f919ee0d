import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openProject, projectForm } from "./project-form.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

for (const width of [1280, 360]) {
  test(`a private link is made, copied, shared and revoked at ${width} px`, async ({ page, site, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"])
    await page.setViewportSize({ width, height: 740 })
    const id = await withDatabase(site, (db) => createTestProject(db, { name: "Villa", publishedAt: null }))
    await openProject(page, id)
    await projectForm(page).link.click()
    const dialog = page.getByRole("dialog", { name: "Lien privé" })
    await expect(dialog.getByText("Aucun lien actif.")).toBeVisible()
    await dialog.getByLabel("Valable").selectOption("30 jours")
    await dialog.getByRole("button", { name: "Créer le lien" }).click()
    const url = dialog.getByLabel("Adresse du lien", { exact: true })
    await expect(url).toBeFocused()
    await expect(url).toHaveValue(new RegExp(`^${site.url}/apercu/[\\w-]{43}$`))
    await dialog.getByRole("button", { name: "Copier" }).click()
    await expect(dialog.getByText("Copié", { exact: true })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await url.inputValue())
    const whatsApp = dialog.getByRole("link", { name: "Envoyer par WhatsApp" })
    const shared = encodeURIComponent(await url.inputValue())
    await expect(whatsApp).toHaveAttribute("href", new RegExp(`^https://wa\\.me/\\?text=Villa.*${shared}$`))
    await expect(dialog.getByRole("listitem")).toHaveCount(1)
    await expect(dialog.getByRole("listitem")).toContainText(/Créé par administrateur\s*valable jusqu’au/)
    await expectAccessible(page)
    await expectFitsPhone(page)

    await test.step("the URL is shown once", async () => {
      await page.keyboard.press("Escape")
      await projectForm(page).link.click()
      await expect(dialog.getByRole("listitem")).toHaveCount(1)
      await expect(url).toHaveCount(0)
    })
    await test.step("it is revoked", async () => {
      await dialog.getByRole("button", { name: /^Révoquer le lien créé le/ }).click()
      await expect(dialog.getByText("Lien révoqué : il n’ouvre plus rien.")).toBeVisible()
      await expect(dialog.getByText("Aucun lien actif.")).toBeVisible()
      await expect(dialog.getByRole("heading", { name: "Liens actifs" })).toBeFocused()
    })
  })
}
