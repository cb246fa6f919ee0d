import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { noConnection, proxyPage } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textsOf } from "#client/testing/text-of.ts"
import { createTestProject, createTestProjects } from "#server/testing/fixtures.ts"
import type { startApp } from "#server/testing/start-app.ts"

type Site = Awaited<ReturnType<typeof startApp>>

async function fill({ db }: Site) {
  await createTestProjects(db, [
    { name: "Bac", sector: "Transport", status: "En cours" },
    { name: "Liaison", sector: "Transport", status: "Terminé" },
    { name: "Villa", sector: "Immobilier", status: "En cours" },
  ])
}

async function findFilters() {
  return within(await screen.findByRole("navigation", { name: "Filtrer les réalisations" }))
}

function cards() {
  return textsOf(screen.queryAllByRole("heading", { level: 3 }))
}

const search = () => decodeURIComponent(location.search)

test("projects are filtered by links, with the number of projects that each leads to", async () => {
  const { user } = await openScreen("/realisations", { fill })
  await screen.findByRole("heading", { level: 2, name: "3 projets" })
  const filters = await findFilters()
  await user.click(filters.getByRole("link", { name: /^Transport ?2$/ }))
  await screen.findByRole("heading", { level: 2, name: /^2 projets\s· Transport$/ })
  expect([search(), cards()]).toEqual(["?secteur=transport", ["Liaison", "Bac"]])
  await user.click(filters.getByRole("link", { name: /^En cours ?1$/ }))
  await screen.findByRole("heading", { level: 2, name: /^1 projet\s· Transport\s· En cours$/ })
  expect([search(), cards()]).toEqual(["?secteur=transport&statut=en-cours", ["Bac"]])
})

test("a search keeps the filters, is kept by them, and stands above what it found, with a way back to all", async () => {
  const { user } = await openScreen("/realisations?secteur=transport&q=liaison", { fill })
  await screen.findByRole("heading", { level: 2, name: /^1 projet\s· Transport\s· «\sliaison\s»$/ })
  expect(cards()).toEqual(["Liaison"])
  const field = screen.getByRole<HTMLInputElement>("searchbox", { name: "Rechercher une réalisation" })
  expect(field.value).toBe("liaison")
  expect(Object.fromEntries(new FormData(field.form ?? undefined))).toEqual({ secteur: "transport", q: "liaison" })
  const filters = await findFilters()
  await user.click(filters.getByRole("link", { name: /^Retirer le filtre\s: Transport$/ }))
  await screen.findByRole("heading", { level: 2, name: /^1 projet\s· «\sliaison\s»$/ })
  expect(search()).toBe("?q=liaison")
  await user.click(screen.getByRole("link", { name: "Effacer" }))
  await screen.findByRole("heading", { level: 2, name: "3 projets" })
  expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("")
})

test("each filter can be removed, and a filter that would leave nothing is not offered", async () => {
  const { user } = await openScreen("/realisations?secteur=transport&statut=en-cours", { fill })
  const filters = await findFilters()
  expect(filters.queryByRole("link", { name: /Agriculture|Annulé/ })).toBeNull()
  await user.click(filters.getByRole("link", { name: /^Retirer le filtre\s: Transport$/ }))
  await screen.findByRole("heading", { level: 2, name: /^2 projets\s· En cours$/ })
  expect([search(), cards()]).toEqual(["?statut=en-cours", ["Villa", "Bac"]])
  await user.click(filters.getByRole("link", { name: /^Retirer le filtre\s: En cours$/ }))
  await screen.findByRole("heading", { level: 2, name: "3 projets" })
  expect(location.pathname + location.search).toBe("/realisations")
})

test("filters that leave nothing say so, and all projects are a link away, which says that it is loading", async () => {
  const { user, network } = await openScreen("/realisations?secteur=transport&statut=annule", { fill })
  await screen.findByText("Aucune réalisation ne correspond à ces critères.")
  const release = network.hold("projects.portfolio")
  await user.click(within(screen.getByRole("main")).getByRole("link", { name: "Toutes nos réalisations" }))
  await screen.findByText("Chargement des projets...")
  // The filters stay where they are.
  await findFilters()
  release()
  await screen.findByRole("heading", { level: 2, name: "3 projets" })
  expect(location.pathname + location.search).toBe("/realisations")
})

test("a year filters by the year of Kinshasa, in the address as on the screen", async () => {
  await openScreen("/realisations?annee=2025", {
    async fill({ db }) {
      await createTestProject(db, { name: "De minuit passé", at: "2024-12-31T23:30:00.000Z" })
      await createTestProject(db, { name: "De l’année d’avant", at: "2024-12-31T22:30:00.000Z" })
    },
  })
  await screen.findByRole("heading", { level: 2, name: /^1 projet\s· 2025$/ })
  expect(cards()).toEqual(["De minuit passé"])
})

test.each([
  ["Erreur lors de la récupération des projets", noConnection],
  ["Erreur serveur", proxyPage],
])("a list that fails says « %s », and is fetched again on request", async (text, answer) => {
  const { user, network, open } = await openScreen("/about", { fill })
  const repair = network.answer("projects.portfolio", answer)
  open("/realisations")
  await screen.findByText(text)
  expect(screen.getByRole("alert").textContent).toBe(text)
  repair()
  await user.click(screen.getByRole("button", { name: "Réessayer" }))
  await screen.findByRole("heading", { level: 2, name: "3 projets" })
  expect(screen.queryByRole("alert")).toBeNull()
})

test("more than 24 projects have pages, which keep the filters", async () => {
  const { user } = await openScreen("/realisations?secteur=transport", {
    fill: ({ db }) =>
      createTestProjects(
        db,
        Array.from({ length: 25 }, (_, index) => ({ name: `Liaison ${index + 1}`, sector: "Transport" })),
      ),
  })
  await screen.findByRole("heading", { name: "Liaison 25" })
  expect(cards()).toHaveLength(24)
  expect(screen.queryByRole("link", { name: "Page précédente" })).toBeNull()
  await user.click(screen.getByRole("link", { name: "Page suivante" }))
  await waitFor(() => expect(cards()).toEqual(["Liaison 1"]))
  expect(search()).toBe("?secteur=transport&page=2")
  await user.click(screen.getByRole("link", { name: "Page précédente" }))
  await screen.findByRole("heading", { name: "Liaison 25" })
  expect(search()).toBe("?secteur=transport")
})
