import { expect, type Page } from "@playwright/test"
import { openScreen } from "./sign-in.ts"

export async function openInbox(page: Page, search = "") {
  await openScreen(page, `/admin/messages${search}`, "Messages")
  await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0)
}

/** The messages of the page. */
export function rows(page: Page) {
  return page.getByRole("main").locator("li[data-row]")
}

export function row(page: Page, name: string) {
  return rows(page).filter({ has: page.getByRole("link", { name, exact: true }) })
}

/** The links to the messages, which are their senders' names. */
export function names(page: Page) {
  return rows(page).locator('a[href^="/admin/messages/"]')
}

export function stateLink(page: Page, name: string) {
  return page.getByRole("navigation", { name: "Messages par état" }).getByRole("link", { name: new RegExp(`^${name}`) })
}

export function banner(page: Page) {
  return page.getByRole("main").getByRole("status")
}

export function undo(page: Page) {
  return page.getByRole("main").getByRole("button", { name: "Annuler", exact: true })
}

export function selectorOf(page: Page, name: string) {
  return page.getByRole("checkbox", { name: `Sélectionner le message de ${name}`, exact: true })
}
