import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestImage, createTestProject, createTestProjects } from "#server/testing/fixtures.ts"
import { delayCalls } from "./broken-calls.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { figures, namesShown, openTable, row, rows, searchBox, stateLink } from "./project-table.ts"

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    await createTestImage(db, "pont.jpg")
    const others = Array.from({ length: 48 }, (_, index) => ({ name: `Chantier ${index + 1}` }))
    await createTestProjects(db, others)
    const done = { status: "Terminé" } as const
    const images = [{ name: "pont.jpg", alt: "" }]
    await createTestProject(db, { ...done, name: "Pont", sector: "Transport", images, at: "2024-05-05T12:00:00.000Z" })
    await createTestProject(db, { ...done, name: "Atelier", sector: "Immobilier", at: "2025-05-05T12:00:00.000Z" })
    await createTestProject(db, { name: "Étable", sector: "Élevage", status: null, at: "2025-06-05T12:00:00.000Z" })
    const draft = { publishedAt: null, at: "2025-07-05T12:00:00.000Z" }
    await createTestProject(db, { name: "Ébauche", sector: "Élevage", ...draft })
    const scheduled = await createTestProject(db, { name: "Promesse", ...draft, at: "2025-08-05T12:00:00.000Z" })
    const publishAt = "2098-01-06T07:00:00.000Z"
    await db.updateTable("projects").set({ publishAt }).where("id", "=", scheduled).execute()
  },
})
// The rows name a picture whose file does not exist.
test.use({ expectedConsole: /Failed to load resource/ })

function choose(page: Page, label: string, option: string) {
  return page.getByRole("combobox", { name: label }).selectOption(option)
}

function expectNames(page: Page, names: readonly string[]) {
  return expect.poll(() => namesShown(page)).toEqual(names)
}

function expectFirst(page: Page, name: string) {
  return expect.poll(async () => (await namesShown(page))[0]).toBe(name)
}

function expectSearch(page: Page, expected: Record<string, string>) {
  return expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(expected)
}

