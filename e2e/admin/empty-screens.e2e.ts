import { expectAccessible } from "#e2e/accessible.ts"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { figures } from "./project-table.ts"
import { openScreen } from "./sign-in.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

test("a site without projects and messages says so on each screen, and how to begin @slow", async ({ page }) => {
  await test.step("dashboard", async () => {
    await openScreen(page, "/admin/dashboard", "Dashboard")
    const bySector = page.getByRole("region", { name: "Projets par secteur" })
    await expect(bySector.getByText("Aucune donnée disponible", { exact: true })).toBeVisible()
    await expect(figures(page)).toHaveText(["0", "0", "1", "0"])
    await expect(page.getByRole("alert")).toHaveCount(0)
    await expectAccessible(page)
  })
  await test.step("statistics: of no project the success rate is 0 %", async () => {
    await page.getByRole("complementary").getByRole("link", { name: "Statistiques" }).click()
    await expect(figures(page)).toHaveText(["0", "1", "0", /^0\s%$/, "0", "–", "–", "–"])
    await expect(page.getByText("Aucune donnée disponible", { exact: true })).toHaveCount(3)
    await expect(page.getByRole("img")).toHaveCount(0)
    await expectAccessible(page)
  })
  await test.step("messages", async () => {
    await page.getByRole("complementary").getByRole("link", { name: "Messages" }).click()
    await expect(figures(page)).toHaveText(["0", "0", "0"])
    await expect(page.getByRole("heading", { name: "Aucun message pour l’instant" })).toBeVisible()
  })
  await test.step("projects", async () => {
    await page.getByRole("complementary").getByRole("link", { name: "Projets", exact: true }).click()
    await expect(figures(page)).toHaveText(["0", "0", "0", "0"])
    await expect(page.getByRole("heading", { name: "Aucun projet pour l’instant" })).toBeVisible()
    await expectFitsPhone(page)
    await page.getByRole("link", { name: "Ajouter le premier projet" }).click()
    await expect(page).toHaveURL("/admin/project-form")
  })
})
