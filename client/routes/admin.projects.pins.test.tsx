import { fireEvent, screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { createDataTransfer } from "#client/testing/data-transfer.ts"
import { type Answer, noConnection } from "#client/testing/network.ts"
import { openScreen } from "#client/testing/open-screen.tsx"
import { findRow } from "#client/testing/project-table.ts"
import { textOf } from "#client/testing/text-of.ts"
import type { Database } from "#server/database/core/database.ts"
import { createTestProjects } from "#server/testing/fixtures.ts"

const names = ["Pont", "Route", "Gare", "Quai"]

/** The call that stores an order; the one that reads it is `projects.pinned`. */
const STORE = "/trpc/projects.pin?"

/** Opens the projects of a sector, of which the given ones are pinned. */
async function openSector(...pinned: string[]) {
  const opened = await openScreen("/admin/projects?etat=publie&secteur=transport", {
    as: "admin",
    async fill({ db }) {
      await createTestProjects(
        db,
        names.map((name) => ({ name, sector: "Transport" })),
      )
      for (const [pin, name] of pinned.entries())
        await db
          .updateTable("projects")
          .set({ pin: pin + 1 })
          .where("name", "=", name)
          .execute()
    },
  })
  await findRow("Quai")
  await waitFor(() => expect(shown()).toEqual(pinned))
  return opened
}

const panel = () => within(screen.getByRole("region", { name: "En tête du secteur" }))

const items = () => panel().queryAllByRole("listitem")

/** The pinned projects, in their order. */
const shown = () => items().map((item) => names.find((name) => textOf(item).endsWith(name)))

const button = (action: string, name: string) =>
  within(screen.getByRole("main")).getByRole("button", { name: new RegExp(`^${action}\\s: ${name}$`) })

async function storedOrder(db: Database) {
  const rows = await db.selectFrom("projects").select("name").where("pin", "is not", null).orderBy("pin").execute()
  return rows.map(({ name }) => name)
}

test("without a filter by sector the list says how to pin", async () => {
  await openScreen("/admin/projects?etat=publie", { as: "admin" })
  await screen.findByText("Pour épingler des projets en tête d’un secteur, filtrez la liste par ce secteur.")
})

test("projects are pinned, in their order", async () => {
  const { user, site } = await openSector()
  expect(panel().getByText(/^Aucun projet épinglé/)).toBeTruthy()
  await user.click(button("Épingler en tête", "Pont"))
  await waitFor(() => expect(shown()).toEqual(["Pont"]))
  await user.click(button("Épingler en tête", "Gare"))
  await waitFor(() => expect(shown()).toEqual(["Pont", "Gare"]))
  await waitFor(async () => expect(await storedOrder(site.db)).toEqual(["Pont", "Gare"]))
  expect(panel().getByText("2 / 3")).toBeTruthy()
})

test("buttons order them by the keyboard, keep the focus and announce the place", async () => {
  const { user, site } = await openSector("Pont", "Gare")
  button("Monter", "Gare").focus()
  await user.keyboard("{Enter}")
  expect(shown()).toEqual(["Gare", "Pont"])
  expect(document.activeElement).toBe(button("Monter", "Gare"))
  expect(panel().getByText("Gare est épinglé en position 1.")).toBeTruthy()
  await waitFor(async () => expect(await storedOrder(site.db)).toEqual(["Gare", "Pont"]))
})

test("dragging orders them", async () => {
  const { site } = await openSector("Pont", "Gare", "Route")
  const [first, , third] = items()
  const handle = within(third as HTMLElement).getByTitle("Faire glisser pour changer l’ordre")
  const dataTransfer = createDataTransfer()
  fireEvent.dragStart(handle, { dataTransfer })
  // Browsers repeat the event.
  await waitFor(() => {
    fireEvent.dragOver(first as HTMLElement, { dataTransfer })
    expect(shown()).toEqual(["Route", "Pont", "Gare"])
  })
  expect(await storedOrder(site.db)).toEqual(["Pont", "Gare", "Route"])
  fireEvent.dragEnd(handle, { dataTransfer })
  await waitFor(async () => expect(await storedOrder(site.db)).toEqual(["Route", "Pont", "Gare"]))
})

test("a fourth one is refused", async () => {
  const { user, site } = await openSector("Pont", "Gare", "Route")
  await user.click(button("Épingler en tête", "Quai"))
  const alert = await screen.findByRole("alert")
  expect(textOf(alert)).toContain("Trois projets au plus peuvent être épinglés en tête d’un secteur")
  expect(await storedOrder(site.db)).toEqual(["Pont", "Gare", "Route"])
})

test("one that is unpinned leaves the top, and the focus stays in the panel", async () => {
  const { user, site } = await openSector("Pont", "Gare")
  await user.click(panel().getByRole("button", { name: /^Désépingler\s: Pont$/ }))
  expect(shown()).toEqual(["Gare"])
  expect(document.activeElement).toBe(screen.getByRole("region", { name: "En tête du secteur" }))
  await waitFor(async () => expect(await storedOrder(site.db)).toEqual(["Gare"]))
})

test("an order that cannot be stored goes back to the one before with a red banner", async () => {
  const { user, network } = await openSector("Gare")
  network.answer(STORE, noConnection)
  await user.click(button("Épingler en tête", "Pont"))
  const alert = await screen.findByRole("alert")
  expect(textOf(alert)).toContain("L’ordre n’a pas pu être enregistré : connexion impossible")
  expect(shown()).toEqual(["Gare"])
  expect(screen.queryByText("Pont est épinglé en position 2.")).toBeNull()
})

test("so it does where the list cannot be fetched again either", async () => {
  const { user, network } = await openSector("Gare")
  network.answer("projects.pin", noConnection)
  await user.click(button("Épingler en tête", "Quai"))
  await screen.findAllByRole("alert")
  expect(shown()).toEqual(["Gare"])
})

test("an answer to one order leaves the later one that is shown, on which the next one builds", async () => {
  const { user, network, site } = await openSector("Route", "Gare", "Pont")
  const releaseFirst = network.hold(STORE)
  await user.click(button("Monter", "Pont"))
  await network.sent(STORE, 1)
  await user.click(button("Monter", "Pont"))
  expect(shown()).toEqual(["Pont", "Route", "Gare"])
  releaseFirst()
  const releaseSecond = network.hold(STORE)
  await network.sent(STORE, 2)
  await user.click(button("Monter", "Gare"))
  expect(shown()).toEqual(["Pont", "Gare", "Route"])
  releaseSecond()
  await waitFor(async () => expect(await storedOrder(site.db)).toEqual(["Pont", "Gare", "Route"]))
  expect(shown()).toEqual(["Pont", "Gare", "Route"])
})

test("a list that was on its way does not take the place of the order that is shown", async () => {
  const { user, network, site } = await openSector("Route", "Gare", "Pont")
  const releaseLists = network.hold("projects.pinned")
  const readBefore = network.requests.length
  await user.click(button("Monter", "Gare"))
  await waitFor(() => expect(network.requests.slice(readBefore).join(" ")).toContain("projects.pinned"))
  const releaseOrders = network.hold(STORE)
  await user.click(button("Descendre", "Gare"))
  expect(shown()).toEqual(["Route", "Gare", "Pont"])
  releaseLists()
  await user.click(button("Descendre", "Gare"))
  expect(shown()).toEqual(["Route", "Pont", "Gare"])
  releaseOrders()
  await waitFor(async () => expect(await storedOrder(site.db)).toEqual(["Route", "Pont", "Gare"]))
  expect(shown()).toEqual(["Route", "Pont", "Gare"])
})

test("where a later order fails too, the one that was stored last is shown", async () => {
  const { user, network, site } = await openSector("Route", "Gare", "Pont")
  let orders = 0
  const onlyFirst: Answer = (request, proceed) => {
    orders += 1
    return orders === 1 ? proceed() : noConnection(request, proceed)
  }
  const { promise, resolve } = Promise.withResolvers<void>()
  const mend = network.answer(STORE, async (request, proceed) => {
    await promise
    return onlyFirst(request, proceed)
  })
  await user.click(button("Monter", "Pont"))
  await user.click(button("Monter", "Pont"))
  await user.click(button("Descendre", "Route"))
  expect(shown()).toEqual(["Pont", "Gare", "Route"])
  resolve()
  const alert = await screen.findByRole("alert")
  expect(textOf(alert)).toContain("L’ordre n’a pas pu être enregistré")
  await waitFor(() => expect(shown()).toEqual(["Route", "Pont", "Gare"]))
  mend()
  await user.click(button("Monter", "Gare"))
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull())
  await waitFor(async () => expect(await storedOrder(site.db)).toEqual(["Route", "Gare", "Pont"]))
})
