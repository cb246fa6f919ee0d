import { expect, type Page } from "@playwright/test"
import { openScreen } from "./sign-in.ts"

export async function openTable(page: Page, path = "/admin/projects") {
  await openScreen(page, path, "Projets")
  await expect(page.getByRole("main").locator("[aria-busy=true]")).toHaveCount(0)
}

/** The rows of the projects' table, without its head. */
export function rows(page: Page) {
  return page.getByRole("table").locator("tbody tr")
}

export function row(page: Page, name: string) {
  return rows(page).filter({ has: page.getByRole("button", { name: `Modifier ${name}`, exact: true }) })
}

export function statusOf(page: Page, name: string) {
  return page.getByRole("combobox", { name: `Statut de ${name}`, exact: true })
}

export function searchBox(page: Page) {
  return page.getByRole("searchbox", { name: "Rechercher un projet" })
}

/** The checkbox of a row. */
export function selectorOf(page: Page, name: string) {
  return page.getByRole("checkbox", { name: `Sélectionner ${name}`, exact: true })
}
