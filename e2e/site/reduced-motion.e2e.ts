import type { Page } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"

/** What moves, grows or fades on the page just now. */
function movements(page: Page) {
  return page.evaluate(() => {
    const moving = document.getAnimations().filter(({ effect }) => {
      const frames = effect instanceof KeyframeEffect ? effect.getKeyframes() : []
      return frames.some((frame) =>
        ["transform", "scale", "translate", "rotate", "opacity"].some((name) => name in frame),
      )
    })
    return moving.map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target?.outerHTML.slice(0, 100) : ""))
  })
}

test("under reduced motion the page jumps instead of scrolling smoothly, and nothing moves", async ({ page }) => {
  await openPage(page, "/")
  await expect(page.locator("html")).toHaveCSS("scroll-behavior", "auto")
  const top = await page.evaluate(() => {
    document.querySelector<HTMLElement>('a[href="#contact"]')?.click()
    return new Promise<number>((resolve) =>
      requestAnimationFrame(() =>
        requestAnimationFrame(() => resolve(document.querySelector("#contact")?.getBoundingClientRect().top ?? -1)),
      ),
    )
  })
  await expect(page.locator("#contact")).toBeInViewport({ ratio: 1 })
  expect(top).toBeGreaterThanOrEqual(0)
  expect(top).toBeLessThan(720)
  await page.getByRole("listitem").filter({ hasText: "En savoir plus" }).first().hover()
  expect(await movements(page), "under the pointer").toEqual([])

  const answered = Promise.withResolvers<void>()
  await page.route("**/trpc/projects.page*", (route) => answered.promise.then(() => route.continue()))
  await page.getByRole("banner").getByRole("link", { name: "Transport" }).click()
  await expect(page.getByText("Chargement des projets...")).toBeVisible()
  expect(await movements(page), "while a list is loading and pages change").toEqual([])
  answered.resolve()

  await page.emulateMedia({ reducedMotion: "no-preference" })
  await expect(page.locator("html")).toHaveCSS("scroll-behavior", "smooth")
})
