import type { Page } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { screens } from "./screens.ts"

// Otherwise the page scrolls smoothly to the focus and would be measured on its way.

interface Stop {
  name: string
  /** Pixels from the header's lower edge to the element's upper one; negative where the header covers it. */
  clearance: number
  inHeader: boolean
  outline: number
}

function readStop(page: Page): Promise<Stop | undefined> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    const header = document.querySelector("header")
    const { top } = element.getBoundingClientRect()
    const style = getComputedStyle(element)
    return {
      name: `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 40)}`,
      clearance: top - (header?.getBoundingClientRect().bottom ?? 0),
      inHeader: header?.contains(element) || element.classList.contains("skip-link"),
      outline: style.outlineStyle === "none" ? 0 : Number.parseFloat(style.outlineWidth),
    }
  })
}

/** Every stop of the keyboard from the first to the last, or back with Shift+Tab. */
async function stops(page: Page, key: "Tab" | "Shift+Tab") {
  const found: Stop[] = []
  for (let press = 0; press < 200; press += 1) {
    await page.keyboard.press(key)
    const stop = await readStop(page)
    if (!stop) break
    found.push(stop)
  }
  expect(found.length).toBeGreaterThan(10)
  expect(found.length).toBeLessThan(200)
  return found
}

test("the first stop of every page is 'Aller au contenu'", async ({ request }) => {
  for (const { path } of screens) {
    const html = await (await request.get(path)).text()
    const body = html.slice(html.indexOf("<body"))
    expect(body.match(/<(a|button|input|select|textarea)\s[\s\S]*?<\/\1>/)?.[0], path).toContain("Aller au contenu")
  }
})

test("'Aller au contenu' appears with the focus and leads past the header", async ({ page }) => {
  await openPage(page, "/transport")
  const skip = page.getByRole("link", { name: "Aller au contenu" })
  await expect(skip).not.toBeInViewport()
  await page.keyboard.press("Tab")
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press("Enter")
  await expect(page.getByRole("main")).toBeFocused()
  await page.keyboard.press("Tab")
  const stop = await readStop(page)
  expect(stop?.inHeader).toBe(false)
})

for (const { path, width } of [
  { path: "/", width: 1440 },
  { path: "/construction", width: 768 },
  { path: "/contact", width: 360 },
]) {
  test(`on ${path} at ${width} px the focus is always visible, forwards and back`, async ({ page }) => {
    await page.setViewportSize({ width, height: 600 })
    await openPage(page, path)
    const forwards = await stops(page, "Tab")
    expect(forwards.filter(({ outline }) => outline < 2).map(({ name }) => name)).toEqual([])
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    const backwards = await stops(page, "Shift+Tab")
    const covered = [...forwards, ...backwards].filter(({ inHeader, clearance }) => !inHeader && clearance < 0)
    expect(covered, "stops that the header covers").toEqual([])
  })
}
