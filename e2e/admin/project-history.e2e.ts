import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, ON_POSTGRES } from "#e2e/fixtures.ts"
import type { Site } from "#e2e/start-site.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { breakCalls, noConnection } from "./broken-calls.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { makePicture } from "./make-picture.ts"
import { expectStored, managedProject, openProject, projectForm } from "./project-form.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

async function newProject(site: Site, name: string) {
  return withDatabase(site, (db) => createTestProject(db, { name, description: "Un pont de bois sur la rivière." }))
}

function versions(page: Page) {
  return page
    .getByRole("region", { name: "Versions" })
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading") })
}

function comparison(page: Page) {
  return page.getByRole("region", { name: /^Version du .+ et version actuelle$/ })
}

async function change(page: Page, id: number, data: object) {
  const response = await page.request.put(`/api/projects/${id}`, { data })
  expect(response.status(), await response.text()).toBe(200)
}

test(
  "each save is listed with who, when and what; any one is compared word by word, restored, and the restoration undone",
  ON_POSTGRES,
  async ({ page, site }) => {
    const id = await newProject(site, "Pont de Luozi")
    await openProject(page, id)
    await projectForm(page).images.setInputFiles(await makePicture({ name: "pont.jpg" }))
    await expectStored(page, 1)
    await projectForm(page).save.click()
    await expect(page).toHaveURL("/admin/dashboard")
    await change(page, id, { description: "Un pont de pierre sur la rivière.", address: "Luozi" })
    await openProject(page, id)
    await projectForm(page).history.click()

    await test.step("the newest is first", async () => {
      await expect(page.getByRole("heading", { level: 1, name: /^Historique\s: Pont de Luozi$/ })).toBeVisible()
      await expect(versions(page)).toHaveCount(3)
      await expect(versions(page).first()).toContainText("Version actuelle")
      await expect(versions(page).first()).toContainText(/Modification\s: Description, Adresse/)
      await expect(versions(page).first()).toContainText("Par administrateur")
      await expect(versions(page).first().getByRole("button")).toHaveCount(0)
      await expect(versions(page).nth(1)).toContainText(/Modification\s: Images/)
      await expect(versions(page).last()).toContainText("Création")
    })
    await test.step("the one before is compared with the current one", async () => {
      await expect(comparison(page).getByRole("status")).toHaveText("2 champs différents")
      await expect(comparison(page).getByRole("deletion").first()).toHaveText("bois")
      await expect(comparison(page).getByRole("insertion").first()).toHaveText("pierre")
    })
    await test.step("another one is chosen, pictures included, and stands in the URL", async () => {
      await versions(page)
        .last()
        .getByRole("link", { name: /^Comparer/ })
        .click()
      await expect(comparison(page).getByRole("status")).toHaveText("3 champs différents")
      await expect(comparison(page).getByRole("img")).toHaveCount(0)
      await expect(comparison(page).locator("img")).toHaveCount(1)
      await expect(comparison(page)).toContainText("(aucune image)")
      await expect(page).toHaveURL(/\/historique\?version=1$/)
      await expectAccessible(page)
    })
    await test.step("it is restored, and the site shows it", async () => {
      await versions(page)
        .last()
        .getByRole("button", { name: /^Restaurer la version du/ })
        .click()
      await expect(page.getByRole("status").filter({ hasText: "est restaurée" })).toBeVisible()
      await expect(versions(page)).toHaveCount(4)
      await expect(versions(page).first()).toContainText(/Retour à une version\s: Description, Adresse, Images/)
      const restored = { description: "Un pont de bois sur la rivière.", images: [] }
      expect(await managedProject(page, id)).toMatchObject(restored)
    })
    await test.step("the restoration is taken back the same way", async () => {
      await versions(page)
        .nth(1)
        .getByRole("button", { name: /^Restaurer la version du/ })
        .click()
      await expect(versions(page)).toHaveCount(5)
      const { description, images } = await managedProject(page, id)
      expect({ description, count: images.length }).toEqual({
        description: "Un pont de pierre sur la rivière.",
        count: 1,
      })
    })
  },
)

test("a long history fits a phone and large text: older versions open on demand", async ({ page, site }) => {
  const id = await newProject(site, "Une très longue histoire de pont au-dessus de la rivière")
  for (let number = 1; number <= 12; number += 1) await change(page, id, { address: `Rive ${number}` })
  await page.setViewportSize({ width: 360, height: 740 })
  await openScreen(page, `/admin/project-edit/${id}/historique`, /^Historique/)
  await expect(versions(page).first()).toContainText("Version actuelle")
  await expect(versions(page).nth(4)).toBeVisible()
  await expect(versions(page).nth(5)).toBeHidden()
  await expectFitsPhone(page)
  await page.getByText("8 versions plus anciennes").click()
  await expect(versions(page).last()).toBeVisible()
  await expectFitsPhone(page)
  await expectFitsLargeText(page)
  await expectAccessible(page)
})

test.describe("what cannot be done", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("is said: an unknown project, a lost network, and a version that somebody has replaced meanwhile", async ({
    page,
    site,
  }) => {
    await openScreen(page, "/admin/project-edit/99999/historique", "Historique")
    await expect(page.getByRole("alert")).toContainText("Projet introuvable")

    const id = await newProject(site, "Disputé")
    await change(page, id, { address: "Ici" })
    await openScreen(page, `/admin/project-edit/${id}/historique`, /Disputé$/)
    const restore = versions(page)
      .last()
      .getByRole("button", { name: /^Restaurer la version du/ })
    await breakCalls(page, "projects.restoreRevision", noConnection)
    await restore.click()
    await expect(page.getByRole("alert")).toContainText("connexion impossible")
    await page.unrouteAll()
    await change(page, id, { address: "Là" })
    await restore.click()
    await expect(page.getByRole("alert")).toContainText("Ce projet a été modifié entre-temps")
    await expect(versions(page)).toHaveCount(3)
    expect(await managedProject(page, id)).toMatchObject({ address: "Là" })
  })
})
