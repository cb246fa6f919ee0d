import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
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

test("whoever only reads sees projects, messages, images and pages, and nothing that changes them", async ({
  page,
}) => {
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
  await expect(main.getByRole("heading", { level: 1, name: /Demande de/ })).toBeVisible()
  await expect(main.getByRole("button", { name: changing })).toHaveCount(0)
  await expectAccessible(page)
  await openScreen(page, "/admin/project-form", "Cet écran n’est pas ouvert à votre rôle")
})

test("whoever edits or answers requests has those screens in the menu alone, and all of them open", async ({
  page,
}) => {
  for (const role of ["editor", "agent"] as const) {
    await walkMenu(page, role)
    await expect(menuOf(page)).toHaveText(menus[role].map((label) => new RegExp(`^${label}`)))
  }
})
