import type { Page } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"

function lightbox(page: Page) {
  const dialog = page.getByRole("dialog")
  return {
    dialog,
    position: dialog.getByText(/^\d+ \/ \d+$/),
    photo: dialog.getByRole("img"),
    previous: dialog.getByRole("button", { name: "Photo précédente", exact: true }),
    next: dialog.getByRole("button", { name: "Photo suivante", exact: true }),
    close: dialog.getByRole("button", { name: "Fermer", exact: true }),
  }
}

function photos(page: Page) {
  return page.getByRole("button", { name: /^Agrandir : \S/ })
}

test("a photo opens larger, turns round at both ends by buttons and keys, and closing gives the focus back", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 700 })
  await openPage(page, "/ventes-materiaux")
  const { dialog, position, photo, previous, next, close } = lightbox(page)
  await expect(photos(page)).toHaveCount(3)
  for (const button of await photos(page).all()) {
    const shows = await button.getByRole("img").getAttribute("alt")
    await expect(button).toHaveAccessibleName(`Agrandir : ${shows}`)
  }

  await test.step("a click opens the photo, larger, fetched no wider than a low screen allows", async () => {
    await expect(dialog).toBeHidden()
    const small = await photos(page).nth(1).getByRole("img").boundingBox()
    await photos(page).nth(1).click()
    await expect(position).toHaveText("2 / 3")
    expect((await photo.boundingBox())?.width).toBeGreaterThan(1.5 * (small?.width ?? 0))
    expect(await photo.getAttribute("alt")).toBe(await photos(page).nth(1).getByRole("img").getAttribute("alt"))
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/-960\.avif$/)
    await photo.click()
    await expect(dialog).toBeVisible()
  })
  await test.step("buttons and arrow keys turn the photos", async () => {
    await previous.click()
    await expect(position).toHaveText("1 / 3")
    const first = await photo.getAttribute("alt")
    await previous.click()
    await expect(position).toHaveText("3 / 3")
    await expect(photo).not.toHaveAttribute("alt", first ?? "")
    await next.click()
    await expect(photo).toHaveAttribute("alt", first ?? "")
    await page.keyboard.press("ArrowLeft")
    await expect(position).toHaveText("3 / 3")
    await page.keyboard.press("ArrowRight")
    await expect(position).toHaveText("1 / 3")
  })
  await test.step("the keyboard stays inside", async () => {
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press("Tab")
      const outside = await page.evaluate(() => {
        const { activeElement } = document
        return activeElement !== document.body && !activeElement?.closest("dialog")
      })
      expect(outside).toBe(false)
    }
  })
  const waysOut = [
    () => page.keyboard.press("Escape"),
    () => close.click(),
    () => page.mouse.click(4, 300), // outside the picture
  ]
  for (const leave of waysOut) {
    await leave()
    await expect(dialog).toBeHidden()
    await expect(photos(page).nth(1)).toBeFocused()
    await page.keyboard.press("Enter")
    await expect(position).toHaveText("2 / 3")
  }
  await page.keyboard.press("Escape")
  await expect(dialog).toBeHidden()
  await expect(photos(page).nth(1)).toBeFocused()
  await page.keyboard.press("Space")
  await expect(position).toHaveText("2 / 3")

  await test.step("the photo and its buttons fit a phone upright and on its side, and a desk", async () => {
    for (const [width, height] of [
      [360, 740],
      [740, 360],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const part of [photo, previous, next, close]) await expect(part).toBeInViewport({ ratio: 1 })
    }
  })
})