async function filterTable(page: Page) {
  const heads = page.getByRole("columnheader")
  await stateLink(page, "Publiés").click()
  await searchBox(page).fill("e")

  await test.step("filters are combined with state and search, and a chip removes one", async () => {
    await choose(page, "Filtrer par statut", "Non défini")
    await expectNames(page, ["Étable"])
    await choose(page, "Filtrer par statut", "Terminé")
    await expectNames(page, ["Atelier", "Pont"])
    await choose(page, "Filtrer par images", "Avec images")
    await expectNames(page, ["Pont"])
    await choose(page, "Filtrer par année", "2024")
    await choose(page, "Filtrer par secteur", "Transport")
    const filters = { etat: "publie", search: "e", statut: "termine", images: "avec", secteur: "transport" }
    await expectSearch(page, { ...filters, annee: "2024" })
    await page.getByRole("button", { name: "Retirer le filtre : 2024" }).click()
    await expectSearch(page, filters)
    await expect(page.getByText("1 projet trouvé", { exact: true })).toBeFocused()
  })
  await test.step("the columns are chosen in a menu, which closes by Escape", async () => {
    const menu = page.locator("summary", { hasText: "Colonnes" })
    await expect(heads).toHaveText(["Sélection", "Projet", "Secteur", "Statut", "État", "Date", "Actions"])
    await menu.click()
    for (const column of ["Image", "Secteur", "Statut", "Adresse"])
      await page.getByLabel(column, { exact: true }).uncheck()
    await expect(page).toHaveURL(/colonnes=etat(,|%2C)date/)
    await expect(row(page, "Pont").locator("img")).toHaveCount(0)
    await expect(row(page, "Pont")).not.toContainText("Gombe")
    await page.keyboard.press("Escape")
    await expect(menu).toBeFocused()
    await expect(page.getByLabel("Image", { exact: true })).toBeHidden()
  })
  await test.step("all of it survives a reload", async () => {
    await choose(page, "Trier par", "oldest")
    await expect(page).toHaveURL(/sort=oldest/)
    await page.reload()
    await expect(searchBox(page)).toHaveValue("e")
    await expect(page.getByRole("combobox", { name: "Trier par" })).toHaveValue("oldest")
    await expect(heads).toHaveText(["Sélection", "Projet", "État", "Date", "Actions"])
    await expect(page.getByRole("list", { name: "Filtres actifs" }).getByRole("listitem")).toHaveText([
      /Transport/,
      /Terminé/,
      /Avec images/,
      /Effacer/,
    ])
    await expectNames(page, ["Pont"])
  })
  await test.step("a view without a name is rejected at its field, and one with a name is saved", async () => {
    const menu = page.getByRole("button", { name: "Vues", exact: true })
    await menu.click()
    await page.getByRole("button", { name: "Enregistrer cette vue" }).click()
    const dialog = page.getByRole("dialog", { name: "Enregistrer cette vue" })
    const name = dialog.getByLabel("Nom de la vue")
    await dialog.getByRole("button", { name: "Enregistrer" }).click()
    await expect(dialog.getByText("Ce champ est obligatoire")).toBeVisible()
    await expect(name).toBeFocused()
    await expectAccessible(page)
    await name.fill("Ponts")
    await dialog.getByRole("button", { name: "Enregistrer" }).click()
    await expect(dialog).toHaveCount(0)
    await expect(menu).toBeFocused()
    await menu.click()
    await expect(page.getByRole("link", { name: "Ponts" })).toHaveAttribute("href", /secteur=transport/)
    await page.getByRole("button", { name: "Modifier la vue Ponts" }).click()
    await page.keyboard.press("Escape")
    await expect(menu).toBeFocused()
  })
  await test.step("on a phone the filters open by a button that counts them", async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    const button = page.getByRole("button", { name: "Filtres (3)" })
    const year = page.getByRole("combobox", { name: "Filtrer par année" })
    await expect(year).toBeHidden()
    await button.click()
    await expect(button).toHaveAttribute("aria-expanded", "true")
    await year.selectOption("2025")
    await expect(page.getByRole("button", { name: "Filtres (4)" })).toBeVisible()
    await expect(rows(page)).toHaveCount(0)
    await expectAccessible(page)
    await expectFitsPhone(page)
  })
  await test.step("the filters go into the export, and are cleared without the state", async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await searchBox(page).fill("")
    await expect(page.getByRole("heading", { name: "Aucun projet ne correspond à ces filtres" })).toBeVisible()
    await expect(page.getByRole("link", { name: "Exporter" })).toHaveAttribute(
      "href",
      "/api/admin/projects.csv?etat=publie&secteur=transport&statut=termine&annee=2025&images=avec&sort=oldest&colonnes=etat%2Cdate",
    )
    await page.getByRole("button", { name: "Effacer les filtres" }).last().click()
    await expectSearch(page, { etat: "publie", sort: "oldest", colonnes: "etat,date" })
    await expect(rows(page)).toHaveCount(50)
  })
}

