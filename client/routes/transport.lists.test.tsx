import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { walkTo } from "#client/testing/header.ts"
import { noConnection, proxyPage, rejection } from "#client/testing/network.ts"
import { fakeTime, openScreen, passTime } from "#client/testing/open-screen.tsx"
import { createTestProject, createTestProjects } from "#server/testing/fixtures.ts"
import type { startApp } from "#server/testing/start-app.ts"

const LOADING = "Chargement des projets..."

type Site = Awaited<ReturnType<typeof startApp>>

const fillTransport = ({ db }: Site) => createTestProject(db, { name: "Bac de Maluku", sector: "Transport" })

async function findList(name: string) {
  return within(await screen.findByRole("region", { name }))
}

test.each([
  ["Construction", "Aucun projet de construction trouvé."],
  ["Agriculture", "Aucun projet d'agriculture trouvé."],
  ["Élevage", "Aucun projet d'élevage trouvé."],
  ["Transport", "Aucun projet de transport trouvé."],
  ["Ventes de Matériaux", "Aucun projet trouvé."],
  ["Immobilier", "Aucun projet immobilier trouvé."],
])("the list of %s says that it is loading, then that it is empty", async (link, text) => {
  const { user, network } = await openScreen("/about")
  const release = network.hold("projects.page")
  await walkTo(user, link)
  await screen.findByText(LOADING)
  expect(screen.queryByText(text)).toBeNull()
  release()
  await screen.findByText(text)
  expect(screen.queryByText(LOADING)).toBeNull()
})

test("a list shows the projects of its sector alone once they are there, the newest first", async () => {
  const { user, network } = await openScreen("/about", {
    async fill({ db }) {
      await createTestProjects(db, [
        { name: "Ancien bac", sector: "Transport" },
        { name: "Nouveau bac", sector: "Transport" },
        { name: "Villa", sector: "Immobilier" },
      ])
    },
  })
  const release = network.hold("projects.page")
  await walkTo(user, "Transport")
  await screen.findByText(LOADING)
  release()
  const list = await findList("Projets de transport")
  await list.findByRole("heading", { name: "Nouveau bac" })
  const headings = list.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)
  expect(headings).toEqual(["Nouveau bac", "Ancien bac"])
})

test("the page of the newest projects begins with those that are finished", async () => {
  await openScreen("/transport", {
    fill: ({ db }) =>
      createTestProjects(db, [
        { name: "Ancien", sector: "Transport", status: "Terminé" },
        ...["Annulé", "En attente", "Terminé", "En cours"].flatMap((status) =>
          Array.from({ length: 6 }, (_, index) => ({
            name: `${status} ${index}`,
            sector: "Transport" as const,
            status,
          })),
        ),
      ]),
  })
  await screen.findByRole("heading", { name: "En cours 5" })
  const list = within(screen.getByRole("region", { name: "Projets de transport" }))
  const headings = list.getAllByRole("heading", { level: 3 }).map(({ textContent }) => textContent)
  const numbered = (status: string) => [5, 4, 3, 2, 1, 0].map((number) => `${status} ${number}`)
  expect(headings).toEqual(["Terminé", "En cours", "En attente", "Annulé"].flatMap(numbered))
})

test("a card shows a project's name, place, text and status, and nothing in place of what it lacks", async () => {
  await openScreen("/transport", {
    async fill({ db }) {
      await createTestProject(db, { name: "Sans rien", sector: "Transport", address: null, status: null })
      await createTestProject(db, {
        name: "Bac de Maluku",
        sector: "Transport",
        address: "Maluku",
        description: "Un bac.",
        status: "En attente",
      })
    },
  })
  const list = await findList("Projets de transport")
  await list.findByRole("heading", { name: "Bac de Maluku" })
  const [full, bare] = list.getAllByRole("listitem").map(({ textContent }) => textContent)
  for (const text of ["Bac de Maluku", "Maluku", "Un bac.", "En attente"]) expect(full).toContain(text)
  expect(bare).toMatch(/^Image non disponibleSans rienUn projet d’essai.$/)
})

test("a status of another origin stands on a card as it is", async () => {
  await openScreen("/transport", {
    fill: ({ db }) => createTestProject(db, { name: "Bac de Maluku", sector: "Transport", status: "Livré" }),
  })
  const list = await findList("Projets de transport")
  await list.findByRole("heading", { name: "Bac de Maluku" })
  expect(list.getByText("Livré")).toBeDefined()
})

test("without a connection a list says so in its place, and a later visit fetches it", async () => {
  const { user, network } = await openScreen("/about", { fill: fillTransport })
  const reconnect = network.answer("projects.page", noConnection)
  await walkTo(user, "Transport")
  const list = await findList("Projets de transport")
  await waitFor(() => expect(list.getByRole("alert").textContent).toBe("Erreur lors de la récupération des projets"))
  expect(list.queryAllByRole("heading", { level: 3 })).toEqual([])
  expect(screen.queryByText(LOADING)).toBeNull()
  reconnect()
  await walkTo(user, "Accueil")
  await walkTo(user, "Transport")
  await screen.findByRole("heading", { name: "Bac de Maluku" })
  expect(screen.queryByRole("alert")).toBeNull()
})

