import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import type { Site } from "#e2e/start-site.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { openProject, projectForm, storedProject } from "./project-form.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

test.use({ expectedConsole: /status of 409/ })

let made = 0

function dialog(page: Page) {
  return page.getByRole("dialog", { name: "Ce projet a changé entre-temps" })
}

/** Here the address is changed and saved, after somebody else changed the status and the description. */
async function meet(page: Page, site: Site) {
  made += 1
  const name = `Disputé ${made}`
  const id = await withDatabase(site, (db) => createTestProject(db, { name }))
  await openProject(page, id)
  await projectForm(page).address.fill("Mon adresse")
  const other = await page.request.put(`/api/projects/${id}`, {
    data: { status: "Terminé", description: "La description de l’autre." },
  })
  expect(other.status(), await other.text()).toBe(200)
  await projectForm(page).save.click()
  await expect(dialog(page)).toBeVisible()
  return name
}

function versions(page: Page, field: string) {
  const group = dialog(page).getByRole("group", { name: field })
  return {
    mine: group.getByRole("radio", { name: /^Ma version/ }),
    theirs: group.getByRole("radio", { name: /^L’autre version/ }),
  }
}

test("the second to save sees both versions of the fields that differ, and Escape leads back to the form", async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 320, height: 700 })
  const name = await meet(page, site)
  await expect(dialog(page).getByRole("group")).toHaveCount(3)
  const shown = [
    { field: "Description", mine: "Un projet d’essai.", theirs: "La description de l’autre." },
    { field: "Adresse", mine: "Mon adresse", theirs: "Gombe, Kinshasa" },
    { field: "Statut", mine: "En cours", theirs: "Terminé" },
  ]
  for (const { field, mine, theirs } of shown) {
    await expect(versions(page, field).mine).toHaveAccessibleName(`Ma version ${mine}`)
    await expect(versions(page, field).theirs).toHaveAccessibleName(`L’autre version ${theirs}`)
  }
  expect(await storedProject(page, name)).toMatchObject({ address: "Gombe, Kinshasa", version: 2 })
  await expectAccessible(page)
  const overflow = await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await page.keyboard.press("Escape")
  await expect(dialog(page)).toBeHidden()
  await expect(projectForm(page).address).toHaveValue("Mon adresse")

  await test.step("« Garder ma version » saves everything as it stands here", async () => {
    await projectForm(page).save.click()
    await dialog(page).getByRole("button", { name: "Garder ma version" }).click()
    await expect(page.getByRole("main").getByRole("status")).toContainText("Projet mis à jour avec succès !")
    expect(await storedProject(page, name)).toMatchObject({
      address: "Mon adresse",
      status: "En cours",
      description: "Un projet d’essai.",
      version: 3,
    })
  })
})

test("« Prendre l’autre version » fills the form with it, and leaves nothing unsaved", async ({ page, site }) => {
  const name = await meet(page, site)
  await dialog(page).getByRole("button", { name: "Prendre l’autre version" }).click()
  await expect(dialog(page)).toBeHidden()
  const form = projectForm(page)
  await expect(form.address).toHaveValue("Gombe, Kinshasa")
  await expect(form.status).toHaveValue("Terminé")
  await expect(form.description).toHaveValue("La description de l’autre.")
  await form.address.fill("Après coup")
  await form.save.click()
  await expect(page.getByRole("main").getByRole("status")).toBeVisible()
  expect(await storedProject(page, name)).toMatchObject({ address: "Après coup", status: "Terminé", version: 3 })
})

test("field by field, what was changed here is proposed, and the other's changes elsewhere", async ({ page, site }) => {
  const name = await meet(page, site)
  await expect(versions(page, "Adresse").mine).toBeChecked()
  await expect(versions(page, "Statut").theirs).toBeChecked()
  await expect(versions(page, "Description").theirs).toBeChecked()
  await versions(page, "Statut").mine.check()
  await dialog(page).getByRole("button", { name: "Enregistrer ces choix" }).click()
  await expect(page.getByRole("main").getByRole("status")).toBeVisible()
  expect(await storedProject(page, name)).toMatchObject({
    address: "Mon adresse",
    status: "En cours",
    description: "La description de l’autre.",
  })
})

test("two who made the same change do not conflict", async ({ page, site }) => {
  const id = await withDatabase(site, (db) => createTestProject(db, { name: "D’accord" }))
  await openProject(page, id)
  await projectForm(page).address.fill("Limete")
  await page.request.put(`/api/projects/${id}`, { data: { address: "Limete" } })
  await projectForm(page).save.click()
  await expect(page.getByRole("main").getByRole("status")).toContainText("Projet mis à jour avec succès !")
})
