import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { makePicture } from "./make-picture.ts"
import {
  expectStored,
  fillProject,
  managedProject,
  openNewProject,
  openProject,
  pictures,
  projectForm,
} from "./project-form.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

function offer(page: Page) {
  const region = page.getByRole("region", { name: "Modifications non enregistrées" })
  return {
    region,
    resume: region.getByRole("button", { name: "Reprendre" }),
    ignore: region.getByRole("button", { name: "Ignorer" }),
  }
}

test("a new project that was never saved is offered again, with its texts and pictures", async ({ page, context }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openNewProject(page)
  const form = projectForm(page)
  await fillProject(page, "Silo de Bumba", "Agriculture")
  await form.address.fill("Bumba")
  await form.images.setInputFiles([await makePicture({ name: "un.jpg" }), await makePicture({ name: "deux.jpg" })])
  await expectStored(page, 2)
  await page.getByLabel("Texte alternatif de l’image 1", { exact: true }).fill("Le silo, vu du fleuve")
  await page.close()

  const later = await context.newPage()
  await openNewProject(later)
  await expect(offer(later).region).toContainText(
    /^Vous avez des modifications non enregistrées du \d+ .+ à \d\d:\d\d\./,
  )
  await expect(projectForm(later).name).toHaveValue("")
  await expectAccessible(later)
  await expectFitsPhone(later)
  await offer(later).resume.click()
  await expect(offer(later).region).toHaveCount(0)
  await expect(projectForm(later).name).toHaveValue("Silo de Bumba")
  await expect(projectForm(later).name).toBeFocused()
  await expect(projectForm(later).address).toHaveValue("Bumba")
  await expect(projectForm(later).status).toHaveValue("En cours")
  await expect(projectForm(later).sector).toHaveValue("Agriculture")
  await expect(pictures(later)).toHaveCount(2)
  await expect(later.getByLabel("Texte alternatif de l’image 1", { exact: true })).toHaveValue("Le silo, vu du fleuve")

  await test.step("once it is saved nothing is offered, and its sector is proposed for the next one", async () => {
    await projectForm(later).saveDraft.click()
    await expect(later).toHaveURL(/\/admin\/project-edit\/\d+$/)
    await openNewProject(later)
    await expect(projectForm(later).sector).toHaveValue("Agriculture")
    await expect(offer(later).region).toHaveCount(0)
  })
})

test.describe("without a network", () => {
  // Events and counters are asked for by themselves.
  test.use({ expectedConsole: /ERR_INTERNET_DISCONNECTED/ })

  test("what is typed offline survives the loss of the page", async ({ page, context }) => {
    await openNewProject(page)
    await context.setOffline(true)
    await projectForm(page).name.fill("Hors réseau")
    await projectForm(page).description.fill("Saisi dans le train.")
    await page.close()
    await context.setOffline(false)
    const later = await context.newPage()
    await openNewProject(later)
    await offer(later).resume.click()
    await expect(projectForm(later).name).toHaveValue("Hors réseau")
    await expect(projectForm(later).description).toHaveValue("Saisi dans le train.")
  })
})

test("what was typed for a published project is offered to be taken up or ignored, and is not public", async ({
  page,
  site,
}) => {
  const id = await withDatabase(site, (db) => createTestProject(db, { name: "En ligne" }))
  await openProject(page, id)
  await projectForm(page).address.fill("Nouvelle adresse")
  await page.reload()
  await expect(projectForm(page).address).toHaveValue("Gombe, Kinshasa")
  await offer(page).resume.click()
  await expect(projectForm(page).address).toHaveValue("Nouvelle adresse")
  expect(await managedProject(page, id)).toMatchObject({ address: "Gombe, Kinshasa", version: 1 })

  await page.reload()
  await offer(page).ignore.click()
  await expect(offer(page).region).toHaveCount(0)
  await expect(projectForm(page).address).toHaveValue("Gombe, Kinshasa")
  await page.reload()
  await expect(projectForm(page).address).toHaveValue("Gombe, Kinshasa")
  await expect(offer(page).region).toHaveCount(0)
})

test("two tabs keep what was typed in each; the newest is offered first", async ({ page, context }) => {
  const other = await context.newPage()
  for (const tab of [page, other]) await openNewProject(tab)
  await projectForm(page).name.fill("Du premier onglet")
  await projectForm(other).name.fill("Du second onglet")
  await other.close()
  await page.reload()
  await offer(page).resume.click()
  await expect(projectForm(page).name).toHaveValue("Du second onglet")
  await offer(page).resume.click()
  await expect(projectForm(page).name).toHaveValue("Du premier onglet")
  await page.reload()
  await expect(offer(page).region).toBeVisible()
})
