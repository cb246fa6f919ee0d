import { screen, within } from "@testing-library/dom"

/** Waits until a person is listed, and returns their row. */
export async function findUser(name: string): Promise<HTMLElement> {
  const main = within(await screen.findByRole("main"))
  return (await main.findByText(name)).closest("li") as HTMLElement
}

/** The row of a person who is listed. */
export function user(name: string) {
  return within(within(screen.getByRole("main")).getByText(name).closest("li") as HTMLElement)
}

export function userButton(name: string, action: string): HTMLElement {
  return user(name).getByRole("button", { name: new RegExp(`^${action}`) })
}

export function roleOf(name: string): HTMLSelectElement {
  return user(name).getByRole<HTMLSelectElement>("combobox")
}

/** The names that are listed, in their order. */
export function usersShown(): string[] {
  const badges = within(screen.getByRole("main")).queryAllByText(/^(Actif|Désactivé|Supprimé)$/)
  return badges.map((badge) => badge.parentElement?.firstElementChild?.textContent ?? "")
}
