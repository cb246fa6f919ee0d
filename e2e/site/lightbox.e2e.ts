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

test.beforeEach(async ({ page }) => {
  await openPage(page, "/ventes-materiaux")
})

test("three photos can be enlarged, each named by what it shows", async ({ page }) => {
  await expect(photos(page)).toHaveCount(3)
  for (const button of await photos(page).all()) {
    const shows = await button.getByRole("img").getAttribute("alt")
    await expect(button).toHaveAccessibleName(`Agrandir : ${shows}`)
  }
})

test("on a low screen the photo is fetched no wider than its height allows", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 700 })
  await photos(page).first().click()
  const { photo } = lightbox(page)
  await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.currentSrc)).toMatch(/-960\.avif$/)
})

test("a press opens the photo pressed, larger", async ({ page }) => {
  const { dialog, position, photo } = lightbox(page)
  await expect(dialog).toBeHidden()
  const small = await photos(page).nth(1).getByRole("img").boundingBox()
  await photos(page).nth(1).click()
  await expect(dialog).toBeVisible()
  await expect(position).toHaveText("2 / 3")
  expect((await photo.boundingBox())?.width).toBeGreaterThan(1.5 * (small?.width ?? 0))
  expect(await photo.getAttribute("alt")).toBe(await photos(page).nth(1).getByRole("img").getAttribute("alt"))
})

test("Enter and Space open the photo in focus", async ({ page }) => {
  for (const key of ["Enter", "Space"]) {
    await photos(page).first().focus()
    await page.keyboard.press(key)
    await expect(lightbox(page).position).toHaveText("1 / 3")
    await page.keyboard.press("Escape")
  }
})

test("the buttons turn the photos, round at both ends", async ({ page }) => {
  const { position, photo, previous, next } = lightbox(page)
  await photos(page).first().click()
  const first = await photo.getAttribute("alt")
  await previous.click()
  await expect(position).toHaveText("3 / 3")
  await expect(photo).not.toHaveAttribute("alt", first ?? "")
  await next.click()
  await expect(position).toHaveText("1 / 3")
  await expect(photo).toHaveAttribute("alt", first ?? "")
})

test("the arrow keys turn the photos, round at both ends", async ({ page }) => {
  const { position } = lightbox(page)
  await photos(page).last().click()
  await expect(position).toHaveText("3 / 3")
  await page.keyboard.press("ArrowRight")
  await expect(position).toHaveText("1 / 3")
  await page.keyboard.press("ArrowLeft")
  await expect(position).toHaveText("3 / 3")
  await page.keyboard.press("ArrowLeft")
  await expect(position).toHaveText("2 / 3")
})

const waysOut: { name: string; leave: (page: Page) => Promise<void> }[] = [
  { name: "Escape", leave: (page) => page.keyboard.press("Escape") },
  { name: "'Fermer'", leave: (page) => lightbox(page).close.click() },
  { name: "a click outside", leave: (page) => page.mouse.click(4, 300) },
]

for (const { name, leave } of waysOut) {
  test(`${name} closes and gives the focus back to the photo's button`, async ({ page }) => {
    const { dialog, position } = lightbox(page)
    await photos(page).nth(2).click()
    await expect(position).toHaveText("3 / 3")
    await leave(page)
    await expect(dialog).toBeHidden()
    await expect(photos(page).nth(2)).toBeFocused()
  })
}

test("a press on the photo itself closes nothing", async ({ page }) => {
  const { dialog, photo } = lightbox(page)
  await photos(page).first().click()
  await photo.click()
  await expect(dialog).toBeVisible()
})

test("it opens again after it was closed", async ({ page }) => {
  const { dialog, position } = lightbox(page)
  await photos(page).first().click()
  await page.keyboard.press("Escape")
  await expect(dialog).toBeHidden()
  await photos(page).nth(1).click()
  await expect(position).toHaveText("2 / 3")
})

test("while it is open the keyboard stays inside", async ({ page }) => {
  const { dialog } = lightbox(page)
  await photos(page).first().click()
  await expect(dialog).toBeVisible()
  for (let press = 0; press < 6; press += 1) {
    await page.keyboard.press("Tab")
    const outside = await page.evaluate(() => {
      const { activeElement } = document
      return activeElement !== document.body && !activeElement?.closest("dialog")
    })
    expect(outside).toBe(false)
  }
})

test("the photo and its buttons fit a phone upright and on its side, and a desk", async ({ page }) => {
  const { photo, previous, next, close } = lightbox(page)
  await photos(page).first().click()
  for (const [width, height] of [
    [360, 740],
    [740, 360],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const part of [photo, previous, next, close]) await expect(part).toBeInViewport({ ratio: 1 })
  }
})