test("search, order, pages, filters and columns stand in the URL, and each state has a list @slow", async ({
  page,
}) => {
  await test.step("a page that is none becomes the last, and a new search begins at the first", async () => {
    await openTable(page, "/admin/projects?page=9&sort=bleu")
    // An unknown order counts as the default one, and the next change removes it from the URL.
    await expect(page).toHaveURL("/admin/projects?sort=bleu&page=2")
    await expectNames(page, ["Chantier 2", "Chantier 1", "Pont"])
    await searchBox(page).fill("elevage")
    await expect(page).toHaveURL("/admin/projects?search=elevage")
    await expectNames(page, ["Ébauche", "Étable"])
    await expect(page.getByText("2 projets trouvés", { exact: true })).toBeVisible()
    await expect(figures(page)).toHaveText(["53", "2", "50", "0"])
  })
  await test.step("the rows before stay while others are loading, and cannot be selected", async () => {
    const { release } = await delayCalls(page, "projects.search")
    await searchBox(page).fill("etabl")
    await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "true")
    expect(await namesShown(page)).toEqual(["Ébauche", "Étable"])
    const checkbox = page.getByRole("table").locator("tbody input").nth(1)
    await checkbox.click({ force: true })
    await expect(checkbox).not.toBeChecked()
    release()
    await expectNames(page, ["Étable"])
    await expect(page.getByRole("region", { name: "Actions sur la sélection" })).toHaveCount(0)
    await page.unrouteAll()
  })
  await test.step("a search that finds nothing says so and can be cleared", async () => {
    await searchBox(page).fill("piscine olympique")
    await expect(page.getByText("Aucun projet trouvé", { exact: true })).toBeVisible()
    await expect(page.getByRole("heading", { name: "Aucun projet ne correspond" })).toBeVisible()
    await expect(page.getByRole("main")).toContainText("piscine olympique")
    await page.getByRole("button", { name: "Effacer la recherche" }).press("Enter")
    await expect(page).toHaveURL("/admin/projects")
    await expect(page.getByRole("heading", { name: "Projets", exact: true })).toBeFocused()
    await expect(searchBox(page)).toHaveValue("")
    await expect(rows(page)).toHaveCount(50)
  })
  await test.step("the order is chosen", async () => {
    const sort = page.getByRole("combobox", { name: "Trier par" })
    await expect(sort).toHaveValue("newest")
    await sort.selectOption({ label: "Nom, de A à Z" })
    await expect(page).toHaveURL("/admin/projects?sort=name")
    await expectFirst(page, "Atelier")
    await sort.selectOption({ label: "Plus anciens d’abord" })
    await expectFirst(page, "Pont")
  })
  await test.step("links lead through the pages and keep the order", async () => {
    await expect(page.getByText("Page 1 sur 2", { exact: true })).toBeVisible()
    await page.getByRole("link", { name: "Suivante" }).click()
    await expect(page).toHaveURL("/admin/projects?sort=oldest&page=2")
    await expectNames(page, ["Étable", "Ébauche", "Promesse"])
    await expect(page.getByRole("link", { name: "Suivante" })).toHaveCount(0)
    await page.goBack()
    await expectFirst(page, "Pont")
  })
  await test.step("states are links with counts, and each list has its rows, its badge and its empty text", async () => {
    await choose(page, "Trier par", "newest")
    await expect(stateLink(page, "Tous")).toHaveText(/^Tous\s*53$/)
    await expect(stateLink(page, "Tous")).toHaveAttribute("aria-current", "page")
    for (const { name, count, etat, shown, badge } of [
      { name: "Publiés", count: 51, etat: "publie", shown: ["Étable", "Atelier", "Chantier 48"], badge: "Publié" },
      { name: "Programmés", count: 1, etat: "programme", shown: ["Promesse"], badge: "Programmé le 6 janv. 2098" },
      { name: "Brouillons", count: 1, etat: "brouillon", shown: ["Ébauche"], badge: "Brouillon" },
    ]) {
      await expect(stateLink(page, name)).toHaveText(new RegExp(`^${name}\\s*${count}$`))
      await stateLink(page, name).click()
      await expect(page).toHaveURL(`/admin/projects?etat=${etat}`)
      await expect.poll(async () => (await namesShown(page)).slice(0, 3)).toEqual(shown)
      await expect(rows(page).first()).toContainText(badge)
      await expect(stateLink(page, name)).toHaveAttribute("aria-current", "page")
      await expect(stateLink(page, "Tous")).not.toHaveAttribute("aria-current", "page")
    }
    await stateLink(page, "Corbeille").click()
    await expect(page).toHaveURL("/admin/projects?etat=corbeille")
    await expect(page.getByRole("heading", { name: "La corbeille est vide" })).toBeVisible()
  })
  await test.step("filters and columns stand in the URL, chips remove them, and a view of them is saved", () =>
    filterTable(page))
})
