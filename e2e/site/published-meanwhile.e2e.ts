import type { Page } from "@playwright/test"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { withDatabase } from "#server/testing/site-database.ts"
import type { Site } from "#server/testing/start-site.ts"

const test = testOnDedicatedSite({})

test.use({ hasTouch: true, viewport: { width: 360, height: 740 }, expectedConsole: /Minified React error #418/ })

/** Publishes a project, as a colleague may do while somebody reads the page. */
function publish(site: Site, name: string) {
  return withDatabase(site, (db) => createTestProject(db, { name, sector: "Construction" }))
}

test("what was published after a page was opened changes nothing of it, and the first tap counts", async ({
  page,
  site,
}) => {
  await page.goto("/construction")
  await publish(site, "Publié entre-temps")
  const before = await page.evaluateHandle(() => document.querySelector("main"))
  await page.getByRole("button", { name: "Suivant" }).first().tap()
  await expect(page.getByText(/^\d+ \/ \d+$/).first()).toHaveText(/^2/)
  expect(await before.evaluate((main) => main?.isConnected)).toBe(true)
  await expect(page.getByText("Publié entre-temps")).toHaveCount(0)
})

test.describe("where the server has forgotten the page, it is drawn anew, and", () => {
  test.beforeEach(async ({ page }) => {
    await page.route("**/page-data/**", (route) =>
      route.continue({ url: route.request().url().replace(/v=.*/, "v=old") }),
    )
    await page.goto("/construction")
  })

  /** The page is drawn anew once the application has fetched what was published. */
  const expectDrawnAnew = (page: Page, name: string) => expect(page.getByText(name)).toBeAttached()

  test("the first tap on a carousel still turns it", async ({ page, site }) => {
    await publish(site, "Publié encore")
    await page.getByRole("button", { name: "Suivant" }).last().tap()
    await expectDrawnAnew(page, "Publié encore")
    await expect(page.getByText(/^2 \/ \d+$/)).toBeVisible()
  })

  test("the first tap on a photo still enlarges it", async ({ page, site }) => {
    await publish(site, "Publié enfin")
    await page
      .getByRole("button", { name: /^Agrandir/ })
      .first()
      .tap()
    await expectDrawnAnew(page, "Publié enfin")
    await expect(page.getByRole("dialog")).toBeVisible()
  })

  test("the menu that is open stays open", async ({ page, site }) => {
    await publish(site, "Publié pour finir")
    await page.getByRole("button", { name: "Ouvrir le menu" }).tap()
    await page.keyboard.press("F8")
    await expectDrawnAnew(page, "Publié pour finir")
    const menu = page.getByRole("navigation", { name: "Menu" })
    await expect(menu).toBeVisible()
    await menu.getByRole("link", { name: "Immobilier" }).tap()
    await expect(page).toHaveURL("/immobilier")
  })
})
