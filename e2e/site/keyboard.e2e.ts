import type { Page } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { mainNavigation } from "./header.ts"

interface Stop {
  name: string
  /** The pixels from the header's lower edge to the element's upper one; negative where the header covers it. */
  clearance: number
  inHeader: boolean
  outline: number
}

type Notes = Window & typeof globalThis & { stops: (Stop | undefined)[] }

/** Makes the page note the focused element after each press of Tab; at the end of the page there is none. */
function noteStops(page: Page) {
  return page.evaluate(() => {
    const notes = window as Notes
    notes.stops = [undefined]
    addEventListener("keyup", ({ key }) => key === "Tab" && notes.stops.push(readStop()))

    function readStop(): Stop | undefined {
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
    }
  })
}

/** Returns every tab stop from one end of the page to the other. */
async function stops(page: Page, key: "Tab" | "Shift+Tab") {
  for (let round = 0; round < 20; round += 1) {
    for (let press = 0; press < 15; press += 1) await page.keyboard.press(key)
    const seen = await page.evaluate(() => (window as Notes).stops)
    const start = seen.indexOf(undefined)
    const end = seen.indexOf(undefined, start + 1)
    if (start === -1 || end === -1) continue
    expect(end - start).toBeGreaterThan(10)
    await page.evaluate(() => (window as Notes).stops.splice(0))
    return seen.slice(start + 1, end).filter((stop) => stop !== undefined)
  }
  throw new Error("The keyboard does not come to the end of the page")
}

test("'Aller au contenu' leads past the header, and a link of the header to the top of the next page's content", async ({
  page,
}) => {
  await openPage(page, "/transport")
  const skip = page.getByRole("link", { name: "Aller au contenu" })
  await expect(skip).not.toBeInViewport()
  await page.keyboard.press("Tab")
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport({ ratio: 1 })
  await page.keyboard.press("Enter")
  await expect(page.getByRole("main")).toBeFocused()
  await page.keyboard.press("Tab")
  await expect(page.getByRole("main").locator(":focus")).toBeVisible()
  await page.evaluate(() => {
    document.body.setAttribute("data-same", "")
    scrollTo({ top: 1200, behavior: "instant" })
  })
  await mainNavigation(page).getByRole("link", { name: "Immobilier" }).press("Enter")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Immobilier")
  await expect(page.getByRole("main")).toBeFocused()
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await expect(page.locator("body[data-same]"), "no new document").toBeAttached()
})

test("the focus is always visible, forwards and back, at each width", async ({ page }) => {
  for (const { path, width } of [
    { path: "/", width: 1440 },
    { path: "/construction", width: 768 },
    { path: "/contact", width: 360 },
  ]) {
    await page.setViewportSize({ width, height: 600 })
    await openPage(page, path)
    await noteStops(page)
    const forwards = await stops(page, "Tab")
    const faint = forwards.filter(({ outline }) => outline < 2).map(({ name }) => name)
    expect(faint, `${path} at ${width} px`).toEqual([])
    const backwards = await stops(page, "Shift+Tab")
    const covered = [...forwards, ...backwards].filter(({ inHeader, clearance }) => !inHeader && clearance < 0)
    expect(covered, `stops of ${path} that the header covers at ${width} px`).toEqual([])
  }
})
