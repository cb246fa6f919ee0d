import type { Page, Route } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { delayCalls, invalid, lostResponse, noConnection } from "./broken-calls.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { makePicture } from "./make-picture.ts"
import {
  expectStored,
  goTo,
  goToProject,
  managedProject,
  openNewProject,
  pictures,
  projectForm,
  storedProject,
} from "./project-form.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

const isUpload = ({ pathname }: URL) => /^\/(api\/)?upload/.test(pathname)

/** Saves a new draft and adds a picture before the answer arrives; the picture's upload waits for `release()`. */
async function saveWithPicture(page: Page, name: string, respond: (route: Route) => Promise<void>) {
  const form = projectForm(page)
  const draft = await delayCalls(page, "projects.createDraft")
  const sent = page.waitForRequest(/projects\.createDraft/)
  await form.name.fill(name)
  await form.sector.selectOption("Transport")
  await form.saveDraft.click()
  await sent
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(isUpload, (route) => promise.then(() => respond(route)), { times: 1 })
  await form.images.setInputFiles(await makePicture({ name: "seule.jpg" }))
  await expect(pictures(page)).toHaveCount(1)
  draft.release()
  await expect(page.getByRole("button", { name: "Envoi des images…" })).toBeVisible()
  return { release: resolve }
}

test.use({ expectedConsole: /Failed to load resource/ })

test("a draft is public once it is published, and no more once it is withdrawn", async ({ page }) => {
  const form = projectForm(page)
  await openNewProject(page)

  await test.step("what is added and typed while it is being saved is in its editor, and nobody else sees it", async () => {
    const { release } = await saveWithPicture(page, "Pont de Maluku", (route) => route.continue())
    await expect(page.getByRole("status").filter({ hasText: "Brouillon enregistré" })).toBeVisible()
    await form.address.fill("Saisi entre-temps")
    release()
    await expect(page).toHaveURL(/\/admin\/project-edit\/\d+$/)
    await expect(form.publish).toBeVisible()
    await expect(page.getByText("Brouillon", { exact: true })).toBeVisible()
    await expect(pictures(page)).toHaveCount(1)
    await expect(form.saved).toBeVisible()
    const [id] = page.url().match(/\d+$/) ?? []
    const stored = { address: "Saisi entre-temps", images: [{ alt: null }], state: "draft" }
    expect(await managedProject(page, Number(id))).toMatchObject(stored)
    expect(await storedProject(page, "Pont de Maluku")).toBeUndefined()
  })
  await test.step("an incomplete one is not published: its fields say what they lack", async () => {
    await form.publish.click()
    await expect(page.getByRole("alert")).toHaveText("Tous les champs obligatoires doivent être remplis")
    for (const field of [form.description, form.status]) {
      await expect(field).toHaveAccessibleDescription(/Ce champ est obligatoire/)
    }
    await expect(form.description).toBeFocused()
  })
  await test.step("« Publier » saves what was just typed, and visitors read it", async () => {
    await form.description.fill("Deux voies et un trottoir.")
    await form.status.selectOption("En cours")
    await page.route(/projects\.publish/, lostResponse, { times: 1 })
    await form.publish.click()
    await expect(page.getByRole("alert")).toContainText("Le projet n’a pas été publié")
    await form.publish.click()
    await expect(page.getByText("Projet publié : les visiteurs le voient dès maintenant.")).toBeVisible()
    await expect(page.getByText("Publié", { exact: true })).toBeVisible()
    expect(await storedProject(page, "Pont de Maluku")).toMatchObject({ description: "Deux voies et un trottoir." })
  })
  await test.step("« Retirer » makes it a draft again", async () => {
    await form.withdraw.click()
    await expect(page.getByText("Projet retiré du site : il est redevenu un brouillon.")).toBeVisible()
    await expect(form.publish).toBeVisible()
    expect(await storedProject(page, "Pont de Maluku")).toBeUndefined()
  })
})

