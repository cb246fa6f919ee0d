import { screen, waitFor, within } from "@testing-library/dom"
import { describe, expect, test } from "vitest"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textsOf } from "#client/testing/text-of.ts"
import type { Database } from "#server/database/core/database.ts"
import { createTestImage, createTestMessage, createTestProject } from "#server/testing/fixtures.ts"

async function fill({ db }: { db: Database }) {
  await createTestProject(db, { name: "Hangar" })
  await createTestImage(db, "0123456789abcdef.webp")
  await createTestMessage(db)
}

const menus = {
  admin: [
    "Dashboard",
    "Projets",
    "Images",
    "Messages",
    "Statistiques",
    "Gestion du site",
    "Utilisateurs",
    "Journal",
    "Jetons d'API",
  ],
  editor: ["Dashboard", "Projets", "Images", "Statistiques", "Gestion du site"],
  agent: ["Dashboard", "Messages", "Statistiques"],
  reader: ["Dashboard", "Projets", "Images", "Messages", "Statistiques", "Gestion du site"],
} as const

/** The links to screens of the menu in the sidebar. */
async function findMenu() {
  const sidebar = within(await screen.findByRole("complementary"))
  const [list] = within(sidebar.getByRole("navigation", { name: "Administration" })).getAllByRole("list")
  return within(list as HTMLElement).getAllByRole("link")
}

/** The calls that the server has rejected. */
function rejected({ lines }: { lines: string[] }) {
  const requests = lines.map((line) => JSON.parse(line) as { status?: number; path?: string })
  return requests.filter(({ status = 0, path = "" }) => status >= 400 && /^\/(trpc|api)\//.test(path))
}

describe.each(["admin", "editor", "agent", "reader"] as const)("the role %s", (role) => {
  test("has its own menu, all of whose screens open without a call that it may not make", async () => {
    const { user, site } = await openScreen("/admin/dashboard", { as: role, fill })
    await screen.findByRole("heading", { level: 1, name: "Dashboard" })
    const labels = textsOf(await findMenu()).map((label) => label.replace(/ ?1.*$/, ""))
    expect(labels).toEqual(menus[role])
    for (const label of menus[role]) {
      const link = (await findMenu()).find(({ textContent }) => textContent?.startsWith(label))
      await user.click(link as HTMLElement)
      await screen.findByRole("heading", { level: 1, name: label })
      await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
    }
    expect(rejected(site)).toEqual([])
  })
})

const changing = /Ajouter|Modifier|Supprimer|Importer|Enregistrer|Répondre|Archiver|Prendre en charge|Restaurer|Publier/

test.each([
  { path: "/admin/dashboard", heading: "Dashboard" },
  { path: "/admin/projects", heading: "Projets" },
  { path: "/admin/images", heading: "Images" },
  { path: "/admin/messages", heading: "Messages" },
  { path: "/admin/stats", heading: "Statistiques" },
  { path: "/admin/site-management", heading: "Gestion du site" },
])("who only reads finds nothing that changes something on $path", async ({ path, heading }) => {
  await openScreen(path, { as: "reader", fill })
  await screen.findByRole("heading", { level: 1, name: heading })
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull())
  const main = within(screen.getByRole("main"))
  expect(main.queryByRole("button", { name: changing })).toBeNull()
  expect(main.queryByRole("link", { name: changing })).toBeNull()
  expect(main.queryByRole("checkbox", { name: /électionner/ })).toBeNull()
})

test.each(["/admin/project-form", "/admin/site-management/parametres/historique"])(
  "the screen %s is closed to who only reads",
  async (path) => {
    await openScreen(path, { as: "reader" })
    await screen.findByRole("heading", { level: 1, name: "Cet écran n’est pas ouvert à votre rôle" })
  },
)

describe("nothing links to a screen that is closed to the role", () => {
  test("from the history of a project", async () => {
    await openScreen("/admin/project-edit/1/historique", { as: "reader", fill })
    const main = within(await screen.findByRole("main"))
    await main.findByRole("link", { name: "Voir les projets" })
    expect(main.queryByRole("link", { name: "Retour à l’éditeur" })).toBeNull()
  })

  test("from the history of a page", async () => {
    await openScreen("/admin/site-management/accueil/historique", { as: "reader" })
    const main = within(await screen.findByRole("main"))
    await main.findByRole("link", { name: "Gestion du site" })
    expect(main.queryByRole("link", { name: "Retour à l’éditeur" })).toBeNull()
  })

  test("from a picture and the pages that show it", async () => {
    const { user } = await openScreen("/admin/images?search=hero/home", { as: "reader" })
    const main = within(await screen.findByRole("main"))
    const [picture] = within(await main.findByRole("list")).getAllByRole("button")
    await user.click(picture as HTMLElement)
    await screen.findByText("Page « Accueil »")
    expect(within(screen.getByRole("dialog")).queryByRole("link")).toBeNull()
  })
})

test("a role that is reduced meanwhile leaves the menus after the first rejected call", async () => {
  const { user, site } = await openScreen("/admin/projects", { as: "editor", fill })
  await user.click(await screen.findByRole("button", { name: "Supprimer Hangar" }))
  screen.getByRole("link", { name: "Ajouter un projet" })
  await site.db.updateTable("accounts").set({ role: "reader" }).where("role", "=", "editor").execute()
  await user.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Supprimer" }))
  await waitFor(() => expect(screen.queryByRole("link", { name: "Ajouter un projet" })).toBeNull())
  await user.keyboard("{Escape}")
  await user.click(screen.getByRole("button", { name: "Raccourcis" }))
  const keys = within(await screen.findByRole("dialog", { name: "Raccourcis clavier" }))
  keys.getByText("Parcourir les projets")
  expect(keys.queryByText(/Ouvrir|Sélectionner/)).toBeNull()
})
