import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openNewProject, projectForm, storedProject } from "./project-form.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })
test.use({ expectedConsole: /status of 410/ })

test("a draft is previewed, published for visitors, and withdrawn @postgres", async ({ page }) => {
  const form = projectForm(page)
  await openNewProject(page)
  await form.name.fill("Pont de Maluku")
  await form.sector.selectOption("Transport")
  await form.saveDraft.click()
  await expect(page).toHaveURL(/\/admin\/project-edit\/\d+$/)
  // The address changes before the editor is there.
  await expect(page.getByRole("heading", { level: 1, name: "Modifier le projet" })).toBeVisible()
  await form.description.fill("Deux voies, <b>un</b> trottoir.")
  await form.status.selectOption("En cours")

  await form.preview.click()
  const shown = page.frameLocator('iframe[title="Aperçu"]')
  await expect(shown.getByText("Deux voies, <b>un</b> trottoir.")).toBeVisible()
  await shown.locator("main").getByRole("link").first().click()
  await expect(shown.getByRole("heading", { level: 1, name: "Pont de Maluku" })).toBeVisible()
  // The key is pressed in the frame, which has the focus.
  await page.keyboard.press("Escape")
  await expect(page.getByRole("dialog")).toHaveCount(0)
  expect(await storedProject(page, "Pont de Maluku")).toBeUndefined()

  await form.publish.click()
  await expect(page.getByText("Projet publié : les visiteurs le voient dès maintenant.")).toBeVisible()
  const visitor = await page.context().newPage()
  await visitor.goto("/transport")
  await visitor.getByRole("link", { name: "Pont de Maluku" }).first().click()
  await expect(visitor.getByRole("heading", { level: 1, name: "Pont de Maluku" })).toBeVisible()

  await form.withdraw.click()
  await expect(page.getByText("Projet retiré du site : il est redevenu un brouillon.")).toBeVisible()
  expect((await visitor.reload())?.status()).toBe(410)
})
