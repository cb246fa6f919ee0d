import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { descriptionOf } from "#client/testing/description-of.ts"
import { noConnection, proxyPage, rejection } from "#client/testing/network.ts"
import { fakeTime, openScreen, passTime } from "#client/testing/open-screen.tsx"
import { field, findAlert, findNameField, formButton, nameField, type } from "#client/testing/project-form.ts"
import { managedProject } from "#client/testing/projects.ts"
import { createTestProject } from "#server/testing/fixtures.ts"

const given = {
  name: "Chantier de la Gombe",
  address: "Avenue du Fleuve",
  status: "Livré",
  sector: "Ventes de matériaux",
} as const

/** Opens a public project; a database numbers its first project 1. */
async function openProject(path = "/admin/project-edit/1") {
  const opened = await openScreen(path, { as: "admin", fill: ({ db }) => createTestProject(db, given) })
  await findNameField()
  return { ...opened, save: () => opened.user.click(formButton("Enregistrer")) }
}

test("without an id in the address it is the project that was chosen in this tab", async () => {
  sessionStorage.setItem("projectId", "1")
  await openProject("/admin/project-edit")
  expect(nameField().value).toBe("Chantier de la Gombe")
})

test("without a chosen project the screen says so, and leads to the dashboard", async () => {
  await openScreen("/admin/project-edit", { as: "admin" })
  await screen.findByText("Aucun projet sélectionné")
  const link = screen.getByRole("link", { name: "Retour au Dashboard" })
  expect(link.getAttribute("href")).toBe("/admin/dashboard")
})

test("the form waits for the project; a banner says why it could not be loaded, and it is tried again", async () => {
  const { user, network } = await openScreen("/admin/project-edit/1", {
    as: "admin",
    fill: ({ db }) => createTestProject(db, given),
  })
  const release = network.hold("projects.managed", noConnection)
  await network.sent("projects.managed")
  expect(screen.queryByLabelText("Nom du projet")).toBeNull()
  expect(screen.queryByRole("alert")).toBeNull()
  release()
  await findAlert("Projet introuvableconnexion impossible")
  await user.click(screen.getByRole("button", { name: "Réessayer" }))
  await findNameField()
})

test("a project that does not exist is not found, and not asked for again", async () => {
  const { user } = await openScreen("/admin/project-edit/999", { as: "admin" })
  await findAlert("Projet introuvable")
  expect(screen.queryByRole("button", { name: "Réessayer" })).toBeNull()
  await user.click(screen.getByRole("link", { name: "Retour au Dashboard" }))
  await screen.findByRole("heading", { level: 1, name: "Dashboard" })
})

test("the project stands in the form, which names a status of another origin", async () => {
  await openProject()
  expect(field("Description").value).toBe("Un projet d’essai.")
  expect(field("Adresse").value).toBe("Avenue du Fleuve")
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: /^Statut/ }).selectedOptions[0]?.text).toBe(
    "Non défini",
  )
  expect(descriptionOf(field("Statut"))).toMatch(/« Livré »/)
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: /^Secteur/ }).selectedOptions[0]?.text).toBe(
    "Ventes-matériaux",
  )
})

test("a name is needed", async () => {
  const { user, save, network } = await openProject()
  await type(user, "Nom du projet", " ")
  await save()
  await findAlert("Tous les champs obligatoires doivent être remplis")
  await waitFor(() => expect(document.activeElement).toBe(nameField()))
  expect(network.requests.filter((request) => request.includes("projects.update"))).toEqual([])
})

test("what is saved is told, and two seconds later one is at the dashboard", async () => {
  fakeTime()
  const { user, save, client } = await openProject()
  await type(user, "Adresse", "")
  await user.selectOptions(field("Statut"), "Terminé")
  await save()
  await screen.findByText("Projet mis à jour avec succès !")
  expect(await managedProject(client, 1)).toMatchObject({ address: null, status: "Terminé", version: 2 })
  await passTime(1500)
  expect(location.pathname).toBe("/admin/project-edit/1")
  await passTime(1000)
  expect(location.pathname).toBe("/admin/dashboard")
  await screen.findByRole("heading", { level: 1, name: "Dashboard" })
})

test.each([
  [rejection("Le serveur est occupé"), "Erreur lors de la mise à jourLe serveur est occupé"],
  [proxyPage, "Erreur lors de la mise à jour"],
  [noConnection, "Erreur de réseau : connexion impossible"],
])("what fails leaves what was typed under a red banner (%#)", async (answer, text) => {
  const { user, save, network } = await openProject()
  await type(user, "Description", "Deux étages de plus.")
  network.answer("projects.update", answer)
  await save()
  await findAlert(text)
  expect(field("Description").value).toBe("Deux étages de plus.")
})

test("what was typed stays where the project has been erased meanwhile", async () => {
  const { user, save, site } = await openProject()
  await type(user, "Adresse", "Kinkole")
  await site.db.deleteFrom("projects").execute()
  await save()
  await findAlert(/Projet introuvable/)
  expect(field("Adresse").value).toBe("Kinkole")
})

test("a public project has a link to its page, and is not saved by itself", async () => {
  fakeTime()
  const { user, network } = await openProject()
  const actions = within(screen.getByRole("group", { name: "Actions sur ce projet" }))
  expect(actions.getByRole("link", { name: "Voir la page" }).getAttribute("href")).toBe(
    "/realisations/chantier-de-la-gombe",
  )
  await type(user, "Adresse", "Kinkole")
  await passTime(10_000)
  expect(network.requests.filter((request) => request.includes("projects.update"))).toEqual([])
})

test("in the trash a project is shown, and edited again once it is restored", async () => {
  const { user } = await openScreen("/admin/project-edit/1", {
    as: "admin",
    async fill({ db }) {
      const id = await createTestProject(db, { name: "Jetée", publishedAt: null })
      await db.updateTable("projects").set({ deletedAt: new Date().toISOString() }).where("id", "=", id).execute()
    },
  })
  await screen.findByText("Dans la corbeille")
  expect(screen.getByRole("heading", { level: 2, name: "Jetée" })).toBeTruthy()
  expect(screen.queryByLabelText("Nom du projet")).toBeNull()
  await user.click(screen.getByRole("button", { name: "Restaurer" }))
  expect((await findNameField()).value).toBe("Jetée")
  expect(screen.getByText("Brouillon")).toBeTruthy()
})
