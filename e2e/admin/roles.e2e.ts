import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { parametres } from "#server/published-content/defaults/parametres.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { addMessage } from "./add-message.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openScreen, signIn } from "./sign-in.ts"

const roles = ["editor", "agent", "reader"] as const

const emailOf = (role: (typeof roles)[number]) => `${role}@exemple.cd`

const test = testOnDedicatedSite({
  async fill(db) {
    for (const role of roles) await createTestAccount(db, { email: emailOf(role), username: role, role })
    await addMessage(db)
    await publishTestContent(db, "parametres", { ...parametres, registration: { open: "non" } })
  },
})

/** The screen that the test examines after the walk comes last. */
const menus = {
  editor: ["Dashboard", "Projets", "Images", "Statistiques", "Gestion du site"],
  agent: ["Dashboard", "Messages", "Statistiques"],
  reader: ["Dashboard", "Projets", "Images", "Statistiques", "Gestion du site", "Messages"],
}

function menuOf(page: Page) {
  return page.getByRole("navigation", { name: "Administration" }).getByRole("list").first().getByRole("link")
}

/** Goes through the menu of a role, and expects that its screens make no call that the role may not make. */
async function walkMenu(page: Page, role: (typeof roles)[number], look?: () => Promise<void>) {
  const rejected: string[] = []
  page.on("response", (response) => response.status() >= 400 && rejected.push(response.url()))
  await signIn(page, { email: emailOf(role), password: TEST_PASSWORD })
  await openScreen(page, "/admin/dashboard", "Dashboard")
  for (const label of menus[role]) {
    await menuOf(page).filter({ hasText: label }).click()
    await expect(page.getByRole("heading", { level: 1, name: label })).toBeVisible()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await look?.()
  }
  expect(rejected).toEqual([])
}

test("each role has its own menu, whose screens show only what it may do @slow", async ({ page }) => {
  await test.step("whoever only reads sees projects, messages, images and pages, and nothing that changes them", async () => {
    const main = page.getByRole("main")
    const changing =
      /Ajouter|Modifier|Supprimer|Importer|Enregistrer|Répondre|Archiver|Prendre en charge|Restaurer|Publier/
    await walkMenu(page, "reader", async () => {
      await expect(main.getByRole("button", { name: changing })).toHaveCount(0)
      await expect(main.getByRole("link", { name: changing })).toHaveCount(0)
      await expect(main.getByRole("checkbox")).toHaveCount(0)
      await expectFitsPhone(page)
      await page.setViewportSize({ width: 1280, height: 900 })
    })
    await main.getByRole("link", { name: /Amina Kabongo/ }).click()
    await expect(main.getByRole("heading", { level: 1, name: /Demande d/ })).toBeVisible()
    await expect(main.getByRole("button", { name: changing })).toHaveCount(0)
    await expectAccessible(page)
    await test.step("nothing links to a screen that is closed to the role", async () => {
      const back = main.getByRole("link", { name: "Retour à l’éditeur" })
      await openScreen(page, "/admin/projects", "Projets")
      await main
        .getByRole("link", { name: /^Historique de/ })
        .first()
        .click()
      await expect(main.getByRole("link", { name: "Voir les projets" })).toBeVisible()
      await expect(back).toHaveCount(0)
      await openScreen(page, "/admin/site-management/accueil/historique", /^Historique/)
      await expect(main.getByRole("link", { name: "Gestion du site" })).toBeVisible()
      await expect(back).toHaveCount(0)
      await openScreen(page, "/admin/images?search=hero/home", "Images")
      await main.getByRole("list").getByRole("button").first().click()
      await expect(page.getByText("Page « Accueil »", { exact: true })).toBeVisible()
      await expect(page.getByRole("dialog").getByRole("link")).toHaveCount(0)
    })
    await openScreen(page, "/admin/project-form", "Cet écran n’est pas ouvert à votre rôle")
    const settings = "/admin/site-management/parametres/historique"
    await openScreen(page, settings, "Cet écran n’est pas ouvert à votre rôle")
  })
  await test.step("whoever edits or answers requests has those screens in the menu alone, and all of them open", async () => {
    for (const role of ["editor", "agent"] as const) {
      await walkMenu(page, role)
      await expect(menuOf(page)).toHaveText(menus[role].map((label) => new RegExp(`^${label}`)))
    }
  })
})

test.describe("a role that is reduced meanwhile", () => {
  test.use({ expectedConsole: /status of 403/ })

  test("leaves the menus after the first rejected call @slow", async ({ page, site }) => {
    await signIn(page, { email: emailOf("editor"), password: TEST_PASSWORD })
    await openScreen(page, "/admin/projects", "Projets")
    const add = page.getByRole("link", { name: "Ajouter un projet" })
    await page
      .getByRole("button", { name: /^Supprimer/ })
      .first()
      .click()
    const setRole = (role: "editor" | "reader") =>
      withDatabase(site, (db) =>
        db.updateTable("accounts").set({ role }).where("email", "=", emailOf("editor")).execute(),
      )
    await setRole("reader")
    await page.getByRole("dialog").getByRole("button", { name: "Supprimer" }).click()
    await expect(add).toHaveCount(0)
    await page.keyboard.press("Escape")
    await page.getByRole("button", { name: "Raccourcis" }).click()
    const keys = page.getByRole("dialog", { name: "Raccourcis clavier" })
    await expect(keys).toContainText("Parcourir les projets")
    await expect(keys).not.toContainText(/Ouvrir|Sélectionner/)
    await setRole("editor")
  })
})
