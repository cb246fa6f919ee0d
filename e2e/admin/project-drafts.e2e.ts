import type { Page, Route } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, ON_POSTGRES } from "#e2e/fixtures.ts"
import type { Site } from "#e2e/start-site.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { breakCalls, delayCalls, noConnection, rejection } from "./broken-calls.ts"
import { expectFitsLargeText } from "./fits-large-text.ts"
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
  storedProject,
} from "./project-form.ts"
import { admin, signIn } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

let made = 0

const isUpload = ({ pathname }: URL) => /^\/(api\/)?upload/.test(pathname)

function listIds(site: Site, name: string): Promise<number[]> {
  return withDatabase(site, async (db) => {
    const rows = await db.selectFrom("projects").select("id").where("name", "=", name).execute()
    return rows.map(({ id }) => id)
  })
}

async function openDraft(page: Page, site: Site) {
  made += 1
  const name = `Ébauche ${made}`
  const id = await withDatabase(site, (db) => createTestProject(db, { name, publishedAt: null }))
  await openProject(page, id)
  return { id, name }
}

test(
  "a draft needs a name and a sector, is public once it is published, and no more once it is withdrawn",
  ON_POSTGRES,
  async ({ page }) => {
    const form = projectForm(page)
    await openNewProject(page)

    await test.step("an empty one is not saved", async () => {
      await form.saveDraft.click()
      for (const field of [form.name, form.sector]) await expect(field).toHaveAttribute("aria-invalid", "true")
      await expect(page.locator("[aria-invalid]")).toHaveCount(2)
      await expect(form.name).toBeFocused()
    })
    await test.step("the draft opens in an editor of its own, and nobody else sees it", async () => {
      await form.name.fill("Pont de Maluku")
      await form.sector.selectOption("Construction")
      await form.images.setInputFiles(await makePicture({ name: "pont.jpg" }))
      await form.saveDraft.click()
      await expect(page).toHaveURL(/\/admin\/project-edit\/\d+$/)
      await expect(form.name).toHaveValue("Pont de Maluku")
      await expect(page.getByRole("list", { name: "Ordre des photos" }).getByRole("listitem")).toHaveCount(1)
      await expect(page.getByText("Brouillon", { exact: true })).toBeVisible()
      expect(await storedProject(page, "Pont de Maluku")).toBeUndefined()
    })
    await test.step("it is accessible, and fits a phone and large text", async () => {
      await expectAccessible(page)
      await expectFitsPhone(page)
      await expectFitsLargeText(page)
      await page.setViewportSize({ width: 360, height: 740 })
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
  },
)

test("what is typed while a new draft is being saved goes on in its editor", async ({ page }) => {
  await openNewProject(page)
  const form = projectForm(page)
  const { release } = await delayCalls(page, "projects.createDraft")
  await form.name.fill("Écluse")
  await form.sector.selectOption("Transport")
  await form.saveDraft.click()
  await expect(form.saveDraft).toHaveCount(0)
  await form.address.fill("Saisi entre-temps")
  release()
  await expect(page).toHaveURL(/\/admin\/project-edit\/\d+$/)
  await expect(form.publish).toBeVisible()
  await expect(form.address).toHaveValue("Saisi entre-temps")
  await expect(form.saved).toBeVisible()
  await openNewProject(page)
  await expect(page.getByRole("region", { name: "Modifications non enregistrées" })).toHaveCount(0)
})

test.describe("pictures that are added while a new draft is being saved", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  /** Adds a picture between the request and its answer; the upload waits for `release()`. */
  async function addMeanwhile(page: Page, name: string, respond: (route: Route) => Promise<void>) {
    await openNewProject(page)
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

  test("are in its editor", async ({ page }) => {
    const { release } = await addMeanwhile(page, "Quai", (route) => route.continue())
    await projectForm(page).address.fill("Saisi entre-temps")
    release()
    await expect(page).toHaveURL(/\/admin\/project-edit\/\d+$/)
    await expect(projectForm(page).publish).toBeVisible()
    await expect(pictures(page)).toHaveCount(1)
    await expect(projectForm(page).saved).toBeVisible()
    const [id] = page.url().match(/\d+$/) ?? []
    const stored = await managedProject(page, Number(id))
    expect(stored).toMatchObject({ address: "Saisi entre-temps", images: [{ alt: null }] })
  })

  test("and cannot be sent are tried again in the same form", async ({ page, site }) => {
    const { release } = await addMeanwhile(page, "Jetée", (route) =>
      route.fulfill({ status: 503, json: { success: false, message: "Réessayez plus tard" } }),
    )
    release()
    await expect(projectForm(page).publish).toBeVisible()
    await expect(page).toHaveURL("/admin/project-form")
    await page.getByRole("button", { name: /^Réessayer/ }).click()
    await expectStored(page, 1)
    await projectForm(page).saveDraft.click()
    await expect(projectForm(page).saved).toBeVisible()
    const [id, ...others] = await listIds(site, "Jetée")
    expect(others).toEqual([])
    expect(await managedProject(page, Number(id))).toMatchObject({ images: [{ alt: null }] })
  })
})

test("what is typed into a draft is saved by itself, and Ctrl+S saves it at once", async ({ page, site }) => {
  const { id } = await openDraft(page, site)
  const form = projectForm(page)
  await form.address.fill("Maluku")
  await expect(form.saved).toBeVisible()
  expect(await managedProject(page, id)).toMatchObject({ address: "Maluku", version: 2, state: "draft" })
  await page.reload()
  await expect(form.address).toHaveValue("Maluku")
  await expect(page.getByRole("region", { name: "Modifications non enregistrées" })).toHaveCount(0)

  await form.address.fill("Nsele")
  await form.address.press("Control+s")
  await expect(form.saved).toBeVisible()
  await expect(form.address).toBeFocused()
  expect(await managedProject(page, id)).toMatchObject({ address: "Nsele", state: "draft" })
})

test("whoever saves a draft is told, also where nothing was left to save", async ({ page, site }) => {
  const { id } = await openDraft(page, site)
  await projectForm(page).saveDraft.click()
  await expect(projectForm(page).saved).toBeVisible()
  expect(await managedProject(page, id)).toMatchObject({ version: 1 })
})

test("leaving at once asks nothing, and what was typed is there", async ({ page, site }) => {
  const { id } = await openDraft(page, site)
  await projectForm(page).address.fill("Kasangulu")
  await page.getByRole("link", { name: "Messages" }).click()
  await expect(page).toHaveURL("/admin/messages")
  await expect.poll(async () => (await managedProject(page, id)).address).toBe("Kasangulu")
})

test.describe("when the server rejects", () => {
  test.use({ expectedConsole: /status of 400/ })

  test("a publication is scheduled for a moment of Kinshasa, moved and taken back", async ({ page, site }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    const { id } = await openDraft(page, site)
    const form = projectForm(page)
    const dialog = page.getByRole("dialog", { name: "Programmer la publication" })
    const moment = dialog.getByLabel("Date et heure")
    await form.address.fill("Kimwenza")
    await form.schedule.click()
    await moment.fill("2020-01-06T08:00")
    await dialog.getByRole("button", { name: "Programmer" }).click()
    await expect(dialog.getByText("Choisissez un moment à venir")).toBeVisible()
    await moment.fill("2099-01-05T08:00")
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Programmer" }).click()
    await expect(page.getByText("Publication programmée pour le 5 janvier 2099 à 08:00.")).toBeVisible()
    const scheduled = { state: "scheduled", publishAt: "2099-01-05T07:00:00.000Z", address: "Kimwenza" }
    expect(await managedProject(page, id)).toMatchObject(scheduled)
    await expectFitsPhone(page)

    await form.schedule.click()
    await expect(moment).toHaveValue("2099-01-05T08:00")
    await dialog.getByRole("button", { name: "Ne plus programmer" }).click()
    await expect(page.getByText("La publication n’est plus programmée.")).toBeVisible()
    expect(await managedProject(page, id)).toMatchObject({ state: "draft", publishAt: null })
  })
})

test.describe("with two browsers", () => {
  test.use({ expectedConsole: /status of 409/ })

  test("both change a draft: the second one chooses between the versions, and loses nothing", async ({
    page,
    site,
    browser,
    baseURL,
    storageState,
  }) => {
    const { id } = await openDraft(page, site)
    const context = await browser.newContext({ baseURL: baseURL ?? "", storageState: storageState ?? "" })
    const other = await context.newPage()
    await openProject(other, id)
    await projectForm(other).description.fill("Vu par l’autre.")
    await expect(projectForm(other).saved).toBeVisible()
    await context.close()

    const form = projectForm(page)
    await form.address.fill("Mon adresse")
    const dialog = page.getByRole("dialog", { name: "Ce projet a changé entre-temps" })
    await expect(dialog.getByRole("group")).toHaveCount(2)
    await expectAccessible(page)
    await dialog.getByRole("button", { name: "Enregistrer ces choix" }).click()
    await expect(form.description).toHaveValue("Vu par l’autre.")
    await expect(form.address).toHaveValue("Mon adresse")
    await expect(form.saved).toBeVisible()
    expect(await managedProject(page, id)).toMatchObject({ address: "Mon adresse", description: "Vu par l’autre." })
  })

  test("a publication by somebody else is no conflict with what is typed", async ({ page, site }) => {
    const { id } = await openDraft(page, site)
    const { version } = await managedProject(page, id)
    await page.request.post("/trpc/projects.schedule", { data: { id, version, at: "2099-01-05T08:00" } })
    await projectForm(page).address.fill("Bibwa")
    await expect(projectForm(page).saved).toBeVisible()
    await expect(page.getByText("Programmé", { exact: true })).toBeVisible()
    expect(await managedProject(page, id)).toMatchObject({ address: "Bibwa", state: "scheduled" })
  })
})

test.describe("when the network or the session is lost", () => {
  test.use({ expectedConsole: /ERR_|Failed to load resource/ })

  test("what is typed offline stays on the device, and is saved when the network is back", async ({
    page,
    site,
    context,
  }) => {
    const { id } = await openDraft(page, site)
    await context.setOffline(true)
    await projectForm(page).address.fill("Hors ligne")
    await expect(page.getByText(/^Connexion impossible/)).toBeVisible()
    await context.setOffline(false)
    await expect(projectForm(page).saved).toBeVisible()
    expect(await managedProject(page, id)).toMatchObject({ address: "Hors ligne" })
  })

  for (const { name, call, press, state } of [
    { name: "Barge", call: "projects.createDraft", press: "saveDraft", state: "draft" },
    { name: "Bac", call: "projects.create", press: "add", state: "published" },
  ] as const) {
    test(`after ${call}, whose answer is lost, a second attempt finds the same project`, async ({ page, site }) => {
      await openNewProject(page)
      await fillProject(page, name)
      const isCall = ({ pathname }: URL) => pathname.endsWith(call)
      await page.route(isCall, (route) => route.fetch().then(() => route.abort("connectionreset")), { times: 1 })
      await projectForm(page)[press].click()
      await expect(page.getByText("Connexion impossible", { exact: false })).toBeVisible()
      expect(await listIds(site, name)).toHaveLength(1)
      await page.reload()
      await page.getByRole("button", { name: "Reprendre" }).click()
      await projectForm(page).address.fill("Saisi depuis")
      await projectForm(page)[press].click()
      await expect(page).toHaveURL(state === "draft" ? /\/admin\/project-edit\/\d+$/ : "/admin/projects")
      await expect(page.getByRole("heading", { level: 1, name: /Projets|Modifier le projet/ })).toBeVisible()
      if (state === "draft") await expect(projectForm(page).saved).toBeVisible()
      const [id, ...others] = await listIds(site, name)
      expect(others).toEqual([])
      expect(await managedProject(page, Number(id))).toMatchObject({ address: "Saisi depuis", state })
    })
  }

  test("what could not be saved before the browser was closed is taken up at the next visit", async ({
    page,
    site,
    context,
  }) => {
    const { id } = await openDraft(page, site)
    await breakCalls(page, "projects.update", noConnection)
    await projectForm(page).address.fill("Avant la panne")
    await expect(page.getByText(/^Connexion impossible/)).toBeVisible()
    await page.close()

    const later = await context.newPage()
    await openProject(later, id)
    await expect(later.getByText(/ont été retrouvées sur cet appareil/)).toBeVisible()
    await expect(projectForm(later).address).toHaveValue("Avant la panne")
    await expect(projectForm(later).saved).toBeVisible()
    expect(await managedProject(later, id)).toMatchObject({ address: "Avant la panne" })
    await later.close()
  })

  test("after a log-in in another tab a draft is saved by itself", async ({ page, site, context }) => {
    const { id } = await openDraft(page, site)
    await context.clearCookies({ name: "session" })
    await projectForm(page).address.fill("Sans session")
    const link = page.getByRole("link", { name: "Se connecter dans un nouvel onglet" })
    await expect(link).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull()
    const [tab] = await Promise.all([context.waitForEvent("page"), link.click()])
    await signIn(tab, admin)
    await tab.close()
    await expect(projectForm(page).saved).toBeVisible({ timeout: 15_000 })
    await expect(projectForm(page).address).toHaveValue("Sans session")
    expect(await managedProject(page, id)).toMatchObject({ address: "Sans session" })
  })
})

test("a project in the trash is shown, and edited again once it is restored", async ({ page, site }) => {
  const { id, name } = await openDraft(page, site)
  await page.request.delete(`/api/projects/${id}`)
  await page.reload()
  await expect(page.getByText("Dans la corbeille", { exact: true })).toBeVisible()
  await expect(page.getByRole("heading", { level: 2, name })).toBeVisible()
  await expect(projectForm(page).name).toHaveCount(0)
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.getByRole("button", { name: "Restaurer" }).click()
  await expect(projectForm(page).name).toHaveValue(name)
  await expect(page.getByText("Brouillon", { exact: true })).toBeVisible()
})

test.describe("a server that cannot answer for a while", () => {
  test.use({ expectedConsole: /Failed to load resource/ })

  test("is asked again, and nothing is lost", async ({ page, site }) => {
    const { id } = await openDraft(page, site)
    await breakCalls(page, "projects.update", rejection("Le serveur est occupé"))
    await projectForm(page).address.fill("Patience")
    await expect(page.getByText(/^Le serveur ne répond pas pour l’instant/)).toBeVisible()
    await page.unrouteAll()
    await expect(projectForm(page).saved).toBeVisible({ timeout: 15_000 })
    expect(await managedProject(page, id)).toMatchObject({ address: "Patience" })
  })
})
