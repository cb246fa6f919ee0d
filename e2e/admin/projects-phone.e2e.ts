import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { fillProject, openNewProject, projectForm } from "./project-form.ts"
import { openTable, row, rows, searchBox, selectorOf, statusOf } from "./project-table.ts"

const long = "Réhabilitation complète de l’école primaire et du collège technique de Mbanza-Ngungu ".repeat(2).trim()

const test = testAsAdmin({
  settings: { DEMO_CONTENT: "0" },
  async fill(db) {
    await createTestProject(db, { name: "Ciment", sector: "Ventes de matériaux" })
    await createTestProject(db, { name: long, address: `${"Avenue du Fleuve, ".repeat(8)}Boma` })
    for (let number = 1; number <= 5; number += 1) await createTestProject(db, { name: `Chantier ${number}` })
  },
})
test.use({ viewport: { width: 360, height: 740 } })

test("on a phone a row of the projects is low and complete, and the actions on selected ones stay in sight", async ({
  page,
}) => {
  await openTable(page)
  await expect(page.getByRole("link", { name: "Ajouter un projet" })).toBeInViewport()
  await expect(searchBox(page)).toBeInViewport()
  for (const each of await rows(page).all()) expect((await each.boundingBox())?.height).toBeLessThanOrEqual(120)
  const card = row(page, "Ciment")
  for (const part of [
    card.getByText("Ventes-matériaux"),
    statusOf(page, "Ciment"),
    card.getByRole("button", { name: "Modifier Ciment" }),
    card.getByRole("button", { name: "Supprimer Ciment" }),
  ])
    await expect(part).toBeVisible()
  await selectorOf(page, "Chantier 5").check()
  await expect(page.getByRole("region", { name: "Actions sur la sélection" })).toBeInViewport({ ratio: 1 })
  const year = page.getByRole("combobox", { name: "Filtrer par année" })
  await expect(year).toBeHidden()
  await page.getByRole("button", { name: "Filtres" }).click()
  await expect(year).toBeVisible()
})

/** Returns how many pixels of a field the header and the bar below the form cover. */
function hiddenPixels(field: Element) {
  const { top, bottom } = field.getBoundingClientRect()
  const header = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0
  const bar = document.querySelector("[data-covers=bottom]")?.getBoundingClientRect().top ?? 0
  return Math.round(Math.max(0, header - top) + Math.max(0, bottom - bar))
}

test("a field at fault is in sight between header and banner, wherever the page was scrolled to", async ({ page }) => {
  const { add, name, description, address } = projectForm(page)
  await page.emulateMedia({ reducedMotion: "no-preference" })
  await openNewProject(page)
  await fillProject(page, "Incomplet")
  for (const [field, wrong, top] of [
    [name, "", 9999],
    [description, " ", 0],
    [description, " ", 600],
    [address, "x".repeat(301), 0],
    [address, "x".repeat(301), 9999],
  ] as const) {
    const right = await field.inputValue()
    await field.fill(wrong)
    await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), top)
    await add.click()
    await expect(field).toBeFocused()
    await expect.poll(() => field.evaluate(hiddenPixels), `scrolled to ${top}`).toBe(0)
    await field.fill(right)
    await expect(page.getByRole("main").getByRole("alert")).toBeHidden()
  }
})
