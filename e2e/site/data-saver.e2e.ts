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

test("the footer's switch makes pictures lighter and fetches nothing, nor ahead; by keyboard it stays in sight on a phone, and as it is once the page is hydrated", async ({
  page,
  context,
}) => {
  const full = await weighPictures(page)
  const paths: string[] = []
  page.on("request", (request) => paths.push(new URL(request.url()).pathname))
  await expect(dataSaver(page)).not.toBeChecked()
  await dataSaver(page).click()
  await expect(dataSaver(page)).toBeChecked()
  await expect(page).toHaveURL(/\/#economie$/)
  await expect(dataSaver(page)).toBeInViewport()
  await page.getByRole("banner").getByRole("link", { name: "Transport" }).hover()
  await page.waitForLoadState("networkidle")
  expect(paths.filter((path) => path === "/transport" || path.endsWith(".js"))).toEqual([])

  // Chromium keeps the pictures that a tab has shown.
  const later = await context.newPage()
  expect(await weighPictures(later)).toBeLessThan(full / 2)
  await expect(dataSaver(later)).toBeChecked()

  await later.setViewportSize({ width: 360, height: 740 })
  // Its list is long.
  await later.goto("/construction", { waitUntil: "domcontentloaded" })
  await dataSaver(later).focus()
  for (const on of [false, true]) {
    await later.keyboard.press("Space")
    await expect(dataSaver(later)).toBeChecked({ checked: on })
    await expect(dataSaver(later)).toBeFocused()
    await expect(dataSaver(later)).toBeInViewport()
  }
  await expectHydrated(later)
  await expect(dataSaver(later)).toBeChecked()
})
