import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { openTable, row, searchBox, selectorOf, statusOf } from "./project-table.ts"

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    for (const name of ["Pont", "Route", "Gare"]) await createTestProject(db, { name })
  },
})

test("arrows walk the rows, Space and x select, Enter opens, and / goes to the search", async ({ page }) => {
  await openTable(page)
  await page.keyboard.press("ArrowDown")
  await expect(row(page, "Gare")).toBeFocused()
  await page.keyboard.press("ArrowDown")
  await expect(row(page, "Route")).toBeFocused()
  await page.keyboard.press("Space")
  await expect(selectorOf(page, "Route")).toBeChecked()
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("x")
  await expect(selectorOf(page, "Gare")).toBeChecked()
  await expect(page.getByText("2 projets sélectionnés", { exact: true })).toBeVisible()
  await page.keyboard.press("x")
  await expect(selectorOf(page, "Gare")).not.toBeChecked()

  await test.step("the Tab key reaches the row that was left", async () => {
    await page.keyboard.press("ArrowDown")
    await searchBox(page).focus()
    await expect(page.locator("tr[tabindex='0']")).toHaveCount(1)
    await expect(row(page, "Route")).toHaveAttribute("tabindex", "0")
  })
  await test.step("in a field the keys write, and in a select they choose", async () => {
    await page.keyboard.type("x/?")
    await expect(searchBox(page)).toHaveValue("x/?")
    await expect(page.getByRole("dialog")).toHaveCount(0)
    await searchBox(page).fill("")
    await expect(page).toHaveURL("/admin/projects")
    await statusOf(page, "Route").focus()
    await page.keyboard.press("Space")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("x")
    await page.keyboard.press("Escape")
    await expect(page.locator("tr:focus")).toHaveCount(0)
    await expect(selectorOf(page, "Route")).toBeChecked()
  })
  await row(page, "Pont").focus()
  await page.keyboard.press("/")
  await expect(searchBox(page)).toBeFocused()
  await page.keyboard.type("pont")
  await expect(row(page, "Gare")).toHaveCount(0)
  await page.keyboard.press("ArrowDown")
  await expect(row(page, "Pont")).toBeFocused()
  await page.keyboard.press("Enter")
  await expect(page.getByLabel("Nom du projet")).toHaveValue("Pont")
})

test("? and a button open the list of keys, where those of one character can be turned off", async ({ page }) => {
  await openTable(page)
  const dialog = page.getByRole("dialog", { name: "Raccourcis clavier" })
  await page.keyboard.press("?")
  await expect(dialog.getByRole("definition")).toHaveCount(6)
  await expectAccessible(page)
  await page.keyboard.press("ArrowDown")
  await expect(row(page, "Gare")).not.toBeFocused()
  await dialog.getByLabel(/^Utiliser les touches/).uncheck()
  await page.keyboard.press("Escape")
  await expect(dialog).toHaveCount(0)
  await page.reload()
  await expect(row(page, "Gare")).toBeVisible()
  await page.keyboard.press("/")
  await page.keyboard.press("?")
  await expect(searchBox(page)).not.toBeFocused()
  await expect(dialog).toHaveCount(0)
  await page.getByRole("button", { name: "Raccourcis" }).click()
  await expect(dialog.getByLabel(/^Utiliser les touches/)).not.toBeChecked()
})
