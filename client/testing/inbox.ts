import { screen, within } from "@testing-library/dom"
import { textOf, textsOf } from "./text-of.ts"

// The parts of the inbox, by their accessible names.

function main() {
  return screen.getByRole("main")
}

function links(): HTMLElement[] {
  return [...main().querySelectorAll<HTMLElement>('a[href^="/admin/messages/"]')]
}

/** The senders' names that are listed, in their order. */
export function senders(): string[] {
  return textsOf(links())
}

export function row(sender: string): HTMLElement {
  const found = links()
    .find((link) => textOf(link) === sender)
    ?.closest("li")
  if (!found) throw new Error(`${sender} is not listed`)
  return found
}

/** Waits until the sender's request is listed. */
export async function findRow(sender: string): Promise<HTMLElement> {
  return (await within(await screen.findByRole("main")).findByText(sender)).closest("li") ?? row(sender)
}

export function inRow(sender: string) {
  return within(row(sender))
}

/** A button of a row, « Archiver » for one. */
export function rowButton(sender: string, action: string): HTMLElement {
  return inRow(sender).getByRole("button", { name: new RegExp(`^${action}`) })
}

export function assigneeOf(sender: string): HTMLSelectElement {
  return inRow(sender).getByRole<HTMLSelectElement>("combobox")
}

export function selectorOf(sender: string): HTMLInputElement {
  return inRow(sender).getByRole<HTMLInputElement>("checkbox")
}

export function selectPage(): HTMLInputElement {
  return screen.getByLabelText("Tout sélectionner")
}

/** The bar of actions on the selected messages. */
export function selectionBar() {
  return within(screen.getByLabelText("Actions sur la sélection"))
}

export function stateLink(name: string): HTMLElement {
  const states = screen.getByRole("navigation", { name: "Messages par état" })
  return within(states).getByRole("link", { name: new RegExp(`^${name}`) })
}

export function searchBox(): HTMLInputElement {
  return screen.getByRole("searchbox", { name: "Rechercher un message" })
}

export function figures(): string[] {
  return textsOf([...main().querySelectorAll("dd")])
}

export function undo(): HTMLElement {
  return within(main()).getByRole("button", { name: "Annuler" })
}
