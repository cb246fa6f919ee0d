import { fireEvent, screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { noConnection, proxyPage, rejection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { figures, findRow, namesShown, row, statusOf } from "#client/testing/project-table.ts"
import { textOf, textsOf } from "#client/testing/text-of.ts"
import type { Database } from "#server/database/core/database.ts"
import { createTestImage, createTestProject, createTestProjects } from "#server/testing/fixtures.ts"

const fill = ({ db }: { db: Database }) => createTestProject(db, { name: "Pont de Matadi", status: "En cours" })

async function storedStatus(db: Database) {
  return (await db.selectFrom("projects").select("status").executeTakeFirstOrThrow()).status
}

test("grey bars wait, a red banner tells the failure with zeros beside it, and « Réessayer » shows the projects", async () => {
  const { user, network } = await openScreen("/admin/projects", { as: "admin", fill })
  const release = network.hold("projects.search", noConnection)
  await network.sent("projects.search")
  expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true")
  expect(figures()).toEqual(["", "", "", ""])
  expect(namesShown()).toEqual([])
  release()
  const alert = await screen.findByRole("alert")
  expect(textOf(alert)).toContain("Erreur lors du chargement des projets : connexion impossible")
  expect(figures()).toEqual(["0", "0", "0", "0"])
  await user.click(screen.getByRole("button", { name: "Réessayer" }))
  await findRow("Pont de Matadi")
  expect(screen.queryByRole("alert")).toBeNull()
  expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("false")
})

test("a list that has failed is fetched again on the next visit", async () => {
  const { user, network } = await openScreen("/admin/projects", { as: "admin", fill })
  const mend = network.answer("projects.search", noConnection)
  await screen.findByRole("alert")
  mend()
  const menu = within(screen.getByRole("complementary"))
  await user.click(menu.getByRole("link", { name: "Messages" }))
  await screen.findByRole("heading", { level: 1, name: "Messages" })
  await user.click(menu.getByRole("link", { name: "Projets" }))
  await findRow("Pont de Matadi")
  expect(screen.queryByRole("alert")).toBeNull()
})

test("without a project the list says how to begin", async () => {
  const { user } = await openScreen("/admin/projects", { as: "admin" })
  await screen.findByRole("heading", { name: "Aucun projet pour l’instant" })
  expect(figures()).toEqual(["0", "0", "0", "0"])
  await user.click(screen.getByRole("link", { name: "Ajouter le premier projet" }))
  await screen.findByRole("heading", { level: 1, name: "Ajouter un projet" })
  expect(location.pathname).toBe("/admin/project-form")
})

test("the projects are counted by status", async () => {
  await openScreen("/admin/projects", {
    as: "admin",
    fill({ db }) {
      const statuses = ["Terminé", "Terminé", "Terminé", "En cours", "En attente", "En attente", "Annulé", null]
      return createTestProjects(
        db,
        statuses.map((status) => ({ status })),
      )
    },
  })
  await screen.findByText("8 projets")
  const main = within(screen.getByRole("main"))
  expect(textsOf(main.getAllByRole("term"))).toEqual(["Total", "Terminés", "En cours", "En attente"])
  expect(figures()).toEqual(["8", "3", "1", "2"])
})

test("a row has name, place, sector, status, state and date", async () => {
  await openScreen("/admin/projects", {
    as: "admin",
    fill: ({ db }) =>
      createTestProject(db, {
        name: "Ciment de Masina",
        status: "Terminé",
        sector: "Ventes de matériaux",
        // It is already the sixth in Kinshasa.
        at: "2024-03-05T23:30:00.000Z",
      }),
  })
  await findRow("Ciment de Masina")
  expect(screen.getByText("1 projet")).toBeTruthy()
  const cells = within(row("Ciment de Masina")).getAllByRole("cell")
  expect(cells[1]?.textContent).toBe("Ciment de MasinaGombe, Kinshasa")
  expect(textsOf([2, 4, 5].map((index) => cells[index] as HTMLElement))).toEqual([
    "Ventes-matériaux",
    "Publié",
    "6 mars 2024",
  ])
  expect(statusOf("Ciment de Masina").value).toBe("Terminé")
})

test("each status has its text, and another one or none is « Non défini »", async () => {
  const statuses = ["En attente", "En cours", "Terminé", "Annulé", null, "Livré"]
  await openScreen("/admin/projects", {
    as: "admin",
    fill: ({ db }) =>
      createTestProjects(
        db,
        statuses.map((status) => ({ name: `Quai ${status}`, status })),
      ),
  })
  await findRow("Quai null")
  const shown = statuses.map((status) => statusOf(`Quai ${status}`).selectedOptions[0]?.textContent)
  expect(shown).toEqual(["En attente", "En cours", "Terminé", "Annulé", "Non défini", "Non défini"])
})

test("a picture is shown from /uploads/, else by its bare name, and else left out", async () => {
  await openScreen("/admin/projects", {
    as: "admin",
    async fill({ db }) {
      await createTestImage(db, "absente.jpg")
      await createTestProject(db, { name: "Quai", images: [{ name: "absente.jpg", alt: "" }] })
    },
  })
  const quay = within(await findRow("Quai"))
  const picture = () => quay.getByRole("presentation")
  expect(picture().getAttribute("src")).toBe("/uploads/absente.jpg")
  fireEvent.error(picture())
  await waitFor(() => expect(picture().getAttribute("src")).toBe("absente.jpg"))
  fireEvent.error(picture())
  await waitFor(() => expect(quay.queryByRole("presentation")).toBeNull())
})

test.each([
  [rejection("Le serveur est occupé"), "Erreur lors de la mise à jourLe serveur est occupé"],
  [proxyPage, "Erreur lors de la mise à jour"],
  [noConnection, "Erreur de réseau : connexion impossible"],
])("a status that cannot be stored goes back to the old one with a red banner (%#)", async (answer, text) => {
  const { user, network, site } = await openScreen("/admin/projects", { as: "admin", fill })
  await findRow("Pont de Matadi")
  network.answer("projects.update", answer)
  await user.selectOptions(statusOf("Pont de Matadi"), "Terminé")
  expect(textOf(await screen.findByRole("alert"))).toBe(text)
  expect(statusOf("Pont de Matadi").value).toBe("En cours")
  expect(await storedStatus(site.db)).toBe("En cours")
})

test("a status chosen again shows at once, is marked as busy on its way, and takes the banner away", async () => {
  const { user, network, site } = await openScreen("/admin/projects", { as: "admin", fill })
  await findRow("Pont de Matadi")
  const mend = network.answer("projects.update", noConnection)
  await user.selectOptions(statusOf("Pont de Matadi"), "Terminé")
  await screen.findByRole("alert")
  mend()
  const release = network.hold("projects.update")
  await user.selectOptions(statusOf("Pont de Matadi"), "Annulé")
  await waitFor(() => expect(statusOf("Pont de Matadi").getAttribute("aria-busy")).toBe("true"))
  expect(statusOf("Pont de Matadi").value).toBe("Annulé")
  expect(screen.queryByRole("alert")).toBeNull()
  release()
  await waitFor(() => expect(statusOf("Pont de Matadi").getAttribute("aria-busy")).toBe("false"))
  expect(statusOf("Pont de Matadi").value).toBe("Annulé")
  expect(await storedStatus(site.db)).toBe("Annulé")
})

test("two changes of a status in a row end with the second, in the figures too", async () => {
  const { user, site } = await openScreen("/admin/projects", { as: "admin", fill })
  await findRow("Pont de Matadi")
  await user.selectOptions(statusOf("Pont de Matadi"), "Terminé")
  await user.selectOptions(statusOf("Pont de Matadi"), "En attente")
  await waitFor(async () => expect(await storedStatus(site.db)).toBe("En attente"))
  await waitFor(() => expect(figures()).toEqual(["1", "0", "0", "1"]))
  expect(screen.queryByRole("alert")).toBeNull()
})

test("a status reached by arrow keys is stored by Enter, and given up by Escape", async () => {
  const { user, network, site } = await openScreen("/admin/projects", { as: "admin", fill })
  await findRow("Pont de Matadi")
  const status = statusOf("Pont de Matadi")
  status.focus()
  // An arrow key changes a closed select in browsers, and not in a DOM without one.
  const press = async (value: string) => {
    await user.keyboard("{ArrowDown}")
    fireEvent.change(status, { target: { value } })
  }
  await press("Terminé")
  await user.keyboard("{Escape}")
  expect(status.value).toBe("En cours")
  await press("Terminé")
  await press("Annulé")
  expect(network.requests.filter((request) => request.includes("projects.update"))).toEqual([])
  await user.keyboard("{Enter}")
  await waitFor(async () => expect(await storedStatus(site.db)).toBe("Annulé"))
  expect(network.requests.filter((request) => request.includes("projects.update"))).toHaveLength(1)
})

test("a project that somebody else changed meanwhile shows as they left it", async () => {
  const { user, client } = await openScreen("/admin/projects", { as: "admin", fill })
  const { id } = (await (await client.request("/api/projects")).json())[0]
  await findRow("Pont de Matadi")
  await client.request(`/api/projects/${id}`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ status: "Annulé" }),
  })
  await user.selectOptions(statusOf("Pont de Matadi"), "Terminé")
  expect(textOf(await screen.findByRole("alert"))).toContain("Ce projet a été modifié entre-temps")
  expect(statusOf("Pont de Matadi").value).toBe("Annulé")
  await user.click(screen.getByRole("button", { name: "Fermer ce message" }))
  expect(screen.queryByRole("alert")).toBeNull()
})

