import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { noConnection, proxyPage } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { figures } from "#client/testing/project-table.ts"
import { textOf, textsOf } from "#client/testing/text-of.ts"
import { defaultContent } from "#server/content/published/defaults/defaults.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import type { Database } from "#server/database/core/database.ts"
import { createTestMessage, createTestProject } from "#server/testing/fixtures.ts"
import { publishTestContent } from "#server/testing/publish-test-content.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

async function fill({ db }: { db: Database }) {
  for (const name of ["Villa", "Pont", "École"]) await createTestProject(db, { name, status: "Terminé" })
  await createTestProject(db, { name: "Entrepôt", sector: "Transport" })
  await createTestProject(db, { name: "Ciment", sector: "Ventes de matériaux", status: "En attente" })
  await createTestProject(db, { name: "Sable", sector: "Ventes de matériaux", status: null })
  for (let sent = 0; sent < 3; sent += 1) await createTestMessage(db)
  await createTestAccount(db)
}

async function openDashboard(role: Role = "admin") {
  const opened = await openScreen("/admin/dashboard", { as: role, fill })
  await screen.findByRole("heading", { level: 1, name: "Dashboard" })
  return opened
}

const bySector = () => within(screen.getByRole("region", { name: "Projets par secteur" }))

const firstProjects = () => within(screen.getByRole("region", { name: "Derniers projets" }))

const quickActions = () => within(screen.getByRole("navigation", { name: "Actions rapides" })).getAllByRole("link")

test("/admin is the dashboard", async () => {
  await openScreen("/admin", { as: "admin" })
  await screen.findByRole("heading", { level: 1, name: "Dashboard" })
  expect(location.pathname).toBe("/admin/dashboard")
})

test("grey bars wait, a red banner tells the failure with zeros beside it, and « Réessayer » shows the figures", async () => {
  const { user, network } = await openScreen("/admin/dashboard", { as: "admin", fill })
  const release = network.hold("stats.", noConnection)
  await network.sent("stats.")
  await waitFor(() => expect(figures()).toEqual(["", "", "", ""]))
  expect(screen.queryByRole("alert")).toBeNull()
  const unmend = network.answer("stats.", noConnection)
  release()
  const alert = await screen.findByRole("alert")
  expect(textOf(alert)).toBe("Erreur lors du chargement des données : connexion impossible")
  await waitFor(() => expect(figures()).toEqual(["0", "0", "0", "0"]))
  unmend()
  await user.click(screen.getByRole("button", { name: "Réessayer" }))
  await waitFor(() => expect(figures()).toEqual(["6", "3", "2", "3"]))
  expect(screen.queryByRole("alert")).toBeNull()
})

test("whatever the failure looks like, the banner says so", async () => {
  const { network } = await openScreen("/admin/dashboard", { as: "admin" })
  network.answer("stats.", proxyPage)
  const alert = await screen.findByRole("alert")
  expect(textOf(alert)).toBe("Erreur lors du chargement des données : Erreur serveur")
})

test("projects, sectors, users and messages are counted", async () => {
  await openDashboard()
  await waitFor(() => expect(figures()).toEqual(["6", "3", "2", "3"]))
  expect(textsOf(within(screen.getByRole("main")).getAllByRole("term"))).toEqual([
    "Projets",
    "Secteurs",
    "Utilisateurs",
    "Messages",
  ])
})

test("a table has each sector's projects, and describes the pie", async () => {
  await openDashboard()
  const pie = await bySector().findByRole("img", { name: "Diagramme circulaire des projets par secteur" })
  expect(textsOf(bySector().getAllByRole("row").slice(1))).toEqual([
    "Construction 3 50 %",
    "Agriculture 0 0 %",
    "Élevage 0 0 %",
    "Transport 1 17 %",
    "Ventes-matériaux 2 33 %",
    "Immobilier 0 0 %",
  ])
  expect(document.getElementById(pie.getAttribute("aria-describedby") ?? "")?.textContent).toMatch(/Construction 3 50/)
})

test("a site without projects says so", async () => {
  await openScreen("/admin/dashboard", { as: "admin" })
  await screen.findByText("Aucune donnée disponible")
  expect(figures()[0]).toBe("0")
  expect(screen.queryByRole("alert")).toBeNull()
  expect(await firstProjects().findByText("Aucun projet pour le moment.")).toBeTruthy()
})

test("the five newest projects have their status and buttons", async () => {
  await openDashboard()
  await firstProjects().findByText("Sable")
  const items = firstProjects().getAllByRole("listitem")
  expect(items.map((item) => textOf(item).split(" ")[0])).toEqual(["Sable", "Ciment", "Entrepôt", "École", "Pont"])
  expect(textOf(items[0] as HTMLElement)).toContain("Non défini")
  for (const name of ["Sable", "Ciment", "Entrepôt", "École", "Pont"]) {
    expect(firstProjects().getByRole("button", { name: `Modifier ${name}` })).toBeTruthy()
    expect(firstProjects().getByRole("button", { name: `Supprimer ${name}` })).toBeTruthy()
  }
})

test("« Modifier » opens a project, and remembers it", async () => {
  const { user, site } = await openDashboard()
  await user.click(await screen.findByRole("button", { name: "Modifier Entrepôt" }))
  expect((await screen.findByLabelText<HTMLInputElement>("Nom du projet")).value).toBe("Entrepôt")
  const { id } = await site.db
    .selectFrom("projects")
    .select("id")
    .where("name", "=", "Entrepôt")
    .executeTakeFirstOrThrow()
  expect(location.pathname).toBe(`/admin/project-edit/${id}`)
  expect(sessionStorage.getItem("projectId")).toBe(String(id))
})

