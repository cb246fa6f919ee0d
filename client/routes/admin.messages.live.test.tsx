import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { findRow, inRow, selectionBar, selectorOf, selectPage, senders } from "#client/testing/inbox.ts"
import { noConnection } from "#client/testing/network.ts"
import { fakeTime, openScreen, passTime } from "#client/testing/open-screen.tsx"
import { contactFields, createTestMessage, createTestMessages } from "#server/testing/fixtures.ts"

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

test("unread messages are counted in the title and in the menu, which follow what is read", async () => {
  const { user } = await openInbox(3)
  await waitFor(() => expect(document.title).toBe("(3) Messages – Administration"))
  expect(menuLink().textContent).toMatch(/3 non lus$/)
  inRow("Client 1").getByText("Non lu")
  await user.click(selectorOf("Client 1"))
  await markAsRead(user)
  await screen.findByText("1 message marqué comme lu.")
  await waitFor(() => expect(document.title).toBe("(2) Messages – Administration"))
  await waitFor(() => expect(inRow("Client 1").queryByText("Non lu")).toBeNull())
  inRow("Client 2").getByText("Non lu")
  await user.click(selectPage())
  await markAsRead(user)
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
  await waitFor(() => expect(menuLink().textContent).toMatch(/1 non lu$/))
  await createTestMessage(site.db)
  // The stream is tried a second time after some seconds, and from then on the inbox is asked for twice a minute.
  await passTime(10_000)
  await network.sent("/api/admin/events", 2)
  await passTime(60_000)
  await waitFor(() => expect(menuLink().textContent).toMatch(/2 non lus$/))
})
