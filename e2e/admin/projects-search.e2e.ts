import { expectAccessible } from "#e2e/accessible.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { makeProject } from "#server/testing/make.ts"
import { breakCalls } from "./broken-calls.ts"
import { figures, namesShown, openTable, rows, searchBox } from "./project-table.ts"
import { signIn } from "./sign-in.ts"

const test = testOnDedicatedSite({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    for (let number = 1; number <= 101; number += 1) await makeProject(db, { name: `Chantier ${number}` })
    await makeProject(db, { name: "Élevage de chèvres", sector: "Élevage", status: "Terminé" })
    await makeProject(db, { name: "Sable fin", sector: "Ventes de matériaux", status: "En attente" })
    await makeProject(db, { name: "Abri", sector: "Transport", status: "Annulé" })
  },
})

test.beforeEach(({ page }) => signIn(page))

const searches = [
  { text: "SABLE", finds: ["Sable fin"], by: "name, whatever its case" },
  { text: "elevage de che", finds: ["Élevage de chèvres"], by: "name, without its accents" },
  { text: "ventes-materiaux", finds: ["Sable fin"], by: "the sector's label here" },
  { text: "Ventes de matériaux", finds: ["Sable fin"], by: "the sector's own name" },
  { text: "annul", finds: ["Abri"], by: "status" },
  { text: "en attente", finds: ["Sable fin"], by: "status of two words" },
]

for (const { text, finds, by } of searches) {
  test(`'${text}' finds by ${by}`, async ({ page }) => {
    await openTable(page)
    await searchBox(page).fill(text)
    await expect.poll(() => namesShown(page)).toEqual(finds)
    await expect(page.getByText("1 projet trouvé", { exact: true })).toBeVisible()
    await expect(figures(page)).toHaveText(["104", "1", "101", "1"])
  })
}

test("what is searched stands in the address, and comes back with it", async ({ page }) => {
  await openTable(page)
  await searchBox(page).fill("sable")
  await expect(page).toHaveURL("/admin/projects?search=sable")
  await page.reload()
  await expect(searchBox(page)).toHaveValue("sable")
  await expect.poll(() => namesShown(page)).toEqual(["Sable fin"])
  await searchBox(page).fill("")
  await expect(page).toHaveURL("/admin/projects")
})

test("a search for a number is one", async ({ page }) => {
  await openTable(page, "/admin/projects?search=101")
  await expect(searchBox(page)).toHaveValue("101")
  await expect.poll(() => namesShown(page)).toEqual(["Chantier 101"])
})

test("the order is chosen, and stands in the address too", async ({ page }) => {
  await openTable(page)
  const sort = page.getByRole("combobox", { name: "Trier par" })
  await sort.selectOption({ label: "Nom, de A à Z" })
  await expect(page).toHaveURL("/admin/projects?sort=name")
  await expect.poll(async () => (await namesShown(page))[0]).toBe("Abri")
  await sort.selectOption({ label: "Plus anciens d’abord" })
  await expect.poll(async () => (await namesShown(page))[0]).toBe("Chantier 1")
  await page.reload()
  await expect(sort).toHaveValue("oldest")
  await sort.selectOption({ label: "Plus récents d’abord" })
  await expect(page).toHaveURL("/admin/projects")
})

test("fifty rows make a page; links lead through the pages and keep the order", async ({ page }) => {
  await openTable(page, "/admin/projects?sort=oldest")
  await expect(rows(page)).toHaveCount(50)
  await expect(page.getByText("Page 1 sur 3", { exact: true })).toBeVisible()
  await page.getByRole("link", { name: "Suivante" }).click()
  await expect(page).toHaveURL("/admin/projects?sort=oldest&page=2")
  await expect.poll(async () => (await namesShown(page))[0]).toBe("Chantier 51")
  await page.getByRole("link", { name: "Suivante" }).click()
  await expect(rows(page)).toHaveCount(4)
  await expect(page.getByRole("link", { name: "Suivante" })).toHaveCount(0)
  await page.goBack()
  await expect.poll(async () => (await namesShown(page))[0]).toBe("Chantier 51")
})

test("a new search begins at the first page", async ({ page }) => {
  await openTable(page, "/admin/projects?page=2")
  await searchBox(page).fill("chantier")
  await expect(page).toHaveURL("/admin/projects?search=chantier")
})

test("a page that does not exist leads to the last one", async ({ page }) => {
  await openTable(page, "/admin/projects?page=9")
  await expect(page).toHaveURL("/admin/projects?page=3")
  await expect(rows(page)).toHaveCount(4)
})

test("an address that makes no sense is the plain table", async ({ page }) => {
  await openTable(page, "/admin/projects?page=abc&sort=bleu")
  await expect(rows(page)).toHaveCount(50)
  await expect(page.getByRole("combobox", { name: "Trier par" })).toHaveValue("newest")
  await expect(page.getByText("Page 1 sur 3", { exact: true })).toBeVisible()
})

test("the rows before stay while others are on their way", async ({ page }) => {
  await openTable(page)
  const answered = Promise.withResolvers<void>()
  await breakCalls(page, "projects.search", (route) => answered.promise.then(() => route.continue()))
  await searchBox(page).fill("sable")
  await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "true")
  await expect(rows(page)).toHaveCount(50)
  answered.resolve()
  await expect(rows(page)).toHaveCount(1)
})

test("a search without result says so, and how to leave it", async ({ page }) => {
  await openTable(page)
  await searchBox(page).fill("piscine olympique")
  await expect(page.getByText("Aucun projet trouvé", { exact: true })).toBeVisible()
  await expect(page.getByRole("heading", { name: "Aucun projet ne correspond" })).toBeVisible()
  await expect(page.getByRole("main")).toContainText("piscine olympique")
  await expectAccessible(page)
  await page.getByRole("button", { name: "Effacer la recherche" }).click()
  await expect(page).toHaveURL("/admin/projects")
  await expect(searchBox(page)).toHaveValue("")
  await expect(rows(page)).toHaveCount(50)
})