test("a project is deleted in a dialog, and comes back by « Annuler », in the figures too", async () => {
  const { user } = await openDashboard()
  await user.click(await screen.findByRole("button", { name: "Supprimer Sable" }))
  const dialog = screen.getByRole("dialog", { name: "Êtes-vous sûr de vouloir supprimer ce projet ?" })
  expect(textOf(dialog)).toContain("Sable")
  await user.click(within(dialog).getByRole("button", { name: "Supprimer" }))
  await screen.findByText("Projet supprimé avec succès")
  await waitFor(() => expect(figures()[0]).toBe("5"))
  expect(screen.queryByRole("button", { name: "Supprimer Sable" })).toBeNull()
  await user.click(screen.getByRole("button", { name: "Annuler" }))
  await screen.findByText("Projet restauré")
  await screen.findByRole("button", { name: "Supprimer Sable" })
  await waitFor(() => expect(figures()[0]).toBe("6"))
})

test("a deletion that fails is told in the dialog; Escape gives the focus back", async () => {
  const { user, network } = await openDashboard()
  network.answer("projects.delete", noConnection)
  await user.click(await screen.findByRole("button", { name: "Supprimer Sable" }))
  const dialog = within(screen.getByRole("dialog"))
  await user.click(dialog.getByRole("button", { name: "Supprimer" }))
  expect(textOf(await dialog.findByRole("alert"))).toBe("Erreur de réseau lors de la suppression")
  await user.keyboard("{Escape}")
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Supprimer Sable" })))
})

test.each<[Role, string[]]>([
  ["admin", ["Ajouter un projet", "Voir tous les projets", "Gérer le site", "Statistiques détaillées"]],
  ["editor", ["Ajouter un projet", "Voir tous les projets", "Gérer le site", "Statistiques détaillées"]],
  ["agent", ["Lire les messages", "Statistiques détaillées"]],
  ["reader", ["Lire les messages", "Voir tous les projets", "Gérer le site", "Statistiques détaillées"]],
])("the quick actions of the role %s are those that it may take", async (role, names) => {
  await openDashboard(role)
  expect(textsOf(quickActions())).toEqual(names)
  const paths: Record<string, string> = {
    "Ajouter un projet": "/admin/project-form",
    "Voir tous les projets": "/admin/projects",
    "Gérer le site": "/admin/site-management",
    "Statistiques détaillées": "/admin/stats",
    "Lire les messages": "/admin/messages",
  }
  expect(quickActions().map((link) => link.getAttribute("href"))).toEqual(names.map((name) => paths[name]))
})

test("who may not read projects is shown the figures alone", async () => {
  const { network } = await openDashboard("agent")
  await waitFor(() => expect(figures()[0]).toBe("6"))
  expect(screen.queryByRole("region", { name: "Derniers projets" })).toBeNull()
  expect(network.requests.filter((request) => request.includes("stats.recent"))).toEqual([])
})

test("a reader sees the newest projects without buttons", async () => {
  await openDashboard("reader")
  await firstProjects().findByText("Sable")
  expect(firstProjects().queryAllByRole("button")).toEqual([])
})

const querySteps = () => screen.queryByRole("region", { name: "Premiers pas" })

async function findSteps() {
  await waitFor(() => expect(querySteps()).not.toBeNull())
  return within(querySteps() as HTMLElement)
}

test("an editor sees which first steps are left, each with its screen, and the list ticks itself", async () => {
  const { site, reload } = await openDashboard("editor")
  const steps = await findSteps()
  const labels = textsOf(steps.getAllByRole("listitem"))
  expect(labels[0]).toMatch(/^Vérifier le téléphone, ajouter le numéro WhatsApp/)
  expect(labels.join()).not.toMatch(/équipe|PUBLIC_URL|prévenu/)
  const link = steps.getByRole("link", { name: /WhatsApp/ })
  expect(link.getAttribute("href")).toBe("/admin/site-management/entreprise")
  const { entreprise } = defaultContent
  const contact = { ...entreprise.contact, whatsapp: "+243 811 222 333" }
  await publishTestContent(site.db, "entreprise", { ...entreprise, contact })
  reload()
  const ticked = await findSteps()
  await waitFor(() => expect(textsOf(ticked.getAllByRole("listitem"))[0]).toMatch(/WhatsApp \(fait\)$/))
})

test("an administrator is told of the team, the notified address and the site's own address", async () => {
  await openDashboard("admin")
  const labels = textsOf((await findSteps()).getAllByRole("listitem")).join()
  for (const label of ["Choisir qui est prévenu", "Inviter l’équipe", "PUBLIC_URL"]) expect(labels).toContain(label)
})

test("the list is put away, and comes back when it is asked for", async () => {
  const { user, reload } = await openDashboard("editor")
  await user.click((await findSteps()).getByRole("button", { name: "Ranger cette liste" }))
  expect(querySteps()).toBeNull()
  reload()
  await user.click(await screen.findByRole("button", { name: "Afficher les premiers pas" }))
  await findSteps()
})

test("who may write nothing is shown no first steps", async () => {
  await openDashboard("reader")
  await waitFor(() => expect(bySector().getAllByRole("row").length).toBeGreaterThan(1))
  expect(querySteps()).toBeNull()
})
