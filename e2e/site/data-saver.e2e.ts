import type { Page, Response } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { expectHydrated } from "#e2e/open-page.ts"

function dataSaver(page: Page) {
  return page.getByRole("contentinfo").getByRole("switch", { name: "Économiser les données" })
}

/**
 * Opens the home page and adds up its first pictures: uploaded ones change while they are encoded, and those further
 * down are not always fetched.
 */
async function weighPictures(page: Page) {
  const seen: Promise<[path: string, bytes: number]>[] = []
  const weigh = (response: Response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith("/photos/")) seen.push(response.body().then(({ length: bytes }) => [pathname, bytes]))
  }
  page.on("response", weigh)
  await page.goto("/", { waitUntil: "networkidle" })
  page.off("response", weigh)
  const found = await Promise.all(seen)
  const later = await page
    .locator("img[loading=lazy]")
    .evaluateAll((images) =>
      images.map((image) => new URL((image as HTMLImageElement).currentSrc || "/", location.href).pathname),
    )
  const weights = found.filter(([path]) => !later.includes(path)).map(([, bytes]) => bytes)
  expect(weights.length).toBeGreaterThan(0)
  return weights.reduce((sum, bytes) => sum + bytes, 0)
}

test.use({ viewport: { width: 1440, height: 900 } })

test("the footer's switch is remembered on every page, makes pictures lighter, and fetches nothing ahead @slow", async ({
  page,
  context,
}) => {
  const full = await weighPictures(page)

  await test.step("pressing it does not fetch the application, and nothing is fetched ahead from then on", async () => {
    const paths: string[] = []
    page.on("request", (request) => paths.push(new URL(request.url()).pathname))
    await expect(dataSaver(page)).not.toBeChecked()
    await dataSaver(page).hover()
    await dataSaver(page).click()
    await expect(dataSaver(page)).toBeChecked()
    await expect(page).toHaveURL(/\/#economie$/)
    await expect(dataSaver(page)).toBeInViewport()
    await page.getByRole("banner").getByRole("link", { name: "Transport" }).hover()
    await page.waitForLoadState("networkidle")
    expect(paths.filter((path) => path === "/transport" || path.endsWith(".js"))).toEqual([])
  })

  // Chromium keeps the pictures that a tab has shown, so a new tab is needed.
  const later = await context.newPage()
  await test.step("in a new tab it is on, and the pictures are lighter", async () => {
    expect(await weighPictures(later)).toBeLessThan(full / 2)
    await expect(dataSaver(later)).toBeChecked()
  })
  await test.step("it stays as it is once the page is hydrated, and is switched off by keyboard", async () => {
    await expectHydrated(later)
    await expect(dataSaver(later)).toBeChecked()
    await dataSaver(later).focus()
    for (const on of [false, true, false]) {
      await later.keyboard.press("Space")
      await expect(dataSaver(later)).toBeChecked({ checked: on })
      await expect(dataSaver(later)).toBeFocused()
    }
  })
  await test.step("below a long list of projects it stays in sight, too", async () => {
    await later.setViewportSize({ width: 360, height: 740 })
    await later.goto("/construction")
    await dataSaver(later).click()
    await expect(dataSaver(later)).toBeChecked()
    await later.waitForLoadState("networkidle")
    await expect(dataSaver(later)).toBeInViewport()
    await dataSaver(later).click()
  })
  await later.goto("/about", { waitUntil: "domcontentloaded" })
  await expect(dataSaver(later)).not.toBeChecked()
})
