import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { figures, findRow, rowButton, senders, undo } from "#client/testing/inbox.ts"
import { lostResponse, noConnection, proxyPage, rejection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textOf } from "#client/testing/text-of.ts"
import { createTestMessage } from "#server/testing/fixtures.ts"

/** Opens the inbox, and asks to delete its only message. */
async function askToDelete() {
  const opened = await openScreen("/admin/messages", {
    as: "admin",
    fill: ({ db }) => createTestMessage(db, { at: new Date("2025-03-09T23:45:00Z") }),
  })
  await findRow("Amina Kabongo")
  await opened.user.click(screen.getByRole("button", { name: "Supprimer le message de Amina Kabongo" }))
  const dialog = await screen.findByRole("dialog", { name: "Êtes-vous sûr de vouloir supprimer ce message ?" })
  const confirm = within(dialog).getByRole("button", { name: "Supprimer" })
  return { ...opened, dialog, confirm }
}

test("a deletion is asked for, moves the message to the trash, and is undone by « Annuler »", async () => {
  const { user, site, dialog, confirm } = await askToDelete()
  expect(textOf(dialog)).toContain("reçu le 10 mars 2025 à 00:45")
  await user.click(confirm)
  await screen.findByText("Message d’Amina Kabongo supprimé avec succès")
  expect(screen.queryByRole("dialog")).toBeNull()
  await waitFor(() => expect(senders()).toEqual([]))
  expect(figures()[0]).toBe("0")
  const find = () => site.db.selectFrom("messages").select("deletedAt").executeTakeFirst()
  expect((await find())?.deletedAt).toEqual(expect.any(String))
  await user.click(undo())
  await screen.findByText("Message d’Amina Kabongo restauré")
  await findRow("Amina Kabongo")
  expect(figures()[0]).toBe("1")
  expect(await find()).toEqual({ deletedAt: null })
})

test.each([
  { way: "« Annuler »", key: undefined },
  { way: "Escape", key: "{Escape}" },
])("$way changes nothing, and gives the focus back", async ({ key }) => {
  const { user, network, dialog } = await askToDelete()
  expect(document.activeElement).toBe(within(dialog).getByRole("button", { name: "Annuler" }))
  if (key) await user.keyboard(key)
  else await user.click(within(dialog).getByRole("button", { name: "Annuler" }))
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull())
  expect(document.activeElement).toBe(rowButton("Amina Kabongo", "Supprimer"))
  expect(network.requests.filter((request) => request.includes("messages.delete"))).toEqual([])
})

test.each([
  { failure: "no connection", answer: noConnection, text: "Erreur de réseau lors de la suppression" },
  { failure: "a proxy's page", answer: proxyPage, text: "Erreur lors de la suppression du message" },
  {
    failure: "the server's own message",
    answer: rejection("Revenez demain"),
    text: "Erreur lors de la suppression : Revenez demain",
  },
  {
    failure: "an empty message",
    answer: rejection(""),
    text: "Erreur lors de la suppression : Erreur inconnue",
  },
])("$failure is told in the dialog, after which it can be tried again", async ({ answer, text }) => {
  const { user, network, dialog, confirm } = await askToDelete()
  const end = network.answer("messages.delete", answer)
  await user.click(confirm)
  expect((await within(dialog).findByRole("alert")).textContent).toBe(text)
  end()
  await user.click(await within(dialog).findByRole("button", { name: "Supprimer" }))
  await screen.findByText("Message d’Amina Kabongo supprimé avec succès")
})

test("a deletion whose response was lost is finished by another attempt", async () => {
  const { user, network, dialog, confirm } = await askToDelete()
  const end = network.answer("messages.delete", lostResponse)
  await user.click(confirm)
  expect((await within(dialog).findByRole("alert")).textContent).toBe("Erreur de réseau lors de la suppression")
  await waitFor(() => expect(senders()).toEqual([]))
  end()
  await user.click(await within(dialog).findByRole("button", { name: "Supprimer" }))
  await screen.findByText("Message d’Amina Kabongo supprimé avec succès")
})

test("a message that somebody else has erased is told to be gone", async () => {
  const { user, site, dialog, confirm } = await askToDelete()
  await site.db.deleteFrom("messages").execute()
  await user.click(confirm)
  const alert = await within(dialog).findByRole("alert")
  expect(alert.textContent).toBe("Erreur lors de la suppression : Message introuvable")
})

test("an undo that fails says so, and can be tried again", async () => {
  const { user, network, confirm } = await askToDelete()
  await user.click(confirm)
  await screen.findByText("Message d’Amina Kabongo supprimé avec succès")
  const end = network.answer("messages.change", noConnection)
  await user.click(undo())
  const alert = await screen.findByRole("alert")
  expect(textOf(alert)).toBe("Le message n’a pas pu être restauré : connexion impossible")
  end()
  await user.click(undo())
  await screen.findByText("Message d’Amina Kabongo restauré")
})
