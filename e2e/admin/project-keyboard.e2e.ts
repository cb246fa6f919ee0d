import type { Page } from "@playwright/test"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { projectForm, storedProject } from "./project-form.ts"
import { openTable, row, statusOf } from "./project-table.ts"

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    for (const name of ["Pont", "Gare"])
      await createTestProject(db, { name, sector: "Transport", status: "En attente" })
  },
})

/** Expects that what has the focus is in sight, and has an outline that shows it. */
async function expectVisibleFocus(page: Page) {
  const focused = page.locator(":focus")
  await expect(focused).toBeInViewport({ ratio: 0.5 })
  const outline = await focused.evaluate((element) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle === "none" ? 0 : Number.parseFloat(outlineWidth)
  })
  expect(outline, "pixels of the outline").toBeGreaterThan(0)
}

test("a project is edited by the keyboard alone, with its focus in sight", async ({ page }) => {
  const { keyboard } = page
  await openTable(page)

  await keyboard.press("ArrowDown")
  await expect(row(page, "Gare")).toBeFocused()
  await expectVisibleFocus(page)
  await statusOf(page, "Gare").focus()
  await keyboard.press("Space")
  await keyboard.press("ArrowDown")
  await keyboard.press("ArrowDown")
  await keyboard.press("Enter")
  await expect.poll(async () => (await storedProject(page, "Gare"))?.status).toBe("Terminé")

  const deletion = page.getByRole("button", { name: "Supprimer Gare", exact: true })
  const dialog = page.getByRole("dialog")
  await deletion.focus()
  await keyboard.press("Enter")
  await expect(dialog.getByRole("button", { name: "Annuler" })).toBeFocused()
  await expectVisibleFocus(page)
  expect(await dialog.evaluate((element) => element.matches(":modal"))).toBe(true)
  await keyboard.press("Escape")
  await expect(dialog).toBeHidden()
  await expect(deletion).toBeFocused()

  await keyboard.press("/")
  await keyboard.type("pont")
  await expect(row(page, "Gare")).toHaveCount(0)
  await keyboard.press("ArrowDown")
  await keyboard.press("Enter")
  const { name, description } = projectForm(page)
  await expect(name).toHaveValue("Pont")
  await name.focus()
  await keyboard.press("Tab")
  await expect(description).toBeFocused()
  await expectVisibleFocus(page)
  await keyboard.press("Control+a")
  await keyboard.type("Deux voies.")
  await keyboard.press("Control+s")
  await expect(page.getByText("Projet mis à jour avec succès !")).toBeVisible()
  expect(await storedProject(page, "Pont")).toMatchObject({ description: "Deux voies." })
})
