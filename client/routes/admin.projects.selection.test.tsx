import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { type Answer, noConnection, proxyPage } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { findRow, selectionBar, selectorOf } from "#client/testing/project-table.ts"
import { textOf } from "#client/testing/text-of.ts"
import type { ProjectState } from "#server/contract/project-states.ts"
import type { Database } from "#server/database/core/database.ts"
import { createTestProject, createTestProjects } from "#server/testing/fixtures.ts"

const named = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `Chantier ${index + 1}` }))

function fillDrafts(count: number) {
  return async ({ db }: { db: Database }) => {
    await createTestProjects(db, named(count))
    await db.updateTable("projects").set({ publishedAt: null }).execute()
  }
}

/** Copies one draft, since making so many takes seconds. */
function fillCopies(count: number) {
  return async ({ db }: { db: Database }) => {
    await createTestProject(db, { publishedAt: null })
    const { id, state, listedAt, ...row } = await db.selectFrom("projects").selectAll().executeTakeFirstOrThrow()
    const copies = Array.from({ length: count - 1 }, (_, index) => ({ ...row, slug: `copie-${index}` }))
    for (let from = 0; from < copies.length; from += 250) {
      const some = copies.slice(from, from + 250)
      await db.insertInto("projects").values(some).execute()
    }
  }
}

/** Few columns make rows that are drawn sooner. */
const drafts = "/admin/projects?etat=brouillon&colonnes=date"

const fill = ({ db }: { db: Database }) => createTestProjects(db, named(3))

async function countOf(db: Database, state: ProjectState) {
  return (await db.selectFrom("projects").select("id").where("state", "=", state).execute()).length
}

/** The outcome of the last action, once it is there. */
const findOutcome = (text: RegExp) =>
  waitFor(() => {
    const shown = within(screen.getByRole("main")).getAllByRole("status").map(textOf).join(" ")
    expect(shown).toMatch(text)
  })

const action = (name: string) => selectionBar().getByRole("button", { name })

const selectPage = () => screen.getByRole("checkbox", { name: "Tout sélectionner" })

const undo = () => within(screen.getByRole("main")).getByRole("button", { name: "Annuler" })

/** Answers the second of the requests as if the network had broken. */
function breakSecond(): Answer {
  let requests = 0
  return (request, proceed) => {
    requests += 1
    return requests === 2 ? noConnection(request, proceed) : proceed()
  }
}

test("all drafts of a page are published at once, and « Annuler » makes them drafts again", async () => {
  const { user, site } = await openScreen("/admin/projects?etat=brouillon", { as: "admin", fill: fillDrafts(3) })
  await findRow("Chantier 1")
  await user.click(selectPage())
  expect(screen.getByText("3 projets sélectionnés")).toBeTruthy()
  await user.click(action("Publier"))
  await findOutcome(/^3 projets publiés\./)
  expect(document.activeElement?.textContent).toMatch(/^3\sprojets publiés\./)
  await screen.findByRole("heading", { name: "Aucun brouillon" })
  expect(await countOf(site.db, "published")).toBe(3)
  await user.click(undo())
  await findOutcome(/^Modification annulée pour 3 projets\.$/)
  await findRow("Chantier 1")
  expect(await countOf(site.db, "draft")).toBe(3)
})

test("a draft that is incomplete is named with the reason and a link, and the others are published", async () => {
  const { user, site } = await openScreen("/admin/projects", {
    as: "admin",
    async fill({ db }) {
      await createTestProject(db, { name: "Complet", publishedAt: null })
      await createTestProject(db, { name: "Ébauche", description: "", publishedAt: null })
    },
  })
  await findRow("Ébauche")
  await user.click(selectPage())
  await user.click(action("Publier"))
  await findOutcome(/^1 projet publié\. ?1 projet n’a pas pu être modifié/)
  const [failed] = within(screen.getByRole("main")).getAllByRole("status")
  const item = within(failed as HTMLElement).getByRole("listitem")
  expect(textOf(item)).toMatch(/^ÉbaucheCe projet est incomplet/)
  expect(within(item).getByRole("link", { name: "Ébauche" }).getAttribute("href")).toMatch(/\/project-edit\/\d+$/)
  expect(await countOf(site.db, "published")).toBe(1)
})

