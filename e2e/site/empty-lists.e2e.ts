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

test("each sector's page says that it has no project, as it arrives and when the visitor comes to it", async ({
  page,
  request,
}) => {
  expect(await (await request.get("/api/projects")).json()).toEqual([])
  await openPage(page, "/about")
  for (const { path, link } of sectorScreens) {
    const html = (await (await request.get(path)).text()).replaceAll("&#x27;", "'")
    expect(html, path).toContain(`>${texts[path]}<`)
    expect(html, path).not.toContain("Chargement des projets...")
    await mainNavigation(page).getByRole("link", { name: link }).click()
    await expect(page.getByText(texts[path], { exact: true })).toBeVisible()
  }
  await mainNavigation(page).getByRole("link", { name: "Construction" }).click()
  const construction = page.getByRole("region", { name: "Nos Réalisations" })
  await expect(construction.getByText("Aucun projet de construction trouvé.", { exact: true })).toBeVisible()
  await expect(construction.getByRole("heading", { level: 3 })).toHaveCount(7)
})
