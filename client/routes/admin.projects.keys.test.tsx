import { screen, waitFor, within } from "@testing-library/dom"
import { expect, test } from "vitest"
import { openScreen } from "#client/testing/open-screen.tsx"
import { findRow, row, searchBox, selectorOf, statusOf } from "#client/testing/project-table.ts"
import type { Role } from "#server/contract/domains/roles.ts"
import { createTestProjects } from "#server/testing/fixtures.ts"

async function openTable(role: Role = "admin") {
  const fill = ({ db }: Parameters<NonNullable<Parameters<typeof openScreen>[1]>["fill"] & object>[0]) =>
    createTestProjects(db, [{ name: "Pont" }, { name: "Gare" }, { name: "Quai" }])
  const opened = await openScreen("/admin/projects", { as: role, fill })
  await screen.findByText("Quai")
  return opened
}

const helpDialog = () => screen.queryByRole("dialog", { name: "Raccourcis clavier" })

test("arrows walk the rows, Space and x select", async () => {
  const { user } = await openTable()
  await user.keyboard("{ArrowDown}")
  expect(document.activeElement).toBe(row("Quai"))
  await user.keyboard("{ArrowDown}")
  expect(document.activeElement).toBe(row("Gare"))
  await user.keyboard(" ")
  expect(selectorOf("Gare").checked).toBe(true)
  await user.keyboard("{ArrowUp}x")
  expect(selectorOf("Quai").checked).toBe(true)
  expect(screen.getByText("2 projets sélectionnés")).toBeTruthy()
  await user.keyboard("x")
  expect(selectorOf("Quai").checked).toBe(false)
})

test("the Tab key reaches the row that was left, and no other", async () => {
  const { user } = await openTable()
  await user.keyboard("{ArrowDown}{ArrowDown}")
  searchBox().focus()
  expect(["Quai", "Gare", "Pont"].map((name) => row(name).tabIndex)).toEqual([-1, 0, -1])
})

test("in a field the keys write, and in a select they choose", async () => {
  const { user } = await openTable()
  await user.type(searchBox(), "x/?")
  expect(searchBox().value).toBe("x/?")
  expect(helpDialog()).toBeNull()
  await user.clear(searchBox())
  statusOf("Gare").focus()
  await user.keyboard("x{ArrowDown}{Escape}")
  expect(document.activeElement).toBe(statusOf("Gare"))
  expect(selectorOf("Gare").checked).toBe(false)
})

test("? opens the list of keys, in which no row is walked", async () => {
  const { user } = await openTable()
  row("Gare").focus()
  await user.keyboard("?")
  const dialog = helpDialog() as HTMLElement
  expect(within(dialog).getAllByRole("definition")).toHaveLength(7)
  await user.keyboard("{ArrowDown}")
  expect(dialog.contains(document.activeElement)).toBe(true)
  await user.keyboard("{Escape}")
  await waitFor(() => expect(helpDialog()).toBeNull())
})

test("/ goes to the search, the arrow from there to what is found, and Enter opens it", async () => {
  const { user } = await openTable()
  row("Pont").focus()
  await user.keyboard("/")
  expect(document.activeElement).toBe(searchBox())
  await user.keyboard("pont")
  await waitFor(() => expect(screen.queryByRole("button", { name: "Modifier Gare" })).toBeNull())
  await user.keyboard("{ArrowDown}")
  expect(document.activeElement).toBe(row("Pont"))
  await user.keyboard("{Enter}")
  expect((await screen.findByLabelText<HTMLInputElement>("Nom du projet")).value).toBe("Pont")
})

test("those of one character can be turned off, which stays so", async () => {
  const { user, reload } = await openTable()
  await user.click(screen.getByRole("button", { name: "Raccourcis" }))
  await user.click(screen.getByRole("checkbox", { name: /^Utiliser les touches/ }))
  await user.keyboard("{Escape}")
  reload()
  await findRow("Gare")
  await user.keyboard("/?")
  expect(document.activeElement).not.toBe(searchBox())
  expect(helpDialog()).toBeNull()
  await user.click(screen.getByRole("button", { name: "Raccourcis" }))
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /^Utiliser les touches/ }).checked).toBe(false)
})

test("a reader, who opens and selects nothing, is told no keys for it", async () => {
  const { user } = await openTable("reader")
  await user.click(screen.getByRole("button", { name: "Raccourcis" }))
  expect(within(helpDialog() as HTMLElement).getAllByRole("definition")).toHaveLength(5)
})
