import type { BrowserContext, Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { signInAsAdmin, testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { breakCalls } from "./broken-calls.ts"
import { fillStorage } from "./fill-storage.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { makePicture } from "./make-picture.ts"
import {
  expectStored,
  fillProject,
  goTo,
  goToNewProject,
  goToProject,
  managedProject,
  openNewProject,
  pictures,
  projectForm,
} from "./project-form.ts"
import { openTable } from "./project-table.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

function question(page: Page) {
  const dialog = page.getByRole("dialog", { name: /^Quitter sans enregistrer\s\?$/ })
  return {
    dialog,
    stay: dialog.getByRole("button", { name: "Rester" }),
    leave: dialog.getByRole("button", { name: "Quitter sans enregistrer" }),
  }
}

function offer(page: Page) {
  const region = page.getByRole("region", { name: "Modifications non enregistrées" })
  return {
    region,
    resume: region.getByRole("button", { name: "Reprendre" }),
    ignore: region.getByRole("button", { name: "Ignorer" }),
  }
}

/** Goes to another screen and back. */
async function leaveAndReturn(page: Page) {
  await goTo(page, "Messages")
  await page.goBack()
  await expect(projectForm(page).name).toBeVisible()
}

test.describe("where nothing can be stored", () => {
  // The test logs out, which would end a shared session.
  test.use({ storageState: ({ site }, use) => signInAsAdmin(site).then(use) })

  test("whoever leaves a form with changes is asked first @slow", async ({ page, site }) => {
    const typed = "Un pont de trois cents mètres."
    await withDatabase(site, (db) => createTestProject(db, { name: "Pont", description: "Un pont." }))
    const { description } = projectForm(page)
    const { dialog, stay, leave } = question(page)
    const edit = page.getByRole("button", { name: "Modifier Pont", exact: true })
    const messages = page.getByRole("link", { name: "Messages" })
    const logOut = page.getByRole("button", { name: "Déconnexion" })
    await fillStorage(page)
    await openTable(page)
    await edit.click()
    await description.fill(typed)

    await test.step("by a link, the way back, « Annuler » and log-out; « Rester » keeps what was typed", async () => {
      for (const go of [
        () => messages.click(),
        () => page.goBack(),
        () => page.getByRole("link", { name: "Annuler" }).click(),
        () => logOut.click(),
      ]) {
        await go()
        await expect(dialog).toBeVisible()
        await stay.click()
        await expect(dialog).toBeHidden()
        await expect(page).toHaveURL(/\/admin\/project-edit\/\d+$/)
        await expect(description).toHaveValue(typed)
      }
    })
    await test.step("on a reload the browser asks", async () => {
      const opened = page.waitForEvent("dialog")
      await page.evaluate(() => void setTimeout(() => location.reload()))
      const browserDialog = await opened
      expect(browserDialog.type()).toBe("beforeunload")
      await browserDialog.dismiss()
      await expect(description).toHaveValue(typed)
    })
    await test.step("Escape stays too", async () => {
      await messages.click()
      await expect(dialog).toBeVisible()
      await page.keyboard.press("Escape")
      await expect(dialog).toBeHidden()
      await expect(description).toHaveValue(typed)
    })
    await test.step("« Quitter sans enregistrer » goes where one was going", async () => {
      await page.goBack()
      await leave.click()
      await expect(page).toHaveURL("/admin/projects")
    })
    await test.step("the skip link and an undone change ask nothing", async () => {
      await edit.click()
      await description.fill(typed)
      await page.getByRole("link", { name: "Aller au contenu" }).focus()
      await page.keyboard.press("Enter")
      await expect(page).toHaveURL(/#contenu$/)
      await expect(dialog).toBeHidden()
      await description.fill("Un pont.")
      await goTo(page, "Messages")
    })
    await test.step("the log-out goes on after the question", async () => {
      await page.goBack()
      await description.fill(typed)
      await logOut.click()
      await leave.click()
      await expect(page).toHaveURL("/login")
    })
  })
})

test.describe("without a network", () => {
  test.use({ expectedConsole: /ERR_|Failed to load resource/ })

  /** Makes a new project whose creation gets no answer, types on offline, and loses the page. */
  async function loseProject(page: Page, context: BrowserContext) {
    const form = projectForm(page)
    await fillProject(page, "Silo de Bumba", "Agriculture")
    await page.getByLabel("Texte alternatif de l’image 1", { exact: true }).fill("Le silo, vu du fleuve")
    await breakCalls(page, "projects.createDraft", (route) => route.fetch().then(() => route.abort("connectionreset")))
    await form.saveDraft.click()
    await expect(page.getByRole("main").getByRole("alert")).toContainText("connexion impossible")
    await context.setOffline(true)
    await form.address.fill("Bumba")
    await page.close()
    await context.setOffline(false)
  }

  test("what is typed is kept on this device until it is saved @slow", async ({ page, context, site }) => {
    test.slow() // it opens many screens twice
    const id = await withDatabase(site, (db) => createTestProject(db, { name: "En ligne" }))
    await openNewProject(page)
    await test.step("a picture on its way counts as unsaved until it has arrived", async () => {
      const arrived = Promise.withResolvers<void>()
      const isUpload = ({ pathname }: URL) => /^\/(api\/)?upload/.test(pathname)
      await page.route(isUpload, (route) => arrived.promise.then(() => route.continue()))
      await projectForm(page).images.setInputFiles(await makePicture({ name: "seule.jpg" }))
      await page.getByRole("link", { name: "Messages" }).click()
      await question(page).stay.click()
      arrived.resolve()
      await expectStored(page, 1)
    })
    await loseProject(page, context)
    const later = await context.newPage()
    const form = projectForm(later)
    const { region, resume, ignore } = offer(later)

    await test.step("at the next visit it is offered", async () => {
      await openNewProject(later)
      await expect(region).toContainText(/^Vous avez des modifications non enregistrées du \d+ .+ à \d\d:\d\d\./)
      await expect(form.name).toHaveValue("")
    })
    await test.step("beside the errors of an empty form it is accessible, and fits a phone", async () => {
      await form.add.click()
      await expect(later.getByRole("main").getByRole("alert")).toBeVisible()
      await expectAccessible(later)
      await expectFitsPhone(later)
      await later.setViewportSize({ width: 1280, height: 740 })
    })
    await test.step("« Reprendre » takes it up, with its texts and pictures", async () => {
      await resume.click()
      await expect(region).toHaveCount(0)
      await expect(form.name).toBeFocused()
      await expect(form.name).toHaveValue("Silo de Bumba")
      await expect(form.address).toHaveValue("Bumba")
      await expect(form.status).toHaveValue("En cours")
      await expect(form.sector).toHaveValue("Agriculture")
      await expect(pictures(later)).toHaveCount(1)
    })
    await test.step("it is the project whose creation was not answered", async () => {
      await form.saveDraft.click()
      await expect(later).toHaveURL(/\/admin\/project-edit\/\d+$/)
      await expect(form.saved).toBeVisible()
      const ids = await withDatabase(site, (db) =>
        db.selectFrom("projects").select("id").where("name", "=", "Silo de Bumba").execute(),
      )
      expect(ids).toHaveLength(1)
      const stored = { address: "Bumba", state: "draft", images: [{ alt: "Le silo, vu du fleuve" }] }
      expect(await managedProject(later, Number(ids[0]?.id))).toMatchObject(stored)
    })
    await test.step("then nothing is offered, and its sector is proposed for the next one", async () => {
      await goToNewProject(later)
      await expect(form.sector).toHaveValue("Agriculture")
      await expect(region).toHaveCount(0)
    })
    await test.step("of several forms the one typed into last is offered first, and no other is lost", async () => {
      await form.name.fill("Du premier")
      await leaveAndReturn(later)
      await form.name.fill("Du second")
      await leaveAndReturn(later)
      await resume.click()
      await expect(form.name).toHaveValue("Du second")
      await resume.click()
      await expect(form.name).toHaveValue("Du premier")
      await leaveAndReturn(later)
      await expect(region).toBeVisible()
    })
    await test.step("what was typed for a public project is offered too, and visitors do not see it", async () => {
      await goToProject(later, "En ligne")
      await form.address.fill("Nouvelle adresse")
      await leaveAndReturn(later)
      await expect(form.address).toHaveValue("Gombe, Kinshasa")
      await resume.click()
      await expect(form.address).toHaveValue("Nouvelle adresse")
      expect(await managedProject(later, id)).toMatchObject({ address: "Gombe, Kinshasa", version: 1 })
    })
    await test.step("« Ignorer » forgets it", async () => {
      await leaveAndReturn(later)
      await ignore.click()
      await expect(region).toHaveCount(0)
      await leaveAndReturn(later)
      await expect(form.address).toHaveValue("Gombe, Kinshasa")
      await expect(region).toHaveCount(0)
    })
  })
})
