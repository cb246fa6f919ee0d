import { screen, within } from "@testing-library/dom"
import { textsOf } from "./text-of.ts"

// The parts of the projects' table, by their accessible names.

/** Waits until the project stands in the table. */
export async function findRow(name: string): Promise<HTMLElement> {
  return rowAround(await screen.findByRole("button", { name: `Modifier ${name}` }))
}

export function row(name: string): HTMLElement {
  return rowAround(screen.getByRole("button", { name: `Modifier ${name}` }))
}

function rowAround(button: HTMLElement): HTMLElement {
  const row = button.closest("tr")
  if (!row) throw new Error("the button stands in no row")
  return row
}

/** The rows, without the table's head. */
export function rows(): HTMLElement[] {
  return within(screen.getByRole("table")).getAllByRole("row").slice(1)
}

/** The names that stand in the table, in their order. */
export function namesShown(): string[] {
  const buttons = within(screen.getByRole("table")).queryAllByRole("button", { name: /^Modifier / })
  return buttons.map((button) => button.getAttribute("aria-label")?.replace("Modifier ", "") ?? "")
}

export function statusOf(name: string): HTMLSelectElement {
  return screen.getByRole("combobox", { name: `Statut de ${name}` })
}

export function searchBox(): HTMLInputElement {
  return screen.getByRole("searchbox", { name: "Rechercher un projet" })
}

export function figures(): string[] {
  return textsOf(within(screen.getByRole("main")).getAllByRole("definition"))
}

export function stateLink(name: string): HTMLElement {
  const states = screen.getByRole("navigation", { name: "Projets par état" })
  return within(states).getByRole("link", { name: new RegExp(`^${name}`) })
}

/** The checkbox of a row. */
export function selectorOf(name: string): HTMLInputElement {
  return screen.getByRole("checkbox", { name: `Sélectionner ${name}` })
}

/** The bar of actions on the selected rows. */
export function selectionBar() {
  return within(screen.getByRole("region", { name: "Actions sur la sélection" }))
}
