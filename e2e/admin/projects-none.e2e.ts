import { expectAccessible } from "#e2e/accessible.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { expectFitsPhone } from "./fits-phone.ts"
import { figures, openTable } from "./project-table.ts"
import { signIn } from "./sign-in.ts"

const test = testOnDedicatedSite({ settings: { DEMO_CONTENT: "0" } })

test.beforeEach(({ page }) => signIn(page))

test("a table without any project says how to add the first", async ({ page }) => {
  await openTable(page)
  await expect(figures(page)).toHaveText(["0", "0", "0", "0"])
  await expect(page.getByRole("heading", { name: "Aucun projet pour l’instant" })).toBeVisible()
  await expectAccessible(page)
  await expectFitsPhone(page)
  await page.getByRole("link", { name: "Ajouter le premier projet" }).click()
  await expect(page).toHaveURL("/admin/project-form")
})