test.each([
  ["Statut", "Terminé", /^2 projets passés à « Terminé »\./, { status: "Terminé", sector: "Construction" }],
  ["Secteur", "Transport", /^2 projets classés dans « Transport »\./, { status: "En cours", sector: "Transport" }],
])("%s is chosen in a menu for those that are selected", async (menu, option, outcome, changed) => {
  const { user, site } = await openScreen("/admin/projects", { as: "admin", fill })
  await findRow("Chantier 1")
  await user.click(selectorOf("Chantier 1"))
  await user.click(selectorOf("Chantier 2"))
  await user.click(selectionBar().getByText(menu))
  await user.click(action(option))
  await findOutcome(outcome)
  const stored = await site.db.selectFrom("projects").select(["status", "sector"]).orderBy("name").execute()
  expect(stored).toEqual([changed, changed, { status: "En cours", sector: "Construction" }])
})

test("projects are put into the trash together, and out of it", async () => {
  const { user, site } = await openScreen("/admin/projects", { as: "admin", fill })
  await findRow("Chantier 1")
  await user.click(selectPage())
  await user.click(action("Corbeille"))
  await findOutcome(/^3 projets mis à la corbeille\./)
  expect(await countOf(site.db, "trashed")).toBe(3)
  await user.click(screen.getByRole("link", { name: /^Corbeille/ }))
  await screen.findByRole("button", { name: "Restaurer Chantier 1" })
  await user.click(selectPage())
  await user.click(action("Restaurer"))
  await findOutcome(/^3 projets restaurés\./)
  expect(await countOf(site.db, "published")).toBe(3)
})

test("one that is restored alone is no longer selected", async () => {
  const { user } = await openScreen("/admin/projects?etat=corbeille", {
    as: "admin",
    async fill({ db }) {
      await createTestProjects(db, named(1))
      await db.updateTable("projects").set({ deletedAt: new Date().toISOString() }).execute()
    },
  })
  const restore = await screen.findByRole("button", { name: "Restaurer Chantier 1" })
  await user.click(selectorOf("Chantier 1"))
  await user.click(restore)
  await screen.findByRole("heading", { name: "La corbeille est vide" })
  expect(screen.queryByRole("region", { name: "Actions sur la sélection" })).toBeNull()
})

test("a publication that was only scheduled is taken back", async () => {
  const { user } = await openScreen("/admin/projects?etat=programme", {
    as: "admin",
    async fill({ db }) {
      await createTestProjects(db, named(1))
      await db.updateTable("projects").set({ publishedAt: null, publishAt: "2098-01-06T07:00:00.000Z" }).execute()
    },
  })
  await findRow("Chantier 1")
  await user.click(selectorOf("Chantier 1"))
  await user.click(action("Ne plus programmer"))
  await findOutcome(/^1 projet redevenu un brouillon\./)
})

test("« Tout désélectionner » takes the actions away, with the focus on what is found", async () => {
  const { user } = await openScreen("/admin/projects", { as: "admin", fill })
  await findRow("Chantier 1")
  await user.click(selectorOf("Chantier 3"))
  expect(screen.getByText("1 projet sélectionné")).toBeTruthy()
  await user.click(action("Tout désélectionner"))
  expect(screen.queryByRole("region", { name: "Actions sur la sélection" })).toBeNull()
  expect(document.activeElement).toBe(screen.getByText("3 projets"))
})

test("all that is found is selected over several pages, and no action begins before", async () => {
  const { user, network } = await openScreen(drafts, { as: "admin", fill: fillCopies(51) })
  await screen.findByText("Page 1 sur 2")
  await user.click(screen.getByLabelText("Tout sélectionner"))
  const bar = within(await screen.findByRole("region", { name: "Actions sur la sélection" }))
  expect(bar.getByText("50 projets sélectionnés")).toBeTruthy()
  const release = network.hold("projects.ids")
  await user.click(bar.getByRole("button", { name: /^Sélectionner les 51 projets trouvés$/ }))
  expect(document.activeElement).toBe(await bar.findByRole("button", { name: "Sélection…" }))
  for (const name of ["Corbeille", "Statut", "Secteur"])
    expect(bar.getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true)
  release()
  const count = await bar.findByText("51 projets sélectionnés")
  await waitFor(() => expect(document.activeElement).toBe(count))
  expect(bar.queryByRole("button", { name: /^Sélectionner/ })).toBeNull()
})

