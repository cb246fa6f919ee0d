import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import type { Role } from "#server/contract/rights.ts"
import { createTestAccount, TEST_PASSWORD } from "#server/testing/test-account.ts"
import { addMessage } from "./add-message.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { openScreen, signIn } from "./sign-in.ts"

const roles = ["editor", "agent", "reader"] as const

const emailOf = (role: Role) => `${role}@exemple.cd`

const test = testOnDedicatedSite({
  async fill(db) {
    for (const role of roles) await createTestAccount(db, { email: emailOf(role), username: role, role })
    await addMessage(db)
  },
})

const menus: Record<(typeof roles)[number], string[]> = {
  editor: ["Dashboard", "Projets", "Images", "Statistiques", "Gestion du site"],
  agent: ["Dashboard", "Messages", "Statistiques"],
  reader: ["Dashboard", "Projets", "Images", "Messages", "Statistiques", "Gestion du site"],
}

const screens: Record<string, string | RegExp> = {
  Dashboard: "/admin/dashboard",
  Projets: "/admin/projects",
  Images: "/admin/images",
  Messages: "/admin/messages",
  Statistiques: "/admin/stats",
  "Gestion du site": "/admin/site-management",
}

function signInAs(page: Page, role: Role) {
  return signIn(page, { email: emailOf(role), password: TEST_PASSWORD })
}

function menuOf(page: Page) {
  return page.getByRole("navigation", { name: "Administration" }).getByRole("list").first().getByRole("link")
}

for (const role of roles) {
  test(`the screens of the role « ${role} » are in its menu, call nothing that it may not, and others stay closed`, async ({
    page,
  }) => {
    const rejected: string[] = []
    page.on("response", (response) => response.status() >= 400 && rejected.push(response.url()))
    await signInAs(page, role)
    await openScreen(page, "/admin/dashboard", "Dashboard")
    await expect(menuOf(page)).toHaveText(menus[role].map((label) => new RegExp(`^${label}`)))
    for (const [label, path] of Object.entries(screens)) {
      const isOpen = menus[role].includes(label)
      await openScreen(page, String(path), isOpen ? label : "Cet écran n’est pas ouvert à votre rôle")
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    }
    expect(rejected).toEqual([])
  })
}

test("whoever only reads sees projects, messages, images and pages, and nothing that changes them", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 780 })
  await signInAs(page, "reader")
  const main = page.getByRole("main")
  const changing =
    /Ajouter|Modifier|Supprimer|Importer|Enregistrer|Répondre|Archiver|Prendre en charge|Restaurer|Publier/
  for (const [label, path] of Object.entries(screens)) {
    await openScreen(page, String(path), label)
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expect(main.getByRole("button", { name: changing })).toHaveCount(0)
    await expect(main.getByRole("link", { name: changing })).toHaveCount(0)
    await expect(main.getByRole("checkbox")).toHaveCount(0)
    await expectFitsPhone(page)
  }
  await openScreen(page, "/admin/messages", "Messages")
  await main.getByRole("link", { name: /Amina Kabongo/ }).click()
  await expect(main.getByRole("heading", { level: 1, name: /Demande de/ })).toBeVisible()
  await expect(main.getByRole("button", { name: changing })).toHaveCount(0)
  await expectAccessible(page)
  await openScreen(page, "/admin/project-form", "Cet écran n’est pas ouvert à votre rôle")
})
