import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { fill } from "#client/testing/fill.ts"
import { findRow, row, searchBox, senders, stateLink } from "#client/testing/inbox.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import * as projects from "#client/testing/project-table.ts"
import { findRequest } from "#client/testing/request.ts"
import { textOf } from "#client/testing/text-of.ts"
import type { Database } from "#server/database/core/database.ts"
import { createTestMessage, createTestProject } from "#server/testing/fixtures.ts"

async function fillInbox({ db }: { db: Database }) {
  for (const [index, firstName] of ["Ada", "Béa", "Cléo", "Dora"].entries()) {
    const lastName = firstName === "Dora" ? "Ilunga" : "Mukendi"
    await createTestMessage(db, { firstName, lastName, at: new Date(Date.UTC(2026, 0, 10 - index)) })
  }
}

test("a request leads to the others of the list that it was opened from, and back to that list", async () => {
  const { user } = await openScreen("/admin/messages?tri=ancien&secteur=construction", {
    as: "admin",
    fill: fillInbox,
  })
  await findRow("Ada Mukendi")
  await fill(user, searchBox(), "mukendi")
  await waitFor(() => expect(senders()).toEqual(["Cléo Mukendi", "Béa Mukendi", "Ada Mukendi"]))
  const address = location.search
  await user.click(within(row("Béa Mukendi")).getByRole("link", { name: "Béa Mukendi" }))
  await findRequest()
  const neighbours = () => within(screen.getByRole("navigation", { name: "Demandes voisines dans la liste" }))
  await user.click(neighbours().getByRole("link", { name: "Suivante" }))
  await screen.findByRole("heading", { level: 1, name: "Demande d’Ada Mukendi" })
  expect(neighbours().getByRole<HTMLButtonElement>("button", { name: "Suivante" }).disabled).toBe(true)
  await user.click(neighbours().getByRole("link", { name: "Précédente" }))
  await screen.findByRole("heading", { level: 1, name: "Demande de Béa Mukendi" })
  await user.click(screen.getByRole("link", { name: "Tous les messages" }))
  await waitFor(() => expect(location.search).toBe(address))
  await screen.findByText("3 messages trouvés")
  expect(searchBox().value).toBe("mukendi")
})

test("a request that was opened by its address names no neighbours", async () => {
  await openScreen("/admin/messages/2", { as: "admin", fill: fillInbox })
  await findRequest()
  expect(screen.queryByRole("link", { name: "Suivante" })).toBeNull()
  expect(screen.getByRole("link", { name: "Tous les messages" }).getAttribute("href")).toBe("/admin/messages")
})

test("going back leads from one state of a list to the state before, but not through what was typed", async () => {
  const { user } = await openScreen("/admin/messages", { as: "admin", fill: fillInbox })
  await findRow("Ada Mukendi")
  await user.click(stateLink("Archivés"))
  await screen.findByRole("heading", { name: "Aucun message archivé" })
  await fill(user, searchBox(), "ada")
  await waitFor(() => expect(location.search).toContain("search=ada"))
  history.back()
  await waitFor(() => expect(senders()).toHaveLength(4))
  expect(location.search).toBe("")
})

test("a project opens by its name, and its screen leads back to the list as it was", async () => {
  const { user } = await openScreen("/admin/projects?statut=en-cours", {
    as: "admin",
    fill: ({ db }) => createTestProject(db, { name: "Pont", status: "En cours" }),
  })
  await projects.findRow("Pont")
  await user.click(screen.getByRole("link", { name: "Pont" }))
  await screen.findByRole("heading", { level: 1, name: "Modifier le projet" })
  expect(location.pathname).toBe("/admin/project-edit/1")
  await user.click(screen.getByRole("link", { name: "Tous les projets" }))
  await projects.findRow("Pont")
  expect(location.search).toBe("?statut=en-cours")
})

test("a status changed in the list says so, keeps the focus, and is set back once by « Annuler »", async () => {
  const { user, site } = await openScreen("/admin/projects", {
    as: "admin",
    fill: ({ db }) => createTestProject(db, { name: "Pont", status: null }),
  })
  await projects.findRow("Pont")
  projects.statusOf("Pont").focus()
  await user.selectOptions(projects.statusOf("Pont"), "Terminé")
  const notice = await screen.findByText("« Pont » : Terminé.")
  expect(document.activeElement).toBe(projects.statusOf("Pont"))
  const stored = async () => (await site.db.selectFrom("projects").select("status").executeTakeFirst())?.status
  expect(await stored()).toBe("Terminé")
  await user.click(within(notice.closest('[role="status"]') as HTMLElement).getByRole("button", { name: "Annuler" }))
  await screen.findByText("Changement annulé : le statut de « Pont » est de nouveau « Non défini ».")
  expect(screen.queryByRole("button", { name: "Annuler" })).toBeNull()
  expect(await stored()).toBeNull()
  expect(textOf(projects.row("Pont"))).toContain("Non défini")
})
