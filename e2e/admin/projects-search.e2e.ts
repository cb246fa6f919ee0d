import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, ON_POSTGRES } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { delayCalls } from "./broken-calls.ts"
import { figures, namesShown, openTable, rows, searchBox } from "./project-table.ts"

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    for (let number = 1; number <= 101; number += 1) await createTestProject(db, { name: `Chantier ${number}` })
    await createTestProject(db, { name: "Élevage de chèvres", sector: "Élevage", status: "Terminé" })
    await createTestProject(db, { name: "Sable fin", sector: "Ventes de matériaux", status: "En attente" })
    await createTestProject(db, { name: "Abri", sector: "Transport", status: "Annulé" })
  },
})

test(
  "a search finds by name, sector and status, stands in the URL, and survives a reload",
  ON_POSTGRES,
  async ({ page }) => {
    await openTable(page)
    for (const [text, found] of [
      ["elevage de che", "Élevage de chèvres"],
      ["annul", "Abri"],
      ["ventes-materiaux", "Sable fin"],
    ] as const) {
      await searchBox(page).fill(text)
      await expect.poll(() => namesShown(page)).toEqual([found])
      await expect(page.getByText("1 projet trouvé", { exact: true })).toBeVisible()
      await expect(figures(page)).toHaveText(["104", "1", "101", "1"])
    }
    await expect(page).toHaveURL("/admin/projects?search=ventes-materiaux")
    await page.reload()
    await expect(searchBox(page)).toHaveValue("ventes-materiaux")
    await expect.poll(() => namesShown(page)).toEqual(["Sable fin"])

    await test.step("the rows before stay while others are loading", async () => {
      const { release } = await delayCalls(page, "projects.search")
      await searchBox(page).fill("abri")
      await expect(page.getByRole("table")).toHaveAttribute("aria-busy", "true")
      expect(await namesShown(page)).toEqual(["Sable fin"])
      release()
      await expect.poll(() => namesShown(page)).toEqual(["Abri"])
    })
    await test.step("a search that finds nothing says so and can be cleared", async () => {
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
  },
)

test("order and page stand in the URL, and a new search begins at the first page", async ({ page }) => {
  await openTable(page, "/admin/projects?page=9&sort=bleu")
  // An unknown order is that of the default, and leaves the URL with the next change.
  await expect(page).toHaveURL("/admin/projects?sort=bleu&page=3")
  await expect(rows(page)).toHaveCount(4)
  await searchBox(page).fill("chantier")
  await expect(page).toHaveURL("/admin/projects?search=chantier")
  await searchBox(page).fill("")
  await expect(page).toHaveURL("/admin/projects")

  const sort = page.getByRole("combobox", { name: "Trier par" })
  await expect(sort).toHaveValue("newest")
  await sort.selectOption({ label: "Nom, de A à Z" })
  await expect(page).toHaveURL("/admin/projects?sort=name")
  await expect.poll(async () => (await namesShown(page))[0]).toBe("Abri")
  await sort.selectOption({ label: "Plus anciens d’abord" })
  await expect.poll(async () => (await namesShown(page))[0]).toBe("Chantier 1")
  await page.reload()
  await expect(sort).toHaveValue("oldest")

  await test.step("links lead through the pages and keep the order", async () => {
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
})
