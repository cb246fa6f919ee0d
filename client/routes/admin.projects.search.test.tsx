import { screen, waitFor } from "@testing-library/dom"
import { expect, test } from "vitest"
import { openScreen } from "#client/testing/open-screen.tsx"
import { figures, findRow, namesShown, row, rows, searchBox, stateLink } from "#client/testing/project-table.ts"
import { textOf, textsOf } from "#client/testing/text-of.ts"
import type { Database } from "#server/database/core/database.ts"
import { createTestProject, createTestProjects } from "#server/testing/fixtures.ts"

const fill = ({ db }: { db: Database }) =>
  createTestProjects(db, [
    { name: "Pont", sector: "Transport", status: "Terminé" },
    { name: "Atelier", sector: "Immobilier", status: "Terminé" },
    { name: "Étable", sector: "Élevage", status: null },
    { name: "Bergerie", sector: "Élevage", status: "En cours" },
  ])

const sortSelect = () => screen.getByRole<HTMLSelectElement>("combobox", { name: "Trier par" })

const expectAddress = (address: string) =>
  waitFor(() => expect(decodeURIComponent(location.pathname + location.search)).toBe(address))

const expectNames = (...names: string[]) => waitFor(() => expect(namesShown()).toEqual(names))

test("what one types is searched, in accents or without, counted, and stands in the address", async () => {
  const { user } = await openScreen("/admin/projects", { as: "admin", fill })
  await findRow("Pont")
  await user.type(searchBox(), "elevage")
  await expectNames("Bergerie", "Étable")
  await expectAddress("/admin/projects?search=elevage")
  expect(screen.getByText("2 projets trouvés")).toBeTruthy()
  expect(figures()).toEqual(["4", "2", "1", "0"])
})

test("the search and the order of the address are shown", async () => {
  await openScreen("/admin/projects?search=termin&sort=name", { as: "admin", fill })
  await findRow("Atelier")
  expect(searchBox().value).toBe("termin")
  expect(sortSelect().value).toBe("name")
  expect(namesShown()).toEqual(["Atelier", "Pont"])
})

test("the rows before stay while others are loading, and cannot be selected", async () => {
  const { user, network } = await openScreen("/admin/projects?search=elevage", { as: "admin", fill })
  await findRow("Étable")
  const release = network.hold("etabl")
  await user.clear(searchBox())
  await user.type(searchBox(), "etabl{Enter}")
  await waitFor(() => expect(screen.getByRole("table").getAttribute("aria-busy")).toBe("true"))
  expect(namesShown()).toEqual(["Bergerie", "Étable"])
  expect(row("Étable").closest("[inert]")).not.toBeNull()
  await user.click(screen.getByRole("checkbox", { name: "Tout sélectionner" }))
  release()
  await expectNames("Étable")
  expect(row("Étable").closest("[inert]")).toBeNull()
  expect(screen.queryByRole("region", { name: "Actions sur la sélection" })).toBeNull()
})

test("a search that finds nothing says so, and is cleared with the focus on the heading", async () => {
  const { user } = await openScreen("/admin/projects?search=piscine+olympique", { as: "admin", fill })
  await screen.findByRole("heading", { name: "Aucun projet ne correspond" })
  expect(screen.getByText("Aucun projet trouvé")).toBeTruthy()
  expect(textOf(screen.getByRole("main"))).toContain("Rien ne contient « piscine olympique »")
  screen.getByRole("button", { name: "Effacer la recherche" }).focus()
  await user.keyboard("{Enter}")
  await findRow("Pont")
  await expectAddress("/admin/projects")
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Projets" }))
  expect(searchBox().value).toBe("")
})

test.each([
  ["Nom, de A à Z", "?sort=name", ["Atelier", "Bergerie", "Étable", "Pont"]],
  ["Plus anciens d’abord", "?sort=oldest", ["Pont", "Atelier", "Étable", "Bergerie"]],
])("the order « %s » is chosen, and stands in the address", async (label, search, names) => {
  const { user } = await openScreen("/admin/projects", { as: "admin", fill })
  await findRow("Pont")
  expect(sortSelect().value).toBe("newest")
  await user.selectOptions(sortSelect(), label)
  await expectNames(...names)
  await expectAddress(`/admin/projects${search}`)
})