test("« Modifier » opens the project, and remembers it in this tab", async () => {
  const { user, site } = await openScreen("/admin/projects", { as: "admin", fill })
  await user.click(await screen.findByRole("button", { name: "Modifier Pont de Matadi" }))
  const name: HTMLInputElement = await screen.findByLabelText("Nom du projet")
  expect(name.value).toBe("Pont de Matadi")
  const { id } = await site.db.selectFrom("projects").select("id").executeTakeFirstOrThrow()
  expect(location.pathname).toBe(`/admin/project-edit/${id}`)
  expect(sessionStorage.getItem("projectId")).toBe(String(id))
})

test("« Ajouter un projet » leads to an empty form", async () => {
  const { user } = await openScreen("/admin/projects", { as: "admin", fill })
  await user.click(await screen.findByRole("link", { name: "Ajouter un projet" }))
  const name: HTMLInputElement = await screen.findByLabelText("Nom du projet")
  expect(name.value).toBe("")
  expect(location.pathname).toBe("/admin/project-form")
})

test("an editor changes projects", async () => {
  await openScreen("/admin/projects", { as: "editor", fill })
  const actions = within(await findRow("Pont de Matadi"))
  expect(actions.getByRole("button", { name: "Supprimer Pont de Matadi" })).toBeTruthy()
  expect(screen.getByRole("link", { name: "Ajouter un projet" })).toBeTruthy()
})