test.each([
  ["the server's rejection", rejection("Plus tard")],
  ["a proxy's page", proxyPage],
  ["a page with status 200", () => new Response("<h1>Wi-Fi</h1>", { headers: { "Content-Type": "text/html" } })],
])("%s is an « Erreur serveur » in place of the list", async (_what, answer) => {
  const { user, network } = await openScreen("/about", { fill: fillTransport })
  network.answer("projects.page", answer)
  await walkTo(user, "Transport")
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("Erreur serveur"))
})

test("construction keeps its seven fixed projects while its list loads, and below an error", async () => {
  const { user, network } = await openScreen("/about")
  const release = network.hold("projects.page", proxyPage)
  await walkTo(user, "Construction")
  await screen.findByText(LOADING)
  const list = await findList("Nos Réalisations")
  expect(list.getByRole("heading", { name: "Immeuble R+10" })).toBeDefined()
  await network.sent("projects.page")
  release()
  await list.findByText("Erreur serveur")
  expect(list.getAllByRole("heading", { level: 3 })).toHaveLength(7)
})

test("« Réessayer » fetches a list again, as often as it fails, and then the focus is at its heading", async () => {
  const { user, network } = await openScreen("/transport", { fill: fillTransport })
  const list = await findList("Projets de transport")
  await list.findByRole("heading", { name: "Bac de Maluku" })
  const repair = network.answer("projects.page", proxyPage)
  await walkTo(user, "Construction")
  const retry = await screen.findByRole("button", { name: "Réessayer" })
  const release = network.hold("projects.page", proxyPage)
  await user.click(retry)
  await screen.findByText(LOADING)
  expect(screen.getByRole("alert").textContent).toBe(LOADING)
  release()
  await screen.findByText("Erreur serveur")
  expect(document.activeElement).toBe(retry)
  repair()
  await user.click(retry)
  await screen.findByText("Aucun projet de construction trouvé.")
  expect(screen.queryByRole("button", { name: "Réessayer" })).toBeNull()
  await waitFor(() => expect(document.activeElement?.textContent).toBe("Nos Réalisations"))
})

test("« Voir plus » leads from the 24 newest projects to the others, and Back returns", async () => {
  const names = Array.from({ length: 25 }, (_, index) => `Liaison ${index + 1}`)
  const { user } = await openScreen("/transport", {
    fill: ({ db }) =>
      createTestProjects(
        db,
        names.map((name) => ({ name, sector: "Transport" })),
      ),
  })
  await screen.findByRole("heading", { name: "Liaison 25" })
  expect(screen.getAllByRole("heading", { level: 3, name: /^Liaison/ })).toHaveLength(24)
  await user.click(screen.getByRole("link", { name: "Voir plus" }))
  await screen.findByRole("heading", { name: "Liaison 1" })
  expect(location.pathname + location.search).toBe("/transport?page=2")
  expect(screen.getAllByRole("heading", { level: 3 })).toHaveLength(1)
  expect(screen.queryByRole("link", { name: "Voir plus" })).toBeNull()
  await user.click(screen.getByRole("link", { name: "Projets plus récents" }))
  await screen.findByRole("heading", { name: "Liaison 25" })
  expect(location.search).toBe("")
  history.back()
  await screen.findByRole("heading", { name: "Liaison 1" })
})

test("a list is fetched again after five minutes at the earliest, and only for who comes to its page", async () => {
  fakeTime()
  const { user, network } = await openScreen("/transport", { fill: fillTransport })
  await screen.findByRole("heading", { name: "Bac de Maluku" })
  const calls = () => network.requests.filter((request) => request.includes("projects.page")).length
  expect(calls()).toBe(1)
  await passTime(4 * 60_000)
  await walkTo(user, "Accueil")
  await walkTo(user, "Transport")
  await screen.findByRole("heading", { name: "Bac de Maluku" })
  expect(calls()).toBe(1)
  await passTime(60 * 60_000)
  dispatchEvent(new Event("focus"))
  document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))
  await passTime(60_000)
  expect(calls()).toBe(1)
  await walkTo(user, "Accueil")
  await walkTo(user, "Transport")
  await waitFor(() => expect(calls()).toBe(2))
})

test("a list that failed is not fetched again by itself", async () => {
  fakeTime()
  const { user, network } = await openScreen("/about")
  network.answer("projects.page", noConnection)
  await walkTo(user, "Agriculture")
  await screen.findByText("Erreur lors de la récupération des projets")
  const made = network.requests.length
  await passTime(2 * 60_000)
  expect(network.requests.length).toBe(made)
  await screen.findByText("Erreur lors de la récupération des projets")
})
