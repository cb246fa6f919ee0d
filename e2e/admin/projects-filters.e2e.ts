import type { Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, ON_POSTGRES } from "#e2e/fixtures.ts"
import { createTestImage, createTestProject } from "#server/testing/fixtures.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { namesShown, openTable, row, rows, searchBox, stateLink } from "./project-table.ts"

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    await createTestImage(db, "pont.jpg")
    const images = [{ name: "pont.jpg", alt: "" }]
    await createTestProject(db, {
      name: "Pont",
      sector: "Transport",
      status: "Terminé",
      at: "2024-05-05T12:00:00.000Z",
      images,
    })
    await createTestProject(db, {
      name: "Villa",
      sector: "Immobilier",
      status: "Terminé",
      at: "2025-05-05T12:00:00.000Z",
    })
    await createTestProject(db, { name: "Étable", sector: "Élevage", status: null, at: "2025-06-05T12:00:00.000Z" })
    await createTestProject(db, {
      name: "Ébauche",
      sector: "Élevage",
      publishedAt: null,
      at: "2025-07-05T12:00:00.000Z",
    })
    const scheduled = await createTestProject(db, {
      name: "Promesse",
      publishedAt: null,
      at: "2025-08-05T12:00:00.000Z",
    })
    await db
      .updateTable("projects")
      .set({ publishAt: "2098-01-06T07:00:00.000Z" })
      .where("id", "=", scheduled)
      .execute()
  },
})

// The store has no such file.
test.use({ expectedConsole: /Failed to load resource/ })

test(
  "states are links with counts, and each list has its rows, its badge and its empty text",
  ON_POSTGRES,
  async ({ page }) => {
    await openTable(page)
    await expect(stateLink(page, "Tous")).toHaveText(/^Tous\s*5$/)
    await expect(stateLink(page, "Tous")).toHaveAttribute("aria-current", "page")
    for (const { name, count, etat, shown, badge } of [
      { name: "Publiés", count: 3, etat: "publie", shown: ["Étable", "Villa", "Pont"], badge: "Publié" },
      { name: "Programmés", count: 1, etat: "programme", shown: ["Promesse"], badge: "Programmé le 6 janv. 2098" },
      { name: "Brouillons", count: 1, etat: "brouillon", shown: ["Ébauche"], badge: "Brouillon" },
    ]) {
      await expect(stateLink(page, name)).toHaveText(new RegExp(`^${name}\\s*${count}$`))
      await stateLink(page, name).click()
      await expect(page).toHaveURL(`/admin/projects?etat=${etat}`)
      await expect.poll(() => namesShown(page)).toEqual(shown)
      await expect(
        row(page, shown[0] ?? "")
          .getByRole("cell")
          .nth(4),
      ).toHaveText(badge)
      await expect(stateLink(page, name)).toHaveAttribute("aria-current", "page")
      await expect(stateLink(page, "Tous")).not.toHaveAttribute("aria-current", "page")
    }
    await stateLink(page, "Corbeille").click()
    await expect(page).toHaveURL("/admin/projects?etat=corbeille")
    await expect(page.getByRole("heading", { name: "La corbeille est vide" })).toBeVisible()
    await expectAccessible(page)
  },
)

function choose(page: Page, label: string, option: string) {
  return page.getByRole("combobox", { name: label }).selectOption(option)
}

test("filters stand in the URL beside the search, survive a reload, and chips remove them", async ({ page }) => {
  await openTable(page)
  for (const { label, option, params, shown } of [
    { label: "Filtrer par secteur", option: "Élevage", params: "secteur=elevage", shown: ["Ébauche", "Étable"] },
    { label: "Filtrer par statut", option: "Non défini", params: "statut=aucun", shown: ["Étable"] },
    { label: "Filtrer par année", option: "2024", params: "annee=2024", shown: ["Pont"] },
    { label: "Filtrer par images", option: "Avec images", params: "images=avec", shown: ["Pont"] },
  ]) {
    await choose(page, label, option)
    await expect(page).toHaveURL(`/admin/projects?${params}`)
    await expect.poll(() => namesShown(page)).toEqual(shown)
    await page.reload()
    await expect.poll(() => namesShown(page)).toEqual(shown)
    await page.getByRole("button", { name: `Retirer le filtre : ${option}` }).click()
    await expect(page).toHaveURL("/admin/projects")
    await expect(page.getByText("5 projets trouvés", { exact: true })).toBeFocused()
    await expect(rows(page)).toHaveCount(5)
  }
})