test("a reader sees projects, their preview and history, and nothing that changes them", async () => {
  await openScreen("/admin/projects", { as: "reader", fill })
  const history = await screen.findByRole("link", { name: "Historique de Pont de Matadi" })
  expect(history.getAttribute("href")).toMatch(/^\/admin\/project-edit\/\d+\/historique$/)
  const preview = screen.getByRole("link", { name: "Voir Pont de Matadi (nouvel onglet)" })
  expect(preview.getAttribute("href")).toMatch(/^\/admin\/projects\/\d+\/preview$/)
  expect(within(screen.getByRole("table")).getByText("En cours")).toBeTruthy()
  const main = within(screen.getByRole("main"))
  expect(main.queryByRole("link", { name: "Ajouter un projet" })).toBeNull()
  expect(main.queryByRole("checkbox", { name: /Sélectionner|Tout sélectionner/ })).toBeNull()
  expect(main.queryByRole("combobox", { name: /^Statut de/ })).toBeNull()
  expect(main.queryByRole("columnheader", { name: "Sélection" })).toBeNull()
  expect(main.queryByRole("button", { name: /^(Modifier|Supprimer)/ })).toBeNull()
})

test("an agent, who has no right to projects, is not shown them", async () => {
  const { network } = await openScreen("/admin/projects", { as: "agent", fill })
  await screen.findByRole("link", { name: "Messages" })
  expect(screen.queryByRole("heading", { level: 1, name: "Projets" })).toBeNull()
  expect(within(screen.getByRole("complementary")).queryByRole("link", { name: "Projets" })).toBeNull()
  expect(network.requests.filter((request) => request.includes("projects."))).toEqual([])
})
