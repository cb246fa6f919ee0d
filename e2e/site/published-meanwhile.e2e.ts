import type { Page } from "@playwright/test"
import { withDatabase } from "#e2e/database.ts"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import type { Site } from "#e2e/start-site.ts"
import { createTestProject } from "#server/testing/fixtures.ts"

const test = testOnDedicatedSite({})

test.use({ hasTouch: true, viewport: { width: 360, height: 740 }, expectedConsole: /Minified React error #418/ })

/** Publishes a project, as a colleague may do while somebody reads the page. */
function publish(site: Site, name: string) {
  return withDatabase(site, (db) => createTestProject(db, { name, sector: "Construction" }))
}

const photoNumber = (page: Page) => page.getByText(/^\d+ \/ \d+$/).first()

test("what was published after a page was opened changes nothing of it, and the first tap counts", async ({
  page,
  site,
}) => {
  await page.goto("/construction")
  await publish(site, "Publié entre-temps")
  const before = await page.evaluateHandle(() => document.querySelector("main"))
  await page.getByRole("button", { name: "Suivant" }).first().tap()
  await expect(photoNumber(page)).toHaveText(/^2/)
  expect(await before.evaluate((main) => main?.isConnected)).toBe(true)
  await expect(page.getByText("Publié entre-temps")).toHaveCount(0)
})

test("where the server has forgotten the page, it is drawn anew, and the first tap still counts", async ({
  page,
  site,
}) => {
  await page.route("**/page-data/**", (route) =>
    route.continue({ url: route.request().url().replace(/v=.*/, "v=old") }),
  )
  await test.step("the button of a carousel", async () => {
    await page.goto("/construction")
    await publish(site, "Publié encore")
    const carousel = page.getByRole("button", { name: "Suivant" }).last()
    await carousel.tap()
    await expect(page.getByText("Publié encore")).toBeVisible()
    await expect(page.getByText(/^2 \/ \d+$/)).toBeVisible()
  })
  await test.step("a photo that is enlarged", async () => {
    await page.goto("/construction")
    await publish(site, "Publié enfin")
    await page
      .getByRole("button", { name: /^Agrandir/ })
      .first()
      .tap()
    await expect(page.getByRole("dialog")).toBeVisible()
  })
  await test.step("the menu that is open stays open", async () => {
    await page.goto("/construction")
    await publish(site, "Publié pour finir")
    await page.getByRole("button", { name: "Ouvrir le menu" }).tap()
    await page.keyboard.press("F8")
    await expect(page.getByText("Publié pour finir")).toBeAttached()
    await expect(page.getByRole("navigation", { name: "Menu" })).toBeVisible()
    await page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name: "Immobilier" }).tap()
    await expect(page).toHaveURL("/immobilier")
  })
})