test("filters are combined with state and search, which stay when the others are cleared, and go into the export", async ({
  page,
}) => {
  await openTable(
    page,
    "/admin/projects?search=vil&etat=publie&secteur=immobilier&statut=termine&annee=2025&images=sans",
  )
  await expect.poll(() => namesShown(page)).toEqual(["Villa"])
  await expect(page.getByRole("list", { name: "Filtres actifs" }).getByRole("listitem")).toHaveCount(5)
  await expectAccessible(page)
  await choose(page, "Filtrer par année", "2024")
  await expect(rows(page)).toHaveCount(0)
  await searchBox(page).fill("")
  await expect(page.getByRole("heading", { name: "Aucun projet ne correspond à ces filtres" })).toBeVisible()
  await expect(page.getByRole("link", { name: "Exporter" })).toHaveAttribute(
    "href",
    "/api/admin/projects.csv?etat=publie&secteur=immobilier&statut=termine&annee=2024&images=sans",
  )
  await page.getByRole("button", { name: "Effacer les filtres" }).last().click()
  await expect(page).toHaveURL("/admin/projects?etat=publie")
  await expect(rows(page)).toHaveCount(3)
})

test("the columns are chosen in a menu, stand in the URL, and the menu closes by Escape", async ({ page }) => {
  await openTable(page)
  const menu = page.locator("summary", { hasText: "Colonnes" })
  const heads = page.getByRole("columnheader")
  await expect(heads).toHaveText(["Sélection", "Projet", "Secteur", "Statut", "État", "Date", "Actions"])
  await menu.click()
  for (const column of ["Image", "Secteur", "Statut", "Adresse"])
    await page.getByLabel(column, { exact: true }).uncheck()
  await expect(page).toHaveURL(/\?colonnes=etat(,|%2C)date$/)
  await expect(heads).toHaveText(["Sélection", "Projet", "État", "Date", "Actions"])
  await expect(row(page, "Pont").locator("img")).toHaveCount(0)
  await expect(row(page, "Pont")).not.toContainText("Gombe")
  await expectAccessible(page)
  await page.keyboard.press("Escape")
  await expect(menu).toBeFocused()
  await expect(page.getByLabel("Image", { exact: true })).toBeHidden()
  await page.reload()
  await expect(heads).toHaveText(["Sélection", "Projet", "État", "Date", "Actions"])
})

test("on a phone the filters open by a button that counts them", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openTable(page, "/admin/projects?secteur=elevage")
  const button = page.getByRole("button", { name: "Filtres (1)" })
  const status = page.getByRole("combobox", { name: "Filtrer par statut" })
  await expect(status).toBeHidden()
  await button.click()
  await expect(button).toHaveAttribute("aria-expanded", "true")
  await status.selectOption("Non défini")
  await expect(page.getByRole("button", { name: "Filtres (2)" })).toBeVisible()
  await expect.poll(() => namesShown(page)).toEqual(["Étable"])
  await expectAccessible(page)
  await expectFitsPhone(page)
})

test("a view without a name is rejected at its field, and one with a name is saved", async ({ page }) => {
  await openTable(page, "/admin/projects?secteur=elevage")
  const menu = page.getByRole("button", { name: "Vues", exact: true })
  await menu.click()
  await page.getByRole("button", { name: "Enregistrer cette vue" }).click()
  const dialog = page.getByRole("dialog", { name: "Enregistrer cette vue" })
  const name = dialog.getByLabel("Nom de la vue")
  await dialog.getByRole("button", { name: "Enregistrer" }).click()
  await expect(dialog.getByText("Ce champ est obligatoire")).toBeVisible()
  await expect(name).toBeFocused()
  await expectAccessible(page)
  await name.fill("Bétail")
  await dialog.getByRole("button", { name: "Enregistrer" }).click()
  await expect(dialog).toHaveCount(0)
  await menu.click()
  await expect(page.getByRole("link", { name: "Bétail" })).toHaveAttribute("href", /secteur=elevage/)
})
