import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test, vi } from "vitest"
import { fill as fillField } from "#client/testing/fill.ts"
import { noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { figures } from "#client/testing/project-table.ts"
import { textOf, textsOf } from "#client/testing/text-of.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import type { Database } from "#server/database/core/database.ts"
import { createTestImage, createTestMessage, createTestProject } from "#server/testing/fixtures.ts"

const HOUR_MS = 3_600_000

/** This is Monday, 2 March 2026, at 10:00 in Kinshasa. */
const MONDAY = Date.UTC(2026, 2, 2, 9)

async function fillProjects({ db }: { db: Database }) {
  const names = ["a.jpg", "b.jpg", "c.jpg"]
  for (const name of names) await createTestImage(db, name)
  const images = names.map((name) => ({ name, alt: "" }))
  await createTestProject(db, { name: "Ancien", sector: "Élevage", status: "Annulé" })
  await createTestProject(db, { name: "Importé", sector: "Élevage", status: "Livré" })
  await createTestProject(db, { name: "Sans image", sector: "Agriculture", status: "Terminé" })
  await createTestProject(db, { name: "Une image", status: "Terminé", images: images.slice(0, 1) })
  await createTestProject(db, { name: "Chantier", status: "En cours" })
  await createTestProject(db, { name: "Trois images", status: "Terminé", images })
  // It is already the second in Kinshasa.
  await createTestProject(db, {
    name: "Dernier",
    sector: "Immobilier",
    status: "En attente",
    at: "2025-02-01T23:30:00.000Z",
  })
}

async function fillRequests({ db }: { db: Database }) {
  for (const [hours, sector] of [
    [1, "construction"],
    [3, "construction"],
    [50, "elevage"],
  ] as const) {
    const { id } = await createTestMessage(db, { at: new Date(MONDAY), sector })
    const answeredAt = new Date(MONDAY + hours * HOUR_MS).toISOString()
    await db.updateTable("messages").set({ state: "answered", answeredAt }).where("id", "=", id).execute()
  }
  await createTestMessage(db, { at: new Date(MONDAY + 8 * 24 * HOUR_MS) })
}

async function openStats({ search = "", as = "admin" as Role, fill = fillProjects } = {}) {
  const opened = await openScreen(`/admin/stats${search}`, { as, fill })
  await screen.findByRole("heading", { level: 1, name: "Statistiques" })
  return opened
}

const panel = (name: string) => within(screen.getByRole("region", { name }))

const requests = () => within(screen.getByRole("region", { name: "Demandes de devis" }))

const requestFigures = () => textsOf(requests().getAllByRole("definition"))

const rowsOf = (name: string) => textsOf(panel(name).getAllByRole("row"))

test("projects, users and messages are counted, with the share of finished projects", async () => {
  await openStats()
  await waitFor(() => expect(figures().slice(0, 4)).toEqual(["7", "1", "0", "43 %"]))
  expect(textsOf(within(screen.getByRole("main")).getAllByRole("term")).slice(0, 4)).toEqual([
    "Projets",
    "Utilisateurs",
    "Messages",
    "Taux de réussite",
  ])
})

test("each sector and each status has its count and percent", async () => {
  await openStats()
  await panel("Projets par secteur").findByRole("table")
  expect(rowsOf("Projets par secteur").slice(1)).toEqual([
    "Construction 3 43 %",
    "Agriculture 1 14 %",
    "Élevage 2 29 %",
    "Transport 0 0 %",
    "Ventes-matériaux 0 0 %",
    "Immobilier 1 14 %",
  ])
  expect(rowsOf("Projets par statut").slice(1)).toEqual([
    "En attente 1 14 %",
    "En cours 1 14 %",
    "Terminé 3 43 %",
    "Annulé 1 14 %",
    "Non défini 1 14 %",
  ])
})

test.each([
  ["Projets par secteur", "Diagramme circulaire des projets par secteur", /Élevage 2 29/],
  ["Projets par statut", "Diagramme en barres des projets par statut", /Terminé 3 43/],
])("the chart of « %s » is described by its table", async (title, label, figure) => {
  await openStats()
  const chart = await panel(title).findByRole("img", { name: label })
  expect(document.getElementById(chart.getAttribute("aria-describedby") ?? "")?.textContent).toMatch(figure)
})

test("the five newest projects have status, sector, number of pictures and date", async () => {
  await openStats()
  await panel("Projets récents").findByText("Dernier")
  expect(textsOf(panel("Projets récents").getAllByRole("listitem"))).toEqual([
    expect.stringMatching(/^Dernier En attente Immobilier 0 image 2 février 2025$/),
    expect.stringMatching(/^Trois images Terminé Construction 3 images /),
    expect.stringMatching(/^Chantier En cours Construction 0 image /),
    expect.stringMatching(/^Une image Terminé Construction 1 image /),
    expect.stringMatching(/^Sans image Terminé Agriculture 0 image /),
  ])
})

test("a failure is told with zeros beside it, and « Réessayer » shows the figures", async () => {
  const { user, network } = await openScreen("/admin/stats", { as: "admin", fill: fillProjects })
  const mend = network.answer("stats.", noConnection)
  const [alert] = await screen.findAllByText("Erreur lors du chargement des statistiques : connexion impossible")
  expect(alert).toBeTruthy()
  await waitFor(() => expect(figures().slice(0, 4)).toEqual(["0", "0", "0", "0 %"]))
  expect(await panel("Projets récents").findByText("Erreur lors du chargement")).toBeTruthy()
  mend()
  await user.click(screen.getAllByRole("button", { name: "Réessayer" })[0] as HTMLElement)
  await waitFor(() => expect(figures()[0]).toBe("7"))
})

test("projects that alone cannot be loaded say so in their place", async () => {
  const { network } = await openScreen("/admin/stats", { as: "admin", fill: fillProjects })
  network.answer("stats.recent", (_request, proceed) => proceed())
  network.answer("stats.recent", noConnection)
  expect(textOf(await screen.findByText("Erreur lors du chargement"))).toBe("Erreur lors du chargement")
})

test("of no project the success rate is 0 %, and nothing is drawn", async () => {
  await openScreen("/admin/stats", { as: "admin" })
  await waitFor(() => expect(screen.getAllByText("Aucune donnée disponible")).toHaveLength(3))
  expect(figures()).toEqual(["0", "1", "0", "0 %", "0", "–", "–", "–"])
  expect(screen.queryByRole("img")).toBeNull()
})

test("the report is printed", async () => {
  const print = vi.spyOn(globalThis, "print").mockImplementation(() => {})
  const { user } = await openStats()
  await user.click(screen.getByRole("button", { name: "Imprimer" }))
  expect(print).toHaveBeenCalledOnce()
})

const march = "?du=2026-03-01&au=2026-03-31"

test("the requests of a period are counted, with the time until their answer", async () => {
  await openStats({ search: march, fill: fillRequests })
  await waitFor(() => expect(requestFigures()).toEqual(["4", "3 h 00", "2 j 2 h", "50 %"]))
  expect(textsOf(requests().getAllByRole("term"))).toEqual([
    "Demandes reçues",
    "Délai de réponse habituel",
    "9 réponses sur 10 en moins de",
    "Réponses dans les 24 heures",
  ])
})

test("they are counted by sector, state and week", async () => {
  const { user } = await openStats({ search: march, fill: fillRequests })
  await requests().findByRole("img", { name: "Diagramme en barres des demandes par semaine" })
  expect(rowsOf("Par secteur")).toContain("Construction 3 75 %")
  expect(rowsOf("Par secteur")).toContain("Élevage 1 25 %")
  expect(rowsOf("Par état").slice(1, 4)).toEqual(["Nouveau 1 25 %", "En cours 0 0 %", "Répondu 3 75 %"])
  await user.click(requests().getByText("Chiffres par semaine"))
  expect(rowsOf("Par semaine").slice(1)).toEqual([
    "23 févr. 20260",
    "2 mars 20263",
    "9 mars 20261",
    "16 mars 20260",
    "23 mars 20260",
    "30 mars 20260",
  ])
})

const dateField = (name: string) => requests().getByLabelText<HTMLInputElement>(name)

test("another period is chosen, stands in the address and in the file, and leaves the focus", async () => {
  const { user } = await openStats({ search: march, fill: fillRequests })
  await waitFor(() => expect(requestFigures()[0]).toBe("4"))
  await fillField(user, dateField("Du"), "2026-03-09")
  await user.click(requests().getByRole("button", { name: "Afficher" }))
  await waitFor(() => expect(requestFigures()).toEqual(["1", "–", "–", "0 %"]))
  expect(location.search).toBe("?du=2026-03-09&au=2026-03-31")
  expect(document.activeElement).toBe(requests().getByRole("button", { name: "Afficher" }))
  expect(requests().getByRole("link", { name: "Télécharger en CSV" }).getAttribute("href")).toBe(
    "/api/admin/message-figures.csv?du=2026-03-09&au=2026-03-31",
  )
})

test("an end before the start is refused", async () => {
  const { user } = await openStats({ search: march, fill: fillRequests })
  await waitFor(() => expect(requestFigures()[0]).toBe("4"))
  await fillField(user, dateField("Au"), "2026-02-01")
  await user.click(requests().getByRole("button", { name: "Afficher" }))
  const alert = await requests().findByRole("alert")
  expect(textOf(alert)).toMatch(/^Choisissez deux dates, la première avant la seconde/)
})

test("a period of thirty days is one link away", async () => {
  const { user } = await openStats({ search: march, fill: fillRequests })
  await user.click(requests().getByRole("link", { name: /^30\sjours$/ }))
  await waitFor(() => expect(location.search).not.toContain("2026-03-01"))
  const [from, until] = [dateField("Du"), dateField("Au")].map(({ value }) => Date.parse(value))
  expect((Number(until) - Number(from)) / (24 * HOUR_MS)).toBe(30)
})

test("an editor, who has no right to requests, is shown the projects alone", async () => {
  await openStats({ as: "editor" })
  await panel("Projets récents").findByText("Dernier")
  expect(screen.queryByRole("region", { name: "Demandes de devis" })).toBeNull()
})

test("an agent, who has no right to projects, is not shown the newest", async () => {
  await openStats({ as: "agent" })
  await panel("Projets par secteur").findByRole("table")
  expect(screen.queryByRole("region", { name: "Projets récents" })).toBeNull()
})
