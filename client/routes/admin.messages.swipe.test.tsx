import { fireEvent, screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { findRow, row } from "#client/testing/inbox.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { createTestMessages } from "#server/testing/fixtures.ts"

function openInbox() {
  return openScreen("/admin/messages", { as: "admin", fill: ({ db }) => createTestMessages(db, 1) })
}

const finger = { pointerType: "touch", isPrimary: true, pointerId: 1 }

function move(sender: string, x: number, y = 0) {
  fireEvent.pointerDown(row(sender), { ...finger, clientX: 100, clientY: 50 })
  for (const part of [0.2, 0.6, 1])
    fireEvent.pointerMove(row(sender), { ...finger, clientX: 100 + x * part, clientY: 50 + y * part })
}

test("a finger that moves a row to the right takes the message on", async () => {
  const { account } = await openInbox()
  await findRow("Client 1")
  move("Client 1", 140)
  await within(row("Client 1")).findByText("Prendre en charge")
  fireEvent.pointerUp(row("Client 1"), finger)
  await screen.findByText(`1 message confié à ${account?.username}.`)
})

test("a finger that moves a row to the left archives it", async () => {
  await openInbox()
  await findRow("Client 1")
  move("Client 1", -140)
  await within(row("Client 1")).findByText("Archiver")
  fireEvent.pointerUp(row("Client 1"), finger)
  await screen.findByText("1 message archivé.")
})

test("a finger that moves a little, or downwards, does nothing", async () => {
  const { network } = await openInbox()
  await findRow("Client 1")
  move("Client 1", 40)
  await within(row("Client 1")).findByText("Prendre en charge")
  fireEvent.pointerUp(row("Client 1"), finger)
  await waitFor(() => expect(within(row("Client 1")).queryByText("Prendre en charge")).toBeNull())
  move("Client 1", 100, 140)
  fireEvent.pointerUp(row("Client 1"), finger)
  move("Client 1", -140)
  await within(row("Client 1")).findByText("Archiver")
  fireEvent.pointerUp(row("Client 1"), finger)
  await screen.findByText("1 message archivé.")
  expect(network.requests.filter((request) => request.includes("messages.change"))).toHaveLength(1)
})
