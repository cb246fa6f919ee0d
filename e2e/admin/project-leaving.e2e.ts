import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { makeProject } from "#server/testing/make.ts"
import { makePicture } from "./make-picture.ts"
import { expectStored, fillProject, openNewProject, projectForm } from "./project-form.ts"
import { openTable } from "./project-table.ts"
import { readTokens, signIn } from "./sign-in.ts"

const test = testOnDedicatedSite({
  settings: { DEMO_CONTENT: "0" },
  fill: (db) => makeProject(db, { name: "Pont", description: "Un pont." }),
})

test.beforeEach(({ page }) => signIn(page))

function question(page: Page) {
  return page.getByRole("dialog", { name: /^Quitter sans enregistrer\s\?$/ })
}

/** From the table, so that there is a way back. */
async function typeSomething(page: Page) {
  await openTable(page)
  await page.getByRole("button", { name: "Modifier Pont", exact: true }).click()
  await projectForm(page).description.fill("Un pont de trois cents mètres.")
}

const ways: { name: string; leave: (page: Page) => Promise<unknown>; to: string }[] = [
  { name: "a link", leave: (page) => page.getByRole("link", { name: "Messages" }).click(), to: "/admin/messages" },
  { name: "the way back", leave: (page) => page.goBack(), to: "/admin/projects" },
  { name: "« Annuler »", leave: (page) => page.getByRole("link", { name: "Annuler" }).click(), to: "/admin/projects" },
  { name: "log-out", leave: (page) => page.getByRole("button", { name: "Déconnexion" }).click(), to: "/login" },
]

for (const { name, leave, to } of ways) {
  test(`${name} asks first; « Rester » keeps what was typed, « Quitter » goes`, async ({ page }) => {
    await typeSomething(page)
    await leave(page)
    await expect(question(page)).toBeVisible()
    await question(page).getByRole("button", { name: "Rester" }).click()
    await expect(question(page)).toBeHidden()
    await expect(page).toHaveURL(/\/admin\/project-edit\/\d+$/)
    await expect(projectForm(page).description).toHaveValue("Un pont de trois cents mètres.")
    expect(await readTokens(page)).not.toContain(null)
    await leave(page)
    await question(page).getByRole("button", { name: "Quitter sans enregistrer" }).click()
    await expect(page).toHaveURL(to)
  })
}

test("Escape is « Rester »", async ({ page }) => {
  await typeSomething(page)
  await page.getByRole("link", { name: "Messages" }).click()
  await expect(question(page)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press("Escape")
  await expect(question(page)).toBeHidden()
  await expect(projectForm(page).description).toHaveValue("Un pont de trois cents mètres.")
})

test("a reload makes the browser ask", async ({ page }) => {
  await typeSomething(page)
  const asked = page.waitForEvent("dialog")
  const reloaded = page.reload({ timeout: 5000 }).catch(() => undefined)
  const dialog = await asked
  expect(dialog.type()).toBe("beforeunload")
  await dialog.dismiss()
  await reloaded
  await expect(projectForm(page).description).toHaveValue("Un pont de trois cents mètres.")
})

test("a picture that was added counts as something unsaved, and so does another order", async ({ page }) => {
  await openNewProject(page)
  await projectForm(page).images.setInputFiles(await makePicture({ name: "seule.jpg" }))
  await expectStored(page, 1)
  await page.getByRole("link", { name: "Messages" }).click()
  await expect(question(page)).toBeVisible()
})

test("nothing typed, nothing asked; what was typed and taken back neither", async ({ page }) => {
  await typeSomething(page)
  await projectForm(page).description.fill("Un pont.")
  await page.getByRole("link", { name: "Messages" }).click()
  await expect(page).toHaveURL("/admin/messages")
})

test("after saving nothing is asked", async ({ page }) => {
  await openNewProject(page)
  await fillProject(page, "Gardé")
  await projectForm(page).add.click()
  await expect(page.getByRole("main").getByRole("status")).toBeVisible()
  await page.getByRole("link", { name: "Messages" }).click()
  await expect(page).toHaveURL("/admin/messages")
})

test("the skip link does not count as leaving", async ({ page }) => {
  await typeSomething(page)
  await page.getByRole("link", { name: "Aller au contenu" }).focus()
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/#contenu$/)
  await expect(question(page)).toBeHidden()
})
