import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { assigneeOf, findRow, inRow, selectionBar, selectorOf, selectPage, senders } from "#client/testing/inbox.ts"
import { noConnection } from "#client/testing/network.ts"
import { fakeTime, openScreen, passTime } from "#client/testing/open-screen.tsx"
import { contactFields, createTestMessage, createTestMessages } from "#server/testing/fixtures.ts"
import { createTestAccount } from "#server/testing/test-account.ts"

async function openInbox(count: number) {
  const opened = await openScreen("/admin/messages", { as: "admin", fill: ({ db }) => createTestMessages(db, count) })
  await findRow("Client 1")
  return opened
}

function menuLink() {
  const sidebar = within(screen.getByRole("complementary"))
  return sidebar.getByRole("link", { name: /^Messages/ })
}

async function markAsRead(user: Awaited<ReturnType<typeof openInbox>>["user"]) {
  await user.click(selectionBar().getByText("Marquer"))
  await user.click(selectionBar().getByRole("button", { name: "Marquer comme lu" }))
}

test("requests to answer of nobody and of oneself are counted in the title and in the menu, read or not", async () => {
  const { user, site, account } = await openInbox(4)
  const { id: assigneeId } = await createTestAccount(site.db, { role: "agent" })
  const set = (email: string, change: { assigneeId?: number; waitingSince?: null }) =>
    site.db.updateTable("messages").set(change).where("email", "=", email).execute()
  await waitFor(() => expect(document.title).toBe("(4) Messages – Administration"))
  expect(menuLink().textContent).toMatch(/4 demandes sans réponse$/)
  await set("client-4@exemple.cd", { assigneeId })
  await waitFor(() => expect(document.title).toBe("(3) Messages – Administration"))
  await set("client-3@exemple.cd", { assigneeId: account?.id ?? 0 })
  await waitFor(() => expect(assigneeOf("Client 3").value).toBe(String(account?.id)))
  inRow("Client 1").getByText("Non lu")
  await user.click(selectorOf("Client 1"))
  await markAsRead(user)
  await screen.findByText("1 message marqué comme lu.")
  await waitFor(() => expect(inRow("Client 1").queryByText("Non lu")).toBeNull())
  inRow("Client 2").getByText("Non lu")
  expect(document.title).toBe("(3) Messages – Administration")
  expect(menuLink().textContent).toMatch(/3 demandes sans réponse$/)
  for (const number of [1, 2, 3]) await set(`client-${number}@exemple.cd`, { waitingSince: null })
  await waitFor(() => expect(document.title).toBe("Messages – Administration"))
  expect(menuLink().textContent).toBe("Messages")
})

test("marking as read or unread offers no undo, which a second mark is", async () => {
  const { user } = await openInbox(1)
  await user.click(selectPage())
  await user.click(selectionBar().getByText("Marquer"))
  await user.click(selectionBar().getByRole("button", { name: "Marquer comme non lu" }))
  await screen.findByText("Il n’y avait rien à changer.")
  expect(screen.queryByRole("button", { name: "Annuler" })).toBeNull()
})

test("a new request appears and is counted without a reload", async () => {
  const { site } = await openInbox(1)
  const sent = { ...contactFields, firstName: "Nouvelle", lastName: "Cliente" }
  expect((await site.postJson("/api/contact", sent)).status).toBe(201)
  await findRow("Nouvelle Cliente")
  expect(senders()).toEqual(["Nouvelle Cliente", "Client 1"])
  await waitFor(() => expect(document.title).toBe("(2) Messages – Administration"))
})

test("without events the inbox is polled", async () => {
  fakeTime()
  const { site, network } = await openScreen("/admin/dashboard", {
    as: "admin",
    fill: ({ db }) => createTestMessage(db),
  })
  network.answer("/api/admin/events", noConnection)
  await screen.findByRole("heading", { level: 1, name: "Dashboard" })
  await waitFor(() => expect(menuLink().textContent).toMatch(/1 demande sans réponse$/))
  await createTestMessage(site.db)
  // The stream is tried a second time after some seconds, and from then on the inbox is asked for twice a minute.
  await passTime(10_000)
  await network.sent("/api/admin/events", 2)
  await passTime(60_000)
  await waitFor(() => expect(menuLink().textContent).toMatch(/2 demandes sans réponse$/))
})