test.describe("a draft that the server rejects now and then", () => {
  test("is saved by itself, whatever others change meanwhile, until it is in the trash @slow", async ({
    page,
    site,
  }) => {
    test.slow() // each automatic save waits until typing stops
    const form = projectForm(page)
    await openNewProject(page)

    await test.step("pictures that could not be sent while it was being saved are tried again in the same form", async () => {
      const { release } = await saveWithPicture(page, "Jetée", (route) =>
        route.fulfill({ status: 503, json: { success: false, message: "Réessayez plus tard" } }),
      )
      release()
      await expect(form.publish).toBeVisible()
      await expect(page).toHaveURL("/admin/project-form")
      await page.getByRole("button", { name: /^Réessayer/ }).click()
      await expectStored(page, 1)
      await form.saveDraft.click()
      await expect(form.saved).toBeVisible()
    })
    const ids = await withDatabase(site, (db) =>
      db.selectFrom("projects").select("id").where("name", "=", "Jetée").execute(),
    )
    expect(ids).toHaveLength(1)
    const id = Number(ids[0]?.id)
    const stored = () => managedProject(page, id)
    const { version } = await stored()

    await test.step("« Enregistrer le brouillon » says that it is saved, also where nothing was left to save", async () => {
      await form.saveDraft.click()
      await expect(form.saved).toBeVisible()
      expect(await stored()).toMatchObject({ version, images: [{ alt: null }] })
    })
    await test.step("what is typed is saved by itself, and Ctrl+S saves it too", async () => {
      await form.address.fill("Maluku")
      await expect(form.saved).toBeVisible()
      expect(await stored()).toMatchObject({ address: "Maluku", version: version + 1, state: "draft" })
      await form.address.fill("Nsele")
      await form.address.press("Control+s")
      await expect(form.saved).toBeVisible()
      await expect(form.address).toBeFocused()
      expect(await stored()).toMatchObject({ address: "Nsele", state: "draft" })
    })
    await test.step("leaving at once asks nothing, and what was typed is there", async () => {
      await form.address.fill("Kasangulu")
      await goTo(page, "Messages")
      await expect.poll(async () => (await stored()).address).toBe("Kasangulu")
      await goToProject(page, "Jetée")
      await expect(form.address).toHaveValue("Kasangulu")
      await expect(pictures(page)).toHaveCount(1)
      await expect(page.getByRole("region", { name: "Modifications non enregistrées" })).toHaveCount(0)
    })
    await test.step("a save whose response was lost is told as one, whatever is typed since", async () => {
      await page.route(/projects\.update/, lostResponse, { times: 1 })
      const { version } = await stored()
      await form.address.fill("Matadi")
      await expect(page.getByText(/Connexion impossible/)).toBeVisible()
      await form.address.fill("Matadi, au port")
      await expect(form.saved).toBeVisible({ timeout: 15_000 })
      expect(await stored()).toMatchObject({ address: "Matadi, au port", version: version + 2 })
    })
    await test.step("a value that was corrected without a connection is saved, although the one before is rejected", async () => {
      await page.route(/projects\.update/, invalid, { times: 1 })
      await page.route(/projects\.update/, noConnection, { times: 1 })
      await form.address.fill("Trop long")
      await expect(page.getByText(/Connexion impossible/)).toBeVisible()
      await form.address.fill("Boma")
      await expect(form.saved).toBeVisible({ timeout: 15_000 })
      expect(await stored()).toMatchObject({ address: "Boma" })
    })
    const change = async (data: object) =>
      expect((await page.request.put(`/api/projects/${id}`, { data })).status()).toBe(200)
    const conflict = page.getByRole("dialog", { name: "Ce projet a changé entre-temps" })
    const waiting = page.getByRole("alert").filter({ hasText: "Conflit en attente" })
    await test.step("what somebody else has changed meanwhile is overwritten on demand", async () => {
      await change({ description: "Vu par l’autre." })
      await form.address.fill("Mon ad")
      await expect(waiting).toBeVisible()
      await page.keyboard.type("resse")
      await expect(form.address).toHaveValue("Mon adresse")
      await expect(conflict).toBeHidden()
      await waiting.getByRole("button", { name: "Choisir une version" }).click()
      await expect(conflict.getByRole("heading")).toBeFocused()
      await expect(conflict.getByRole("group")).toHaveCount(2)
      await conflict.getByRole("button", { name: "Garder ma version" }).click()
      await expect(form.saved).toBeVisible()
      expect(await stored()).toMatchObject({ address: "Mon adresse", description: "" })
    })
    await test.step("or taken over, which leaves nothing unsaved", async () => {
      await change({ description: "Vu par l’autre.", status: "Terminé" })
      await form.address.fill("Sans suite")
      await form.address.press("Control+s")
      await conflict.getByRole("button", { name: "Prendre l’autre version" }).click()
      await expect(conflict).toBeHidden()
      await expect(form.address).toHaveValue("Mon adresse")
      await expect(form.status).toHaveValue("Terminé")
      await expect(form.description).toHaveValue("Vu par l’autre.")
      await form.address.fill("Après coup")
      await form.address.press("Control+s")
      await expect(form.saved).toBeVisible()
      const taken = { address: "Après coup", status: "Terminé", description: "Vu par l’autre." }
      expect(await stored()).toMatchObject(taken)
    })
    await test.step("a publication by somebody else is no conflict with what is typed", async () => {
      const { version } = await stored()
      await page.request.post("/trpc/projects.schedule", { data: { id, version, at: "2099-01-05T08:00" } })
      await form.address.fill("Bibwa")
      await expect(form.saved).toBeVisible()
      await expect(page.getByText("Programmé", { exact: true })).toBeVisible()
      expect(await stored()).toMatchObject({ address: "Bibwa", state: "scheduled" })
    })
    await test.step("its publication is moved to another moment of Kinshasa, and taken back", async () => {
      await page.setViewportSize({ width: 360, height: 740 })
      const dialog = page.getByRole("dialog", { name: "Programmer la publication" })
      const moment = dialog.getByLabel("Date et heure")
      const confirm = dialog.getByRole("button", { name: "Programmer", exact: true })
      await form.address.fill("Kimwenza")
      await form.schedule.click()
      await expect(moment).toHaveValue("2099-01-05T08:00")
      await moment.fill("2020-01-06T08:00")
      await confirm.click()
      await expect(dialog.getByText("Choisissez un moment à venir")).toBeVisible()
      await expectAccessible(page)
      await moment.fill("2099-02-06T09:30")
      await confirm.click()
      await expect(page.getByText("Publication programmée pour le 6 février 2099 à 09:30.")).toBeVisible()
      const scheduled = { state: "scheduled", publishAt: "2099-02-06T08:30:00.000Z", address: "Kimwenza" }
      expect(await stored()).toMatchObject(scheduled)
      await expectFitsPhone(page)
      await form.schedule.click()
      await dialog.getByRole("button", { name: "Ne plus programmer" }).click()
      await expect(page.getByText("La publication n’est plus programmée.")).toBeVisible()
      expect(await stored()).toMatchObject({ state: "draft", publishAt: null })
      await form.schedule.click()
      await moment.fill("2099-02-06T09:30")
      await confirm.click()
      await page.getByRole("button", { name: "Ne plus programmer" }).click()
      await expect(page.getByText("La publication n’est plus programmée.")).toBeVisible()
      expect(await stored()).toMatchObject({ state: "draft" })
    })
    await test.step("in the trash it is shown, and edited again once it is restored", async () => {
      await page.setViewportSize({ width: 1280, height: 740 })
      await page.request.delete(`/api/projects/${id}`)
      await goTo(page, "Messages")
      await page.goBack()
      await expect(page.getByText("Dans la corbeille", { exact: true })).toBeVisible()
      await expect(page.getByRole("heading", { level: 2, name: "Jetée" })).toBeVisible()
      await expect(form.name).toHaveCount(0)
      await expectAccessible(page)
      await expectFitsPhone(page)
      await page.getByRole("button", { name: "Restaurer" }).click()
      await expect(form.name).toHaveValue("Jetée")
      await expect(page.getByText("Brouillon", { exact: true })).toBeVisible()
      await expectFitsLargeText(page)
    })
  })
})
