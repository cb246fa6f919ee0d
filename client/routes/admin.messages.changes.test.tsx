import { screen, waitFor, within } from "@testing-library/dom"
import { describe, expect, test } from "vitest"
import {
  assigneeOf,
  findRow,
  row,
  rowButton,
  selectionBar,
  selectorOf,
  selectPage,
  senders,
  stateLink,
  undo,
} from "#client/testing/inbox.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { textOf } from "#client/testing/text-of.ts"
import type { Database } from "#server/database/core/database.ts"
import { createTestMessages } from "#server/testing/fixtures.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

/** Opens the inbox with « Client 1 », « Client 2 »…, the first one newest. */
function openInbox(count: number) {
  return openScreen("/admin/messages", { as: "admin", fill: ({ db }) => createTestMessages(db, count) })
}

/** The states of all messages, the oldest first. */
async function states(db: Database) {
  const found = await db.selectFrom("messages").select("state").orderBy("id").execute()
  return found.map(({ state }) => state)
}

describe("one message", () => {
  test("is taken on, and « Annuler » takes that back", async () => {
    const { user, site, account } = await openInbox(2)
    await findRow("Client 2")
    await user.click(rowButton("Client 2", "Prendre en charge"))
    await screen.findByText(`1 message confié à ${account?.username}.`)
    await waitFor(() => expect(textOf(row("Client 2"))).toContain("En cours"))
    expect(within(row("Client 2")).queryByRole("button", { name: /^Prendre en charge/ })).toBeNull()
    await user.click(undo())
    await screen.findByText("Modification annulée pour 1 message.")
    expect(await states(site.db)).toEqual(["new", "new"])
  })

  test("is handed to a colleague by one choice, and taken back", async () => {
    const { user, site } = await openScreen("/admin/messages", {
      as: "admin",
      async fill({ db }) {
        await createTestAccount(db, { role: "agent", username: "Marie Kabongo" })
        await createTestMessages(db, 1)
      },
    })
    await findRow("Client 1")
    await user.selectOptions(assigneeOf("Client 1"), await within(row("Client 1")).findByText("Marie Kabongo"))
    await screen.findByText("1 message confié à Marie Kabongo.")
    await waitFor(() => expect(assigneeOf("Client 1").selectedOptions[0]?.textContent).toBe("Marie Kabongo"))
    expect(textOf(row("Client 1")), "it waits for her as it has come").toContain("Non lu")
    expect(await states(site.db)).toEqual(["new"])
    await user.click(undo())
    await screen.findByText("Modification annulée pour 1 message.")
    await waitFor(() => expect(assigneeOf("Client 1").selectedOptions[0]?.textContent).toBe("Non attribuée"))
  })

  test("is archived, and brought back from among the archived ones", async () => {
    const { user, open } = await openInbox(1)
    await findRow("Client 1")
    await user.click(rowButton("Client 1", "Archiver"))
    await screen.findByText("1 message archivé.")
    open("/admin/messages?etat=archive")
    await findRow("Client 1")
    await user.click(selectorOf("Client 1"))
    await user.click(selectionBar().getByRole("button", { name: "Remettre en cours" }))
    await screen.findByText("1 message remis en cours.")
    await screen.findByRole("heading", { name: "Aucun message archivé" })
  })

  test("that is none is brought back from the spam", async () => {
    const { user, site } = await openScreen("/admin/messages?etat=indesirable", {
      as: "admin",
      async fill({ db }) {
        await createTestMessages(db, 1)
        await db.updateTable("messages").set({ state: "spam" }).execute()
      },
    })
    await findRow("Client 1")
    await user.click(rowButton("Client 1", "Ce n’est pas indésirable"))
    await screen.findByText("1 message remis parmi les nouveaux.")
    expect(await states(site.db)).toEqual(["new"])
  })
})

