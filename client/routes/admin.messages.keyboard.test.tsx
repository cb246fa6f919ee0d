import { screen, waitFor, within } from "@testing-library/dom"
import { describe, expect, test } from "vitest"
import { findRow, row, rowButton, searchBox, selectorOf, senders } from "#client/testing/inbox.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { createTestMessages } from "#server/testing/fixtures.ts"

async function openInbox(search = "") {
  const opened = await openScreen(`/admin/messages${search}`, {
    as: "admin",
    fill: ({ db }) => createTestMessages(db, 3),
  })
  await findRow("Client 1")
  return opened
}

describe("by keyboard alone", () => {
  test("arrows walk through the rows, of which Tab reaches one", async () => {
    const { user } = await openInbox()
    await user.keyboard("{ArrowDown}")
    expect(document.activeElement).toBe(row("Client 1"))
    await user.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}")
    expect(document.activeElement).toBe(row("Client 2"))
    expect(["Client 1", "Client 2", "Client 3"].map((name) => row(name).tabIndex)).toEqual([-1, 0, -1])
  })

  test("Space and x select a row, and deselect it", async () => {
    const { user } = await openInbox()
    await user.keyboard("{ArrowDown}[Space]")
    screen.getByText("1 message sélectionné")
    expect(selectorOf("Client 1").checked).toBe(true)
    await user.keyboard("{ArrowDown}x")
    screen.getByText("2 messages sélectionnés")
    await user.keyboard("x{ArrowUp}[Space]")
    expect(screen.queryByRole("region", { name: "Actions sur la sélection" })).toBeNull()
  })

  test("Enter opens the row's request", async () => {
    const { user } = await openInbox()
    await user.keyboard("{ArrowDown}{ArrowDown}{Enter}")
    await screen.findByRole("heading", { level: 1, name: "Demande de Client 2" })
    expect(location.pathname).toMatch(/^\/admin\/messages\/\d+$/)
  })

  test("/ goes to the search, from which an arrow leads to the first row found", async () => {
    const { user } = await openInbox()
    await user.keyboard("/client-3")
    expect(document.activeElement).toBe(searchBox())
    await waitFor(() => expect(senders()).toEqual(["Client 3"]))
    await user.keyboard("{ArrowDown}")
    expect(document.activeElement).toBe(row("Client 3"))
  })

  test("after an action, the arrows go on from the row that it was in", async () => {
    const { user } = await openInbox("?etat=nouveau")
    await user.keyboard("{ArrowDown}{ArrowDown}")
    rowButton("Client 2", "Archiver").focus()
    await user.keyboard("{Enter}")
    await screen.findByText("1 message archivé.")
    await waitFor(() => expect(senders()).toEqual(["Client 1", "Client 3"]))
    await user.keyboard("{ArrowDown}")
    expect(document.activeElement).toBe(row("Client 3"))
  })
})

describe("« ? »", () => {
  test("lists the keys, which do nothing while the list is open", async () => {
    const { user } = await openInbox()
    await user.keyboard("?")
    const help = within(await screen.findByRole("dialog", { name: "Raccourcis clavier" }))
    for (const action of ["Aller à la recherche", "Parcourir les messages", "Ouvrir le message"]) help.getByText(action)
    await user.keyboard("/")
    expect(document.activeElement).not.toBe(searchBox())
    await user.keyboard("{Escape}")
    expect(screen.queryByRole("dialog")).toBeNull()
  })

  test("and / are turned off for people who dictate, also after a reload; the button remains", async () => {
    const { user, reload } = await openInbox()
    await user.click(screen.getByRole("button", { name: "Raccourcis" }))
    await user.click(screen.getByRole("checkbox", { name: "Utiliser les touches / et\u202f?" }))
    await user.keyboard("{Escape}")
    reload()
    await findRow("Client 1")
    await user.keyboard("?/")
    expect(screen.queryByRole("dialog")).toBeNull()
    expect(document.activeElement).not.toBe(searchBox())
    await user.keyboard("{ArrowDown}")
    expect(document.activeElement).toBe(row("Client 1"))
  })

  test("names only the keys that a role can use", async () => {
    const { user } = await openScreen("/admin/messages", { as: "reader" })
    await user.click(await screen.findByRole("button", { name: "Raccourcis" }))
    const help = within(await screen.findByRole("dialog", { name: "Raccourcis clavier" }))
    help.getByText("Ouvrir le message")
    expect(help.queryByText(/Sélectionner/)).toBeNull()
  })
})