test("a selection that cannot be read says why", async () => {
  const { user, network } = await openScreen(drafts, { as: "admin", fill: fillCopies(51) })
  await screen.findByText("Page 1 sur 2")
  network.answer("projects.ids", noConnection)
  await user.click(screen.getByLabelText("Tout sélectionner"))
  const bar = within(await screen.findByRole("region", { name: "Actions sur la sélection" }))
  await user.click(bar.getByRole("button", { name: /^Sélectionner les 51 projets trouvés$/ }))
  expect(textOf(await bar.findByRole("alert"))).toBe("La sélection a échoué : connexion impossible")
})

test("of more than a thousand, which are not counted, all are selected once", async () => {
  const { user } = await openScreen(`${drafts}&search=projet`, { as: "admin", fill: fillCopies(1001) })
  await screen.findByText("Page 1")
  await user.click(screen.getByLabelText("Tout sélectionner"))
  const bar = within(await screen.findByRole("region", { name: "Actions sur la sélection" }))
  await user.click(bar.getByRole("button", { name: "Sélectionner tous les projets trouvés" }))
  const count = await bar.findByText(/^1\s001 projets sélectionnés$/)
  await waitFor(() => expect(document.activeElement).toBe(count))
  expect(bar.queryByText("Sélectionner tous les projets trouvés")).toBeNull()
})

/** Selects 201 drafts, which are changed in two requests. */
async function selectMany() {
  const opened = await openScreen(drafts, { as: "admin", fill: fillCopies(201) })
  const { user } = opened
  await screen.findByText("Page 1 sur 5")
  await user.click(screen.getByLabelText("Tout sélectionner"))
  const bar = within(await screen.findByRole("region", { name: "Actions sur la sélection" }))
  await user.click(bar.getByText(/^Sélectionner les 201 projets trouvés$/))
  await bar.findByText("201 projets sélectionnés")
  return { ...opened, publish: () => user.click(bar.getByText("Publier")) }
}

test("where the network fails between two requests, the banner says how many were changed, and goes on", async () => {
  const { user, network, site, publish } = await selectMany()
  const mend = network.answer("projects.change", breakSecond())
  await publish()
  const alert = await screen.findByText(/^Interrompu/)
  expect(textOf(alert)).toBe("Interrompu (connexion impossible) : 200 sur 201 projets modifiés.")
  expect(await countOf(site.db, "published")).toBe(200)
  mend()
  await user.click(screen.getByText("Réessayer"))
  await findOutcome(/^201 projets publiés\./)
  expect(await countOf(site.db, "published")).toBe(201)
})

test("a change in progress is shown, also after a dialog that was opened meanwhile", async () => {
  const { user, network } = await openScreen("/admin/projects?etat=brouillon", { as: "admin", fill: fillDrafts(2) })
  await findRow("Chantier 1")
  const release = network.hold("projects.change")
  await user.click(selectPage())
  await user.click(action("Publier"))
  const progress = await screen.findByRole("progressbar", { name: /^0 sur 2\sprojets…$/ })
  await user.click(screen.getByRole("button", { name: "Supprimer Chantier 2" }))
  await user.keyboard("{Escape}")
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(progress.isConnected).toBe(true)
  release()
  await findOutcome(/^2 projets publiés\./)
})

test("an undo that is interrupted says how far it came, and goes on once the network is there", async () => {
  const { user, network, site, publish } = await selectMany()
  await publish()
  await findOutcome(/^201 projets publiés\./)
  const mend = network.answer("projects.undo", breakSecond())
  const release = network.hold("projects.undo", breakSecond())
  await user.click(screen.getByText("Annuler"))
  const progress = await screen.findByRole("progressbar", { name: /^Annulation\s: 0\sprojet…$/ })
  expect(progress.hasAttribute("value")).toBe(false)
  release()
  const alert = await screen.findByText(/^L’annulation s’est interrompue/)
  expect(textOf(alert)).toBe("L’annulation s’est interrompue (connexion impossible) après 200 sur 201 projets.")
  mend()
  const mendServer = network.answer("projects.undo", proxyPage)
  await user.click(screen.getByText("Réessayer"))
  await screen.findByText(/^L’annulation s’est interrompue \(erreur serveur\) après 200 sur 201/)
  mendServer()
  await user.click(screen.getByText("Réessayer"))
  await findOutcome(/^Modification annulée pour 201 projets\.$/)
  expect(await countOf(site.db, "draft")).toBe(201)
})
