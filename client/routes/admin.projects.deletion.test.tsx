import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { lostResponse, noConnection, proxyPage, rejection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { figures, findRow, namesShown, rows } from "#client/testing/project-table.ts"
import { publicNames } from "#client/testing/projects.ts"
import { textOf } from "#client/testing/text-of.ts"
import type { Database } from "#server/database/core/database.ts"
import { createTestProject, createTestProjects } from "#server/testing/fixtures.ts"

const fill = ({ db }: { db: Database }) =>
  createTestProjects(db, [
    { name: "Villa", status: "Terminé" },
    { name: "Dépôt", status: "Terminé", sector: "Ventes de matériaux" },
  ])

const question = "Êtes-vous sûr de vouloir supprimer ce projet ?"

const deletion = () => screen.getByRole("button", { name: "Supprimer Dépôt" })

async function openDialog() {
  const opened = await openScreen("/admin/projects", { as: "admin", fill })
  await findRow("Dépôt")
  await opened.user.click(deletion())
  const dialog = within(screen.getByRole("dialog", { name: question }))
  return { ...opened, dialog, confirm: () => opened.user.click(dialog.getByRole("button", { name: "Supprimer" })) }
}

async function deleteProject() {
  const opened = await openDialog()
  await opened.confirm()
  const banner = textOf(await screen.findByText("Projet supprimé avec succès"))
  expect(banner).toBe("Projet supprimé avec succès")
  return opened
}

test("the question names the project, and its safe answer has the focus", async () => {
  const { dialog } = await openDialog()
  expect(dialog.getByText(/^« Dépôt »/)).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByRole("button", { name: "Annuler" }))
})

test.each(["« Annuler »", "Escape"])("%s changes nothing and gives the focus back", async (way) => {
  const { user, dialog } = await openDialog()
  if (way === "Escape") await user.keyboard("{Escape}")
  else await user.click(dialog.getByRole("button", { name: "Annuler" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(document.activeElement).toBe(deletion())
  expect(rows()).toHaveLength(2)
})

test.each([
  [rejection("Accès refusé"), "Erreur lors de la suppression : Accès refusé"],
  [rejection(""), "Erreur lors de la suppression : Erreur inconnue"],
  [proxyPage, "Erreur lors de la suppression du projet"],
  [noConnection, "Erreur de réseau lors de la suppression"],
])("a deletion that fails says why in the dialog, and the project stays (%#)", async (answer, text) => {
  const { network, dialog, confirm } = await openDialog()
  network.answer("projects.delete", answer)
  await confirm()
  expect(textOf(await dialog.findByRole("alert"))).toBe(text)
  expect(namesShown()).toContain("Dépôt")
})

test("a project that is gone already is not found", async () => {
  const { site, dialog, confirm } = await openDialog()
  await site.db.deleteFrom("projects").where("name", "=", "Dépôt").execute()
  await confirm()
  expect(textOf(await dialog.findByRole("alert"))).toBe("Erreur lors de la suppression : Projet introuvable")
})

test("a deletion whose response was lost is one, once it is asked for again", async () => {
  const { network, dialog, confirm } = await openDialog()
  const mend = network.answer("projects.delete", lostResponse)
  await confirm()
  await dialog.findByText("Erreur de réseau lors de la suppression")
  mend()
  await confirm()
  await screen.findByText("Projet supprimé avec succès")
})

test("the project leaves the table and its figures, and the banner says where it is", async () => {
  const { client } = await deleteProject()
  expect(textOf(screen.getByRole("main"))).toContain("« Dépôt » est dans la corbeille pour 30 jours")
  expect(namesShown()).toEqual(["Villa"])
  expect(figures()).toEqual(["1", "1", "0", "0"])
  await screen.findByText("1 projet")
  const link = screen.getByRole("link", { name: "Voir la page Ventes de matériaux" })
  expect(link.getAttribute("href")).toBe("/ventes-materiaux")
  expect(await publicNames(client)).toEqual(["Villa"])
})

test("« Annuler » brings the project back, and the focus stays with what is said", async () => {
  const { user, client } = await deleteProject()
  // The banner has the focus of the button that is gone.
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Annuler" }))
  await user.keyboard("{Enter}")
  const banner = await screen.findByText("Projet restauré")
  expect(document.activeElement?.contains(banner)).toBe(true)
  await findRow("Dépôt")
  expect(figures()).toEqual(["2", "2", "0", "0"])
  expect(await publicNames(client)).toContain("Dépôt")
})

test("a restoration that fails says why, and can be tried again", async () => {
  const { user, network } = await deleteProject()
  const mend = network.answer("projects.restore", noConnection)
  await user.click(screen.getByRole("button", { name: "Annuler" }))
  const alert = await screen.findByRole("alert")
  expect(textOf(alert)).toBe("Le projet n’a pas pu être restauré : connexion impossible")
  mend()
  await user.click(screen.getByRole("button", { name: "Annuler" }))
  await screen.findByText("Projet restauré")
})

test("the banner is closed by the keyboard alone", async () => {
  const { user } = await deleteProject()
  await user.tab()
  await user.tab()
  await user.tab()
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Fermer ce message" }))
  await user.keyboard("{Enter}")
  expect(screen.queryByText("Projet supprimé avec succès")).toBeNull()
})

test("out of the trash a project comes back as it was", async () => {
  const { user, client, site } = await openScreen("/admin/projects?etat=corbeille", {
    as: "admin",
    async fill({ db }) {
      const id = await createTestProject(db, { name: "Dépôt", status: "Terminé" })
      await db.updateTable("projects").set({ deletedAt: new Date().toISOString() }).where("id", "=", id).execute()
    },
  })
  const restore = await screen.findByRole("button", { name: "Restaurer Dépôt" })
  expect(textOf(screen.getByRole("main"))).toContain("Les projets supprimés se restaurent pendant 30 jours")
  expect(within(screen.getByRole("table")).getByText("Terminé")).toBeTruthy()
  expect(within(screen.getByRole("table")).queryByRole("combobox")).toBeNull()
  const before = await site.db.selectFrom("projects").select("slug").executeTakeFirstOrThrow()
  await user.click(restore)
  await screen.findByText("Projet restauré")
  await screen.findByRole("heading", { name: "La corbeille est vide" })
  const [stored] = await (await client.request("/api/projects")).json()
  expect(stored).toMatchObject({ ...before, status: "Terminé" })
})
