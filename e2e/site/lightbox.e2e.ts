import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"

test("an enlarged picture is larger, fits a phone upright and on its side, and a desk, keeps the keyboard, and closes by a click beside it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 700 })
  await openPage(page, "/ventes-materiaux")
  const small = page.getByRole("button", { name: /^Agrandir : \S/ }).nth(1)
  const dialog = page.getByRole("dialog")
  const picture = dialog.getByRole("img")
  const before = await small.getByRole("img").boundingBox()
  await small.click()
  expect((await picture.boundingBox())?.width).toBeGreaterThan(1.5 * (before?.width ?? 0))
  // The file is no wider than the screen allows.
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/-960\.avif$/)
  for (const [width, height] of [
    [360, 740],
    [740, 360],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expect(dialog.getByRole("button")).toHaveCount(3)
    for (const part of [picture, ...(await dialog.getByRole("button").all())])
      await expect(part).toBeInViewport({ ratio: 1 })
  }
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press("Tab")
    const outside = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement !== document.body && !activeElement?.closest("dialog")
    })
    expect(outside).toBe(false)
  }
  await page.mouse.click(4, 300)
  await expect(dialog).toBeHidden()
  await expect(small).toBeFocused()
})
