import { expectAccessible } from "#e2e/accessible.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openScreen, signIn } from "./sign-in.ts"

const test = testOnDedicatedSite({ settings: { DEMO_CONTENT: "0" } })

test.beforeEach(({ page }) => signIn(page))

test("a dashboard without projects says 'Aucune donnée disponible' in the pie's place", async ({ page }) => {
  await openScreen(page, "/admin/dashboard", "Dashboard")
  const pie = page.getByRole("region", { name: "Projets par secteur" })
  await expect(pie.getByText("Aucune donnée disponible", { exact: true })).toBeVisible()
  await expect(page.getByRole("definition")).toHaveText(["0", "0", "1", "0"])
  await expect(page.getByRole("alert")).toHaveCount(0)
  await expectAccessible(page)
})

test("of no project the success rate is 0 %", async ({ page }) => {
  await openScreen(page, "/admin/stats", "Statistiques")
  await expect(page.getByRole("definition")).toHaveText(["0", "1", "0", /^0\s%$/])
  await expect(page.getByText("Aucune donnée disponible", { exact: true })).toHaveCount(2)
  await expect(page.getByRole("img")).toHaveCount(0)
  await expectAccessible(page)
})

test("a mailbox without messages says where they come from", async ({ page }) => {
  await openScreen(page, "/admin/messages", "Messages")
  await expect(page.getByRole("definition")).toHaveText(["0", "0", "0"])
  await expect(page.getByRole("heading", { name: "Aucun message pour l’instant" })).toBeVisible()
  await expectAccessible(page)
})
