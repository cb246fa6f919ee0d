import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { withDatabase } from "#server/testing/site-database.ts"
import { managedProject, openProject, projectForm } from "./project-form.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })
test.use({ expectedConsole: /ERR_|Failed to load resource/ })

test("what is typed without a network outlives its tab, and is saved once the network is back", async ({
  page,
  context,
  site,
}) => {
  const id = await withDatabase(site, (db) => createTestProject(db, { name: "Serre", publishedAt: null }))
  await page.setViewportSize({ width: 360, height: 740 })
  await openProject(page, id)
  await context.setOffline(true)
  const { description } = projectForm(page)
  const spaceAboveBar = () =>
    description.evaluate((field) => {
      const bar = document.querySelector("[data-covers=bottom]") as Element
      return bar.getBoundingClientRect().top - field.getBoundingClientRect().bottom
    })
  await description.focus()
  await page.evaluate((space) => scrollBy({ top: -space, behavior: "instant" }), await spaceAboveBar())
  await description.fill("Des tomates toute l’année.")
  await expect(page.getByText(/^Connexion impossible/)).toBeVisible()
  await expect.poll(spaceAboveBar, "the bar that says so covers nothing of the field").toBeGreaterThanOrEqual(-1)
  await page.close()
  await context.setOffline(false)
  expect(await withDatabase(site, (db) => db.selectFrom("projects").select("description").executeTakeFirst())).toEqual({
    description: "Un projet d’essai.",
  })

  const later = await context.newPage()
  await openProject(later, id)
  await expect(later.getByText(/ont été retrouvées sur cet appareil/)).toBeVisible()
  await expect(projectForm(later).description).toHaveValue("Des tomates toute l’année.")
  await expect(projectForm(later).saved).toBeVisible()
  expect(await managedProject(later, id)).toMatchObject({ description: "Des tomates toute l’année." })
})