test("an unknown order counts as the default one, and leaves the address with the next change", async () => {
  const { user } = await openScreen("/admin/projects?sort=bleu", { as: "admin", fill })
  await findRow("Pont")
  expect(sortSelect().value).toBe("newest")
  expect(namesShown()).toEqual(["Bergerie", "Étable", "Atelier", "Pont"])
  await user.type(searchBox(), "pont{Enter}")
  await expectAddress("/admin/projects?search=pont")
})

test("links lead through pages of fifty and keep the order; a new search begins at the first", async () => {
  const { user } = await openScreen("/admin/projects?sort=oldest&colonnes=date", {
    as: "admin",
    fill: ({ db }) =>
      createTestProjects(
        db,
        Array.from({ length: 52 }, (_, index) => ({ name: `Chantier ${index}` })),
      ),
  })
  await screen.findByText("Page 1 sur 2")
  expect(screen.getAllByText(/^Chantier \d+$/)).toHaveLength(50)
  await user.click(screen.getByText("Suivante"))
  await expectNames("Chantier 50", "Chantier 51")
  await expectAddress("/admin/projects?sort=oldest&colonnes=date&page=2")
  expect(screen.queryByRole("link", { name: "Suivante" })).toBeNull()
  expect(screen.getByRole("link", { name: "Précédente" }).getAttribute("href")).toBe(
    "/admin/projects?sort=oldest&colonnes=date",
  )
  await user.type(searchBox(), "chantier{Enter}")
  await screen.findByText("Page 1 sur 2")
  await expectAddress("/admin/projects?search=chantier&sort=oldest&colonnes=date")
})

test("a page that is none becomes the last", async () => {
  await openScreen("/admin/projects?page=9", { as: "admin", fill })
  await findRow("Pont")
  await expectAddress("/admin/projects")
})

test("each state is a link with its count, and lists its projects with a badge", async () => {
  const { user } = await openScreen("/admin/projects", {
    as: "admin",
    async fill({ db }) {
      await createTestProject(db, { name: "Public" })
      await createTestProject(db, { name: "Ébauche", publishedAt: null })
      const scheduled = await createTestProject(db, { name: "Promesse", publishedAt: null })
      // It is still the sixth in Kinshasa.
      const publishAt = "2098-01-06T22:59:00.000Z"
      await db.updateTable("projects").set({ publishAt }).where("id", "=", scheduled).execute()
      const trashed = await createTestProject(db, { name: "Ancien" })
      const deletedAt = "2098-01-01T12:00:00.000Z"
      await db.updateTable("projects").set({ deletedAt }).where("id", "=", trashed).execute()
    },
  })
  await findRow("Public")
  expect(textOf(stateLink("Tous"))).toBe("Tous 3")
  expect(stateLink("Tous").getAttribute("aria-current")).toBe("page")
  for (const [name, etat, badge] of [
    ["Publiés", "publie", "Publié"],
    ["Programmés", "programme", "Programmé le 6 janv. 2098"],
    ["Brouillons", "brouillon", "Brouillon"],
    ["Corbeille", "corbeille", "Sera effacé le 31 janv. 2098"],
  ] as const) {
    expect(textOf(stateLink(name))).toBe(`${name} 1`)
    await user.click(stateLink(name))
    await waitFor(() => expect(textsOf(rows())).toEqual([expect.stringContaining(badge)]))
    await expectAddress(`/admin/projects?etat=${etat}`)
    expect(stateLink(name).getAttribute("aria-current")).toBe("page")
    expect(stateLink("Tous").getAttribute("aria-current")).toBeNull()
  }
})

test.each([
  ["publie", "Aucun projet publié"],
  ["programme", "Aucun projet programmé"],
  ["brouillon", "Aucun brouillon"],
  ["corbeille", "La corbeille est vide"],
])("?etat=%s says that nothing is there", async (etat, heading) => {
  await openScreen(`/admin/projects?etat=${etat}`, { as: "admin" })
  await screen.findByRole("heading", { name: heading })
})
