import type { BrowserContext, Page } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated } from "#e2e/open-page.ts"

const wide = { width: 1440, height: 900 }

function dataSaver(page: Page) {
  return page.getByRole("contentinfo").getByRole("switch", { name: "Économiser les données" })
}

/**
 * The bytes of the home page's first pictures, by path; uploaded ones would change while they are encoded, and those
 * further down are fetched sooner or later. In a new page, since browsers keep the pictures that a tab has shown.
 */
async function pictures(context: BrowserContext, { dataSaverEnabled = false } = {}) {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send("Emulation.setDataSaverOverride", { dataSaverEnabled })
  await page.setViewportSize(wide)
  const seen: Promise<[path: string, bytes: number]>[] = []
  page.on("response", (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith("/photos/")) seen.push(response.body().then(({ length: bytes }) => [pathname, bytes]))
  })
  await page.goto("/", { waitUntil: "networkidle" })
  const found = await Promise.all(seen)
  const later = await page
    .locator("img[loading=lazy]")
    .evaluateAll((images) =>
      images.map((image) => new URL((image as HTMLImageElement).currentSrc || "/", location.href).pathname),
    )
  await page.close()
  return Object.fromEntries(found.filter(([path]) => !later.includes(path)))
}

function total(seen: Record<string, number>) {
  return Object.values(seen).reduce((sum, bytes) => sum + bytes, 0)
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled })

    test("the footer's switch is remembered on every page, and is switched off again", async ({ page }) => {
      await page.goto("/transport")
      await expect(dataSaver(page)).not.toBeChecked()
      await dataSaver(page).click()
      await expect(dataSaver(page)).toBeChecked()
      await expect(page).toHaveURL(/\/transport$/)
      await page.goto("/about")
      await expect(dataSaver(page)).toBeChecked()
      await dataSaver(page).click()
      await expect(dataSaver(page)).not.toBeChecked()
      await page.goto("/transport")
      await expect(dataSaver(page)).not.toBeChecked()
    })
  })
}

test("the switch and the browser's own signal give the same lighter pictures, and full ones come back", async ({
  page,
  browser,
  site,
}) => {
  const full = await pictures(page.context())
  await page.goto("/about")
  await dataSaver(page).click()
  await expect(dataSaver(page)).toBeChecked()
  const switched = await pictures(page.context())

  const saving = await browser.newContext({ baseURL: site.url, extraHTTPHeaders: { "Save-Data": "on" } })
  const signalled = await pictures(saving, { dataSaverEnabled: true })
  await saving.close()

  expect(Object.keys(switched).length).toBeGreaterThan(0)
  expect(switched).toEqual(signalled)
  expect(total(switched)).toBeLessThan(total(full) / 2)
  await dataSaver(page).click()
  await expect(dataSaver(page)).not.toBeChecked()
  expect(await pictures(page.context())).toEqual(full)
})

test("with the switch on nothing is fetched ahead, and pressing it does not fetch the application", async ({
  page,
}) => {
  const paths: string[] = []
  await page.goto("/about")
  page.on("request", (request) => paths.push(new URL(request.url()).pathname))
  await dataSaver(page).hover()
  await dataSaver(page).click()
  await expect(dataSaver(page)).toBeChecked()
  await page.getByRole("banner").getByRole("link", { name: "Transport" }).hover()
  await page.waitForLoadState("networkidle")
  expect(paths.filter((path) => path === "/transport" || path.endsWith(".js"))).toEqual([])
})

test("the switch stays as it is once the page is hydrated, and works by keyboard", async ({ page }) => {
  await page.goto("/contact")
  await dataSaver(page).focus()
  await page.keyboard.press("Space")
  await expect(dataSaver(page)).toBeChecked()
  await page.getByLabel("Prénom").click()
  await expectHydrated(page)
  await expect(dataSaver(page)).toBeChecked()
  await expectAccessible(page)
})
