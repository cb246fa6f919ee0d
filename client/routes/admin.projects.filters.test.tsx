import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { openScreen } from "#client/testing/open-screen.tsx"
import { findRow, namesShown, row } from "#client/testing/project-table.ts"
import { textOf, textsOf } from "#client/testing/text-of.ts"
import type { Database } from "#server/database/core/database.ts"
import { createTestImage, createTestProject } from "#server/testing/fixtures.ts"

async function fill({ db }: { db: Database }) {
  await createTestImage(db, "pont.jpg")
  const images = [{ name: "pont.jpg", alt: "" }]
  const done = { status: "Terminé" } as const
  await createTestProject(db, { ...done, name: "Pont", sector: "Transport", images, at: "2024-05-05T12:00:00.000Z" })
  await createTestProject(db, { ...done, name: "Atelier", sector: "Immobilier", at: "2025-05-05T12:00:00.000Z" })
  await createTestProject(db, { name: "Étable", sector: "Élevage", status: null, at: "2025-06-05T12:00:00.000Z" })
  await createTestProject(db, { name: "Ébauche", sector: "Élevage", publishedAt: null, at: "2025-07-05T12:00:00.000Z" })
}

const filter = (name: string) => screen.getByRole<HTMLSelectElement>("combobox", { name: `Filtrer par ${name}` })

const heads = () => textsOf(within(screen.getByRole("table")).getAllByRole("columnheader"))

const chips = () => textsOf(within(screen.getByRole("list", { name: "Filtres actifs" })).getAllByRole("listitem"))

const expectNames = (...names: string[]) => waitFor(() => expect(namesShown()).toEqual(names))

const expectParams = (params: Record<string, string>) =>
  waitFor(() => expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual(params))

test("filters are combined with state and search, and stand in the address", async () => {
  const { user } = await openScreen("/admin/projects?etat=publie&search=e", { as: "admin", fill })
  await findRow("Étable")
  await user.selectOptions(filter("statut"), "Non défini")
  await expectNames("Étable")
  await user.selectOptions(filter("statut"), "Terminé")
  await expectNames("Atelier", "Pont")
  await user.selectOptions(filter("année"), "2025")
  await expectNames("Atelier")
  await expectParams({ etat: "publie", search: "e", statut: "termine", annee: "2025" })
})

test.each([
  ["images", "Sans images", { images: "sans" }, ["Ébauche", "Étable", "Atelier"]],
  ["secteur", "Élevage", { secteur: "elevage" }, ["Ébauche", "Étable"]],
])("projects are filtered by %s", async (name, option, params, names) => {
  const { user } = await openScreen("/admin/projects", { as: "admin", fill })
  await findRow("Étable")
  await user.selectOptions(filter(name), option)
  await expectNames(...names)
  await expectParams(params)
})

test("the filters of the address are chosen in the screen, and listed", async () => {
  await openScreen("/admin/projects?secteur=transport&statut=termine&annee=2024&images=avec", { as: "admin", fill })
  await findRow("Pont")
  expect(namesShown()).toEqual(["Pont"])
  const chosen = ["secteur", "statut", "année", "images"].map((name) => filter(name).selectedOptions[0]?.textContent)
  expect(chosen).toEqual(["Transport", "Terminé", "2024", "Avec images"])
  expect(chips()).toEqual(["Transport", "Terminé", "2024", "Avec images", "Effacer les filtres"])
})

test("one filter is taken away, with the focus on what is found", async () => {
  const { user } = await openScreen("/admin/projects?statut=termine&annee=2024", { as: "admin", fill })
  await findRow("Pont")
  await user.click(screen.getByRole("button", { name: /^Retirer le filtre\s: 2024$/ }))
  await expectNames("Atelier", "Pont")
  await expectParams({ statut: "termine" })
  expect(document.activeElement).toBe(screen.getByText("2 projets"))
})

test("where nothing fits the filters, they are cleared at once, without the state", async () => {
  const { user } = await openScreen("/admin/projects?etat=publie&secteur=transport&annee=2025", { as: "admin", fill })
  const heading = await screen.findByRole("heading", { name: "Aucun projet ne correspond à ces filtres" })
  const empty = within(heading.parentElement as HTMLElement)
  await user.click(empty.getByRole("button", { name: "Effacer les filtres" }))
  await expectNames("Étable", "Atelier", "Pont")
  await expectParams({ etat: "publie" })
})

test("a button tells how many filters there are, and opens them on a phone", async () => {
  const { user } = await openScreen("/admin/projects?secteur=transport&statut=termine", { as: "admin", fill })
  await findRow("Pont")
  const button = screen.getByRole("button", { name: "Filtres et outils (2)" })
  expect(button.getAttribute("aria-expanded")).toBe("false")
  await user.click(button)
  expect(button.getAttribute("aria-expanded")).toBe("true")
  await user.selectOptions(filter("année"), "2024")
  await screen.findByRole("button", { name: "Filtres et outils (3)" })
})

test("columns are chosen in a menu, which Escape closes", async () => {
  const { user } = await openScreen("/admin/projects", { as: "admin", fill })
  await findRow("Pont")
  expect(heads()).toEqual(["Sélection", "Projet", "Secteur", "Statut", "État", "Date", "Actions"])
  const menu = screen.getByText("Colonnes")
  await user.click(menu)
  for (const column of ["Image", "Secteur", "Statut", "Adresse"]) await user.click(screen.getByLabelText(column))
  await expectParams({ colonnes: "etat,date" })
  await waitFor(() => expect(heads()).toEqual(["Sélection", "Projet", "État", "Date", "Actions"]))
  expect(within(row("Pont")).queryByRole("presentation")).toBeNull()
  expect(textOf(row("Pont"))).not.toContain("Gombe")
  await user.keyboard("{Escape}")
  expect(document.activeElement).toBe(menu)
  expect(menu.closest("details")?.open).toBe(false)
})

test("the columns of the address are shown, and go into the export with the filters", async () => {
  await openScreen("/admin/projects?etat=publie&statut=termine&images=avec&sort=oldest&colonnes=etat,date", {
    as: "admin",
    fill,
  })
  await findRow("Pont")
  expect(heads()).toEqual(["Sélection", "Projet", "État", "Date", "Actions"])
  expect(screen.getByRole("link", { name: "Exporter" }).getAttribute("href")).toBe(
    "/api/admin/projects.csv?etat=publie&statut=termine&images=avec&sort=oldest&colonnes=etat%2Cdate",
  )
  expect(screen.getByRole("link", { name: "Importer" }).getAttribute("href")).toBe("/admin/projects-import")
})
