import type { Page, Request } from "@playwright/test"
import { withDatabase } from "#e2e/database.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import type { Site } from "#e2e/start-site.ts"
import { insertAccount } from "#server/accounts/commands.ts"
import { hashPassword } from "#server/accounts/passwords.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { addMessage } from "./add-message.ts"
import {
  choosePictures,
  fillProject,
  goTo,
  managedProject,
  openNewProject,
  openProject,
  projectForm,
  storedProject,
} from "./project-form.ts"
import { admin, openScreen } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })
test.use({ expectedConsole: /Failed to load resource/ })

const colleague = { email: "collegue@exemple.cd", password: "Baobab-vert-77" }

async function createColleague(site: Site) {
  const passwordHash = await hashPassword(colleague.password)
  const account = { username: "Collègue", email: colleague.email, role: "admin", passwordHash } as const
  await withDatabase(site, (db) =>
    inTransaction(db, (trx) =>
      insertAccount(trx, { ...account, addressConfirmedAt: new Date().toISOString() }, new Date()),
    ),
  )
}

/** Logs out and in again, as another tab of the same browser does. */
async function logInElsewhere(page: Page, credentials: { email: string; password: string }) {
  await page.request.post("/api/logout")
  expect((await page.request.post("/api/login", { data: credentials })).status()).toBe(200)
}

test("a picture that is refused while the project is being saved holds the save, and one can go on without it", async ({
  page,
}) => {
  await openNewProject(page)
  await fillProject(page, "Silo de Kasangulu")
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/(api\/)?upload/, async (route) => {
    await promise
    await route.fulfill({ status: 415, json: { success: false, message: "Image illisible" } })
  })
  await choosePictures(page, ["silo.jpg"])
  await projectForm(page).add.click()
  resolve()
  const alert = page.getByRole("alert").filter({ hasText: "« silo.jpg » (Image illisible)" })
  await expect(alert).toContainText("Rien n’est encore enregistré")
  await expect(page.getByText("Projet ajouté avec succès !")).toBeHidden()
  expect(await storedProject(page, "Silo de Kasangulu")).toBeUndefined()
  await page.getByRole("button", { name: "Continuer sans les images refusées" }).click()
  await expect(page.getByText("Projet ajouté avec succès !")).toBeVisible()
  expect(await storedProject(page, "Silo de Kasangulu")).toMatchObject({ project_images: [] })
})

test("arrow keys go through a row's select, and Enter saves the choice", async ({ page, site }) => {
  const assignees = () =>
    withDatabase(site, async (db) => {
      const entries = await db.selectFrom("messageEntries").select("after").where("kind", "=", "assignee").execute()
      return entries.length
    })
  await withDatabase(site, (db) => addMessage(db, { firstName: "Béa", lastName: "Ngoma" }))
  await openScreen(page, "/admin/messages", "Messages")
  const select = page.getByRole("combobox", { name: "Responsable du message de Béa Ngoma" })
  const calls: Request[] = []
  page.on("request", (request) => request.url().includes("messages.change") && calls.push(request))
  await select.focus()
  await select.press("ArrowDown")
  await expect(select).not.toHaveValue("")
  await select.press("Escape")
  await expect(select).toHaveValue("")
  await select.press("ArrowDown")
  expect(calls).toEqual([])
  await select.press("Enter")
  await expect.poll(assignees).toBe(1)
  expect(calls).toHaveLength(1)
})

test("a list that has failed is fetched again on the next visit", async ({ page, site }) => {
  await withDatabase(site, (db) => createTestProject(db, { name: "Hangar" }))
  await openScreen(page, "/admin/dashboard", "Dashboard")
  await page.route(/projects\.search/, (route) => route.abort("internetdisconnected"))
  await goTo(page, "Projets")
  await expect(page.getByRole("alert")).toBeVisible()
  await page.unrouteAll()
  await goTo(page, "Messages")
  await goTo(page, "Projets")
  await expect(page.getByRole("button", { name: "Modifier Hangar" })).toBeVisible()
  await expect(page.getByRole("alert")).toBeHidden()
})

test("the preview of a page is loaded on a phone only when it is looked at", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const previews: string[] = []
  page.on("request", (request) => request.url().endsWith("/preview") && previews.push(request.method()))
  await openScreen(page, "/admin/site-management/accueil", /Accueil/)
  const field = page.getByRole("main").getByRole("textbox").first()
  await field.fill("Bâtir à Kinshasa")
  await expect(page.getByText(/Enregistré à/)).toBeVisible()
  expect(previews).toEqual([])
  await page.getByRole("button", { name: "Aperçu", exact: true }).click()
  await expect(page.frameLocator("iframe").getByText("Bâtir à Kinshasa").first()).toBeVisible()
  await page.getByRole("button", { name: "Édition", exact: true }).click()
  const { length } = previews
  await field.fill("Bâtir et élever à Kinshasa")
  await expect(page.getByText("Modifications non enregistrées")).toBeHidden()
  expect(previews).toHaveLength(length)
})

test("what was typed on other fields than the server's is offered, and takes no newer text's place", async ({
  page,
  site,
}) => {
  const id = await withDatabase(site, (db) => createTestProject(db, { name: "Quai de Matadi", publishedAt: null }))
  await openProject(page, id)
  const base = await managedProject(page, id)
  const { result } = await (await page.request.get("/trpc/accounts.me")).json()
  const texts = { name: "Texte d’un autre onglet", description: "", address: "", status: "", sector: "Transport" }
  const edit = { base: { ...base, version: 0, name: "Ancien nom" }, typed: { ...texts, images: [] } }
  const entry: [string, string] = [
    `unsaved:project:${result.data.id}:${id}:ancien`,
    JSON.stringify({ at: new Date().toISOString(), edit }),
  ]
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), entry)
  await page.reload()
  const form = projectForm(page)
  await expect(form.name).toHaveValue("Quai de Matadi")
  const offer = page.getByRole("region", { name: "Modifications non enregistrées" })
  await expect(offer).toContainText("Vous avez des modifications non enregistrées")
  await offer.getByRole("button", { name: "Reprendre" }).click()
  await expect(form.name).toHaveValue("Texte d’un autre onglet")
})

test("an editor saves nothing in the name of whoever logs in with the same browser", async ({ page, site }) => {
  await createColleague(site)
  const id = await withDatabase(site, (db) => createTestProject(db, { name: "Pont de Maluku", publishedAt: null }))
  const stored = () =>
    withDatabase(site, (db) =>
      db
        .selectFrom("projects")
        .innerJoin("accounts", "accounts.id", "projects.updatedBy")
        .select(["description", "email"])
        .where("projects.id", "=", id)
        .executeTakeFirst(),
    )
  const form = projectForm(page)
  await openProject(page, id)
  await form.description.fill("Écrit par l’administrateur.")
  await expect(form.saved).toBeVisible()
  await logInElsewhere(page, colleague)
  await form.description.fill("Écrit pendant que la collègue est connectée.")
  await expect(page.getByText("Quelqu’un d’autre s’est connecté avec ce navigateur")).toBeVisible()
  expect(await stored()).toEqual({ description: "Écrit par l’administrateur.", email: admin.email })
  await logInElsewhere(page, admin)
  await expect.poll(stored, { timeout: 15_000 }).toEqual({
    description: "Écrit pendant que la collègue est connectée.",
    email: admin.email,
  })
})