describe("many messages", () => {
  test("are marked as spam in two actions, and taken back by one", async () => {
    const { user, site } = await openInbox(10)
    await findRow("Client 1")
    await user.click(selectPage())
    screen.getByText("10 messages sélectionnés")
    await user.click(selectionBar().getByRole("button", { name: "Marquer indésirable" }))
    await screen.findByText("10 messages jugés indésirables.")
    await screen.findByRole("heading", { name: "Aucun message pour l’instant" })
    expect(new Set(await states(site.db))).toEqual(new Set(["spam"]))
    await user.click(undo())
    await screen.findByText("Modification annulée pour 10 messages.")
    await waitFor(() => expect(senders()).toHaveLength(10))
    expect(new Set(await states(site.db))).toEqual(new Set(["new"]))
  })

  test("are handed to a colleague by a menu, which Escape closes", async () => {
    const { user } = await openScreen("/admin/messages", {
      as: "admin",
      async fill({ db }) {
        await createTestAccount(db, { role: "agent", username: "Marie Kabongo" })
        await createTestMessages(db, 2)
      },
    })
    await findRow("Client 1")
    await user.click(selectPage())
    const menu = selectionBar().getByText("Confier à")
    await user.click(menu)
    await user.keyboard("{Escape}")
    expect(menu.closest("details")?.open).toBe(false)
    await user.click(menu)
    await user.click(selectionBar().getByRole("button", { name: "Marie Kabongo" }))
    await screen.findByText("2 messages confiés à Marie Kabongo.")
  })

  test("go to the trash, and one comes back from there", async () => {
    const { user } = await openInbox(3)
    await findRow("Client 1")
    await user.click(selectorOf("Client 1"))
    await user.click(selectorOf("Client 2"))
    await user.click(selectionBar().getByRole("button", { name: "Supprimer" }))
    await screen.findByText("2 messages mis à la corbeille.")
    await waitFor(() => expect(senders()).toEqual(["Client 3"]))
    await user.click(stateLink("Corbeille"))
    await findRow("Client 1")
    screen.getByText("Les messages supprimés se restaurent pendant 30 jours, puis ils sont effacés.")
    await user.click(rowButton("Client 1", "Restaurer"))
    await screen.findByText("1 message restauré.")
    await waitFor(() => expect(senders()).toEqual(["Client 2"]))
  })

  test("are selected beyond the page, and stay so when the page is deselected", async () => {
    const { user, site } = await openInbox(52)
    await findRow("Client 1")
    await user.click(selectPage())
    await user.click(selectionBar().getByRole("button", { name: "Sélectionner les 52 messages trouvés" }))
    await screen.findByText("52 messages sélectionnés")
    await user.click(selectPage())
    screen.getByText("2 messages sélectionnés")
    await user.click(selectionBar().getByRole("button", { name: "Archiver" }))
    await screen.findByText("2 messages archivés.")
    expect((await states(site.db)).slice(0, 3)).toEqual(["archived", "archived", "new"])
  })

  test("that were found after they were deselected stay so", async () => {
    const { user, network } = await openInbox(52)
    await findRow("Client 1")
    await user.click(selectPage())
    const { promise, resolve } = Promise.withResolvers<void>()
    let isAnswered = false
    network.answer("messages.ids", async (_request, proceed) => {
      await promise
      return proceed().finally(() => {
        isAnswered = true
      })
    })
    await user.click(selectionBar().getByRole("button", { name: "Sélectionner les 52 messages trouvés" }))
    await user.click(selectionBar().getByRole("button", { name: "Tout désélectionner" }))
    expect(document.activeElement).toBe(screen.getByText("52 messages"))
    await user.click(selectorOf("Client 2"))
    resolve()
    await waitFor(() => expect(isAnswered).toBe(true))
    await user.click(selectorOf("Client 1"))
    await screen.findByText("2 messages sélectionnés")
  })

  test("are deselected by another search", async () => {
    const { user } = await openInbox(2)
    await findRow("Client 1")
    await user.click(selectPage())
    await user.click(stateLink("Nouveaux"))
    await waitFor(() => expect(screen.queryByRole("region", { name: "Actions sur la sélection" })).toBeNull())
    expect(selectorOf("Client 1").checked).toBe(false)
  })
})

describe("while one change is in progress", () => {
  async function archiveSlowly() {
    const opened = await openInbox(3)
    await findRow("Client 3")
    await opened.user.click(selectorOf("Client 2"))
    const release = opened.network.hold("messages.change")
    await opened.user.click(rowButton("Client 3", "Archiver"))
    await screen.findByRole("progressbar")
    return { ...opened, release }
  }

  test("no other begins from the rows, whose buttons say so", async () => {
    const { user, network, release } = await archiveSlowly()
    for (const action of ["Archiver", "Prendre en charge", "Supprimer"]) {
      expect(rowButton("Client 2", action).getAttribute("aria-disabled")).toBe("true")
      await user.click(rowButton("Client 2", action))
    }
    expect(assigneeOf("Client 2").getAttribute("aria-disabled")).toBe("true")
    await user.selectOptions(assigneeOf("Client 2"), assigneeOf("Client 2").options[1] as HTMLOptionElement)
    expect(assigneeOf("Client 2").selectedOptions[0]?.textContent).toBe("Non attribuée")
    expect(screen.queryByRole("dialog")).toBeNull()
    expect(selectorOf("Client 2").checked).toBe(true)
    release()
    await screen.findByText("1 message archivé.")
    expect(network.requests.filter((request) => request.includes("messages.change"))).toHaveLength(1)
  })

  test("a search does not hide it, and no selection can be changed", async () => {
    const { user, release } = await archiveSlowly()
    await user.type(screen.getByRole("searchbox"), "client")
    await screen.findByText("3 messages trouvés")
    expect(location.search).toBe("?search=client")
    screen.getByRole("progressbar")
    await user.click(selectorOf("Client 1"))
    expect(screen.queryByRole("region", { name: "Actions sur la sélection" })).toBeNull()
    release()
    await screen.findByText("1 message archivé.")
    screen.getByRole("region", { name: "Actions sur la sélection" })
  })

  test("nor while it is undone, after which the buttons work again", async () => {
    const { user, network, site } = await openInbox(2)
    await findRow("Client 1")
    await user.click(rowButton("Client 2", "Archiver"))
    await screen.findByText("1 message archivé.")
    const release = network.hold("messages.undo")
    await user.click(undo())
    await screen.findByRole("progressbar")
    await user.click(rowButton("Client 1", "Archiver"))
    release()
    await screen.findByText("Modification annulée pour 1 message.")
    expect(await states(site.db)).toEqual(["new", "new"])
    await user.click(rowButton("Client 1", "Archiver"))
    await screen.findByText("1 message archivé.")
    expect(await states(site.db)).toEqual(["new", "archived"])
  })
})
