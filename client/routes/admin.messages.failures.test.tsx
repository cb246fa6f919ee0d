import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { findRow, row, rowButton, selectionBar, selectPage, senders, undo } from "#client/testing/inbox.ts"
import { lostResponse, noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textOf } from "#client/testing/text-of.ts"
import type { Database } from "#server/database/core/database.ts"
import { createTestMessages } from "#server/testing/fixtures.ts"

async function openInbox(count: number) {
  const opened = await openScreen("/admin/messages", { as: "admin", fill: ({ db }) => createTestMessages(db, count) })
  await findRow("Client 1")
  return opened
}

async function states(db: Database) {
  const found = await db.selectFrom("messages").select("state").orderBy("id").execute()
  return found.map(({ state }) => state)
}

function alert() {
  return within(screen.getByRole("main")).findByRole("alert")
}

test("a selection beyond the page that fails says so, and can be made again", async () => {
  const { user, network } = await openInbox(51)
  await user.click(selectPage())
  const end = network.answer("messages.ids", noConnection)
  await user.click(selectionBar().getByRole("button", { name: "Sélectionner les 51 messages trouvés" }))
  expect(textOf(await selectionBar().findByRole("alert"))).toBe("La sélection a échoué : connexion impossible")
  end()
  await user.click(selectPage())
  await user.click(selectPage())
  expect(selectionBar().queryByRole("alert")).toBeNull()
  await user.click(selectionBar().getByRole("button", { name: "Sélectionner les 51 messages trouvés" }))
  await screen.findByText("51 messages sélectionnés")
})

test("a change that is interrupted says how far it came, and goes on by « Réessayer »", async () => {
  const { user, network, site } = await openInbox(3)
  await user.click(selectPage())
  const end = network.answer("messages.change", noConnection)
  await user.click(selectionBar().getByRole("button", { name: "Archiver" }))
  expect(textOf(await alert())).toContain("Interrompu (connexion impossible) : 0 sur 3 messages modifiés.")
  expect(await states(site.db)).toEqual(["new", "new", "new"])
  end()
  await user.click(screen.getByRole("button", { name: "Réessayer" }))
  await screen.findByText("3 messages archivés.")
  expect(await states(site.db)).toEqual(["archived", "archived", "archived"])
})

test("a change whose response was lost can be undone, too", async () => {
  const { user, network, site } = await openInbox(2)
  await user.click(selectPage())
  network.answer("messages.change", lostResponse)
  await user.click(selectionBar().getByRole("button", { name: "Archiver" }))
  await alert()
  expect(await states(site.db)).toEqual(["archived", "archived"])
  await user.click(undo())
  await screen.findByText("Modification annulée pour 2 messages.")
  expect(await states(site.db)).toEqual(["new", "new"])
})

test("an undo whose answer is lost is not said to have done nothing", async () => {
  const { user, network, site } = await openInbox(2)
  await user.click(rowButton("Client 1", "Archiver"))
  await screen.findByText("1 message archivé.")
  const end = network.answer("messages.undo", lostResponse)
  await user.click(undo())
  expect(textOf(await alert())).toContain("L’annulation s’est interrompue (connexion impossible).")
  end()
  await user.click(screen.getByRole("button", { name: "Réessayer" }))
  await screen.findByText("L’annulation est terminée.")
  expect(await states(site.db)).toEqual(["new", "new"])
})

test("what somebody else has changed since is left as it is by an undo", async () => {
  const { user, site } = await openInbox(2)
  await user.click(selectPage())
  await user.click(selectionBar().getByRole("button", { name: "Archiver" }))
  await screen.findByText("2 messages archivés.")
  const { id } = await site.db.selectFrom("messages").select("id").orderBy("id").executeTakeFirstOrThrow()
  await site.db.updateTable("messages").set({ state: "answered" }).where("id", "=", id).execute()
  await user.click(undo())
  await screen.findByText("Modification annulée pour 1 message.")
  screen.getByText("1 message, modifié depuis, est resté tel quel.")
  expect(await states(site.db)).toEqual(["answered", "new"])
})

test("the rows stay in sight when they cannot be fetched again", async () => {
  const { user, network } = await openInbox(2)
  const end = network.answer("messages.search", noConnection)
  await user.click(rowButton("Client 2", "Archiver"))
  const failure = await screen.findByText("Erreur lors du chargement des messages : connexion impossible")
  expect(senders()).toEqual(["Client 1", "Client 2"])
  end()
  await user.click(screen.getByRole("button", { name: "Réessayer" }))
  await waitFor(() => expect(failure.isConnected).toBe(false))
  expect(textOf(row("Client 2"))).toContain("Archivé")
})
