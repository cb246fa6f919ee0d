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

test.describe("on a desk", () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test("the footer's switch makes pictures lighter from then on, and fetches nothing itself nor ahead", async ({
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
  })
})

test("it is switched by keyboard, stays in sight below a long list, and stays as it is once the page is hydrated", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto("/construction")
  await dataSaver(page).focus()
  for (const on of [true, false, true]) {
    await page.keyboard.press("Space")
    await expect(dataSaver(page)).toBeChecked({ checked: on })
    await expect(dataSaver(page)).toBeFocused()
    await expect(dataSaver(page)).toBeInViewport()
  }
  await expectHydrated(page)
  await expect(dataSaver(page)).toBeChecked()
})
