import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { mainNavigation } from "./header.ts"
import { sectorScreens } from "./screens.ts"

const test = testOnDedicatedSite({ settings: { DEMO_CONTENT: "0" } })

const texts: Record<(typeof sectorScreens)[number]["path"], string> = {
  "/construction": "Aucun projet de construction trouvé.",
  "/agriculture": "Aucun projet d'agriculture trouvé.",
  "/elevage": "Aucun projet d'élevage trouvé.",
  "/transport": "Aucun projet de transport trouvé.",
  "/ventes-materiaux": "Aucun projet trouvé.",
  "/immobilier": "Aucun projet immobilier trouvé.",
}

test("with DEMO_CONTENT=0 the site starts without projects", async ({ request }) => {
  expect(await (await request.get("/api/projects")).json()).toEqual([])
})

test("each sector's page arrives with the words for no project", async ({ request }) => {
  for (const { path } of sectorScreens) {
    const html = (await (await request.get(path)).text()).replaceAll("&#x27;", "'")
    expect(html, path).toContain(`>${texts[path]}<`)
    expect(html, path).not.toContain("Chargement des projets...")
  }
})

test("each sector's page says so too when the visitor walks there", async ({ page }) => {
  await openPage(page, "/about")
  for (const { path, link } of sectorScreens) {
    await mainNavigation(page).getByRole("link", { name: link }).click()
    await expect(page.getByText(texts[path], { exact: true })).toBeVisible()
  }
})

test("construction shows its seven fixed projects all the same", async ({ page }) => {
  await openPage(page, "/construction")
  const realisations = page.getByRole("region", { name: "Nos Réalisations" })
  await expect(realisations.getByText("Aucun projet de construction trouvé.", { exact: true })).toBeVisible()
  await expect(realisations.getByRole("heading", { level: 3 })).toHaveCount(7)
})
