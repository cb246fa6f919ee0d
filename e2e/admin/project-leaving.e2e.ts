import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { makePicture } from "./make-picture.ts"
import { expectStored, fillProject, openNewProject, projectForm } from "./project-form.ts"
import { openTable } from "./project-table.ts"
import { signIn } from "./sign-in.ts"

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  fill: (db) => createTestProject(db, { name: "Pont", description: "Un pont." }),
})

function question(page: Page) {
  return page.getByRole("dialog", { name: /^Quitter sans enregistrer\s\?$/ })
}

/** Storage that is full: what is typed stands in the form alone. */
function fillStorage(page: Page) {
  return page.addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (key, value) {
      if (key.startsWith("unsaved:")) throw new DOMException("full", "QuotaExceededError")
      setItem.call(this, key, value)
    }
  })
}

/** From the table, so that there is a way back. */
async function typeSomething(page: Page) {
  await openTable(page)
  await page.getByRole("button", { name: "Modifier Pont", exact: true }).click()
  await projectForm(page).description.fill(typed)
}

const typed = "Un pont de trois cents mètres."

const ways: { leave: (page: Page) => Promise<unknown>; to: string }[] = [
  { leave: (page) => page.getByRole("link", { name: "Messages" }).click(), to: "/admin/messages" },
  { leave: (page) => page.goBack(), to: "/admin/projects" },
  { leave: (page) => page.getByRole("link", { name: "Annuler" }).click(), to: "/admin/projects" },
  { leave: (page) => page.getByRole("button", { name: "Déconnexion" }).click(), to: "/login" },
]

test.describe("in a session of its own, which the log-out ends", () => {
  test.use({ storageState: { cookies: [], origins: [] } })

  test("where nothing can be stored, a link, the way back, « Annuler » and log-out ask first; « Rester » keeps what was typed", async ({
    page,
  }) => {
    await fillStorage(page)
    await signIn(page)
    for (const { leave, to } of ways) {
      await typeSomething(page)
      await leave(page)
      await expect(question(page)).toBeVisible()
      await question(page).getByRole("button", { name: "Rester" }).click()
      await expect(question(page)).toBeHidden()
      await expect(page).toHaveURL(/\/admin\/project-edit\/\d+$/)
      await expect(projectForm(page).description).toHaveValue(typed)
      await leave(page)
      await question(page).getByRole("button", { name: "Quitter sans enregistrer" }).click()
      await expect(page).toHaveURL(to)
    }
  })
})

test("Escape stays, a reload makes the browser ask, and the skip link and an undone change ask nothing", async ({
  page,
}) => {
  await fillStorage(page)
  await typeSomething(page)
  await page.getByRole("link", { name: "Messages" }).click()
  await expect(question(page)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press("Escape")
  await expect(question(page)).toBeHidden()
  await expect(projectForm(page).description).toHaveValue(typed)

  const opened = page.waitForEvent("dialog")
  const reloaded = page.reload({ timeout: 2000 }).catch(() => undefined)
  const dialog = await opened
  expect(dialog.type()).toBe("beforeunload")
  await dialog.dismiss()
  await reloaded
  await expect(projectForm(page).description).toHaveValue(typed)

  await page.getByRole("link", { name: "Aller au contenu" }).focus()
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL(/#contenu$/)
  await expect(question(page)).toBeHidden()

  await projectForm(page).description.fill("Un pont.")
  await page.getByRole("link", { name: "Messages" }).click()
  await expect(page).toHaveURL("/admin/messages")
})

test("what is stored on this device is left without a question, and offered when one comes back", async ({ page }) => {
  await typeSomething(page)
  await page.getByRole("link", { name: "Messages" }).click()
  // Until this screen is drawn, the way back leads to the form that was never closed.
  await expect(page.getByRole("heading", { level: 1, name: "Messages" })).toBeVisible()
  await page.goBack()
  await page.getByRole("button", { name: "Reprendre" }).click()
  await expect(projectForm(page).description).toHaveValue(typed)
  await page.reload()
  await page.getByRole("button", { name: "Ignorer" }).click()
  await expect(projectForm(page).description).toHaveValue("Un pont.")
})

test("a picture on its way counts as unsaved until it has arrived, and after saving nothing is asked", async ({
  page,
}) => {
  const arrived = Promise.withResolvers<void>()
  const isUpload = ({ pathname }: URL) => /^\/(api\/)?upload/.test(pathname)
  await page.route(isUpload, async (route) => {
    await arrived.promise
    await route.continue()
  })
  await openNewProject(page)
  await projectForm(page).images.setInputFiles(await makePicture({ name: "seule.jpg" }))
  await page.getByRole("link", { name: "Messages" }).click()
  await question(page).getByRole("button", { name: "Rester" }).click()
  arrived.resolve()
  await expectStored(page, 1)
  await page.getByRole("link", { name: "Messages" }).click()
  await expect(page).toHaveURL("/admin/messages")
  await openNewProject(page)
  await fillProject(page, "Enregistré")
  await projectForm(page).add.click()
  await expect(page.getByRole("main").getByRole("status")).toBeVisible()
  await page.getByRole("link", { name: "Messages" }).click()
  await expect(page).toHaveURL("/admin/messages")
})
