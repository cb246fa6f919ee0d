import type { Locator, Page } from "@playwright/test"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { expectHydrated } from "#e2e/open-page.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { withDatabase } from "#server/testing/site-database.ts"
import type { Site } from "#server/testing/start-site.ts"

const test = testOnDedicatedSite({})

test.use({ hasTouch: true, viewport: { width: 360, height: 740 }, expectedConsole: /Minified React error #418/ })

/** Publishes a project, as a colleague may do while somebody reads the page. */
function publish(site: Site, name: string) {
  return withDatabase(site, (db) => createTestProject(db, { name, sector: "Construction" }))
}

/** Fetches the application, which what a reader uses does not. */
async function hydrate(page: Page) {
  await page.keyboard.press("F8")
  await expectHydrated(page)
}

test("what was published after a page was opened changes nothing of it; where the server has forgotten it, it is drawn anew; and the first tap counts", async ({
  page,
  site,
}) => {
  /** Uses the page once another project is published, which it shows if it is drawn anew. */
  async function use(name: string, part: Locator) {
    await page.goto("/construction")
    await publish(site, name)
    const before = await page.evaluateHandle(() => document.querySelector("main"))
    await part.tap()
    return before
  }
  const nextPicture = page.getByRole("button", { name: "Suivant" }).first()
  const pictureNumber = page.getByText(/^\d+ \/ \d+$/).first()
  const expectDrawnAnew = (name: string) => expect(page.getByText(name)).toBeAttached()

  const before = await use("Publié entre-temps", nextPicture)
  await expect(pictureNumber).toHaveText(/^2/)
  await hydrate(page)
  await expect(pictureNumber).toHaveText(/^2/)
  expect(await before.evaluate((main) => main?.isConnected)).toBe(true)
  await expect(page.getByText("Publié entre-temps")).toHaveCount(0)

  await page.route("**/page-data/**", (route) =>
    route.continue({ url: route.request().url().replace(/v=.*/, "v=old") }),
  )
  await use("Publié encore", page.getByRole("button", { name: /^Agrandir/ }).first())
  await expect(page.getByRole("dialog")).toBeVisible()
  await page.keyboard.press("Escape")
  await hydrate(page)
  await expectDrawnAnew("Publié encore")
  await nextPicture.tap()
  await expect(pictureNumber).toHaveText(/^2/)

  await use("Publié pour finir", page.getByRole("button", { name: "Ouvrir le menu" }))
  await page.keyboard.press("F8")
  await expectDrawnAnew("Publié pour finir")
  const menu = page.getByRole("navigation", { name: "Menu" })
  await expect(menu).toBeVisible()
  await menu.getByRole("link", { name: "Immobilier" }).tap()
  await expect(page).toHaveURL("/immobilier")
})
