import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { findRow, namesShown } from "#client/testing/project-table.ts"
import { textOf } from "#client/testing/text-of.ts"
import type { Database } from "#server/database/core/database.ts"
import { createTestProjects } from "#server/testing/fixtures.ts"

const fill = ({ db }: { db: Database }) =>
  createTestProjects(db, [
    { name: "Pont", sector: "Transport" },
    { name: "Étable", sector: "Élevage" },
  ])

const menu = () => screen.getByRole("button", { name: "Vues" })

async function openView(name: string) {
  const opened = await openScreen("/admin/projects?secteur=transport", { as: "admin", fill })
  const { user } = opened
  await findRow("Pont")
  await user.click(menu())
  await user.click(screen.getByRole("button", { name: "Enregistrer cette vue" }))
  const dialog = within(screen.getByRole("dialog", { name: "Enregistrer cette vue" }))
  if (name) await user.type(dialog.getByLabelText("Nom de la vue"), name)
  await user.click(dialog.getByRole("button", { name: "Enregistrer" }))
  return { ...opened, dialog }
}

test("a view without a name is refused at its field", async () => {
  const { dialog } = await openView("")
  await dialog.findByText("Ce champ est obligatoire")
  await waitFor(() => expect(document.activeElement).toBe(dialog.getByLabelText("Nom de la vue")))
})

test("a view with a name is saved, gives the focus back to its menu, and opens what it shows", async () => {
  const { user } = await openView("Ponts")
  await waitFor(() => expect(document.activeElement).toBe(menu()))
  expect(screen.queryByRole("dialog")).toBeNull()
  await user.click(screen.getByRole("button", { name: /^Retirer le filtre\s: Transport$/ }))
  await findRow("Étable")
  await user.click(menu())
  const view = await screen.findByRole("link", { name: "Ponts" })
  expect(view.getAttribute("href")).toBe("/admin/projects?secteur=transport")
  await user.click(view)
  await waitFor(() => expect(namesShown()).toEqual(["Pont"]))
  expect(location.search).toBe("?secteur=transport")
})

test("a view is changed in a dialog, which Escape closes", async () => {
  const { user } = await openView("Ponts")
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  await user.click(menu())
  await user.click(await screen.findByRole("button", { name: "Modifier la vue Ponts" }))
  await user.keyboard("{Escape}")
  await waitFor(() => expect(document.activeElement).toBe(menu()))
  await user.click(menu())
  await user.click(screen.getByRole("button", { name: "Modifier la vue Ponts" }))
  const dialog = within(screen.getByRole("dialog", { name: "Modifier la vue" }))
  await user.type(dialog.getByLabelText("Nom de la vue"), " et routes")
  await user.click(dialog.getByLabelText("Partager avec tous les administrateurs"))
  await user.click(dialog.getByRole("button", { name: "Enregistrer" }))
  await screen.findByText("Ponts et routes")
  expect(screen.getByText("Partagée")).toBeTruthy()
})

test("a view that cannot be saved says why, and stays in its dialog", async () => {
  const { user, dialog, network } = await openView("")
  await dialog.findByText("Ce champ est obligatoire")
  network.answer("views.save", noConnection)
  await user.type(dialog.getByLabelText("Nom de la vue"), "Ponts")
  await user.click(dialog.getByRole("button", { name: "Enregistrer" }))
  expect(textOf(await dialog.findByRole("alert"))).toBe("Erreur lors de l’enregistrement : connexion impossible")
  expect(dialog.getByLabelText<HTMLInputElement>("Nom de la vue").value).toBe("Ponts")
})

test("a view is deleted once it is confirmed", async () => {
  const { user, site } = await openView("Ponts")
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  await user.click(menu())
  await user.click(await screen.findByRole("button", { name: "Supprimer la vue Ponts" }))
  const dialog = within(screen.getByRole("dialog", { name: /^Supprimer cette vue\s\?$/ }))
  await user.click(dialog.getByRole("button", { name: "Supprimer" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(await site.db.selectFrom("savedViews").selectAll().execute()).toEqual([])
  await waitFor(() => expect(screen.queryByText("Ponts")).toBeNull())
})
