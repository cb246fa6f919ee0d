import { screen, waitFor, within } from "@testing-library/dom"
import { expect } from "vitest"
import { textOf } from "./text-of.ts"

// The parts of a request's screen, by their accessible names.

/** Waits until the request is shown. */
export function findRequest(): Promise<HTMLElement> {
  return screen.findByRole("heading", { level: 1, name: /^Demande d/ })
}

function list(): Element[] {
  return [...(screen.getByRole("region", { name: "Échanges" }).querySelector("ol")?.children ?? [])]
}

/** The request, its answers and events, in their order, as one text each. */
export function entries(): string[] {
  return list().map(textOf)
}

/** Waits until an entry holds the text, and returns it. */
export function findEntry(text: string): Promise<HTMLElement> {
  return waitFor(() => {
    const found = list().find((entry) => textOf(entry).includes(text))
    expect(entries()).toContainEqual(expect.stringContaining(text))
    return found as HTMLElement
  })
}

export function actions() {
  return within(screen.getByRole("region", { name: "Actions" }))
}

/** The button of an action, which phones repeat in a menu. */
export function action(name: string): HTMLElement {
  return actions().getAllByRole("button", { name })[0] as HTMLElement
}

export function assignee(): HTMLSelectElement {
  return screen.getByLabelText("Personne en charge")
}

/** Waits until the message about the last action begins with the text. */
export function findOutcome(text: string): Promise<HTMLElement> {
  return within(screen.getByRole("main")).findByText(text, { selector: "[role=status] *" })
}

export function undo(): HTMLElement {
  return within(screen.getByRole("main")).getByRole("button", { name: "Annuler" })
}

export function answerField(): HTMLTextAreaElement {
  return screen.getByLabelText("Votre réponse")
}

export function noteField(): HTMLTextAreaElement {
  return screen.getByLabelText("Note pour l’équipe")
}

export function sendButton(): HTMLElement {
  return screen.getByRole("button", { name: "Envoyer la réponse" })
}
