import { signInAsAdmin } from "#e2e/dedicated-site.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { delayCalls } from "./broken-calls.ts"
import { expectFitsPhone } from "./fits-phone.ts"

test.use({ storageState: ({ site }, use) => signInAsAdmin(site).then(use) })

/** Each path with the call that its grey bars wait for. */
const screens = [
  ["/admin/dashboard", "stats.recent"],
  ["/admin/projects", "projects.search"],
  ["/admin/project-edit/1/historique", "projects.revisions"],
  ["/admin/messages", "messages.search"],
  ["/admin/messages/1", "messages.get"],
  ["/admin/site-management/accueil/historique", "content.revisions"],
  ["/admin/users", "users.search"],
  ["/admin/audit", "audit.search"],
] as const

test("grey bars fit a phone while screens load", async ({ page }) => {
  for (const [path, call] of screens) {
    await test.step(path, async () => {
      await delayCalls(page, call)
      await page.goto(path, { waitUntil: "domcontentloaded" })
      await expect(page.getByRole("main").locator(".skeleton").first()).toBeVisible()
      await expectFitsPhone(page)
      await page.unrouteAll()
    })
  }
})
