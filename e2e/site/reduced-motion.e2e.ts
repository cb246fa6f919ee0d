import type { Page } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { mainNavigation } from "./header.ts"

/** Lists the animations that currently move, resize or fade elements. */
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

type Counting = Window & typeof globalThis & { transitions: number }

/** Counts the page's view transitions from its load on. */
async function countTransitions(page: Page) {
  await page.addInitScript(() => {
    const counting = window as Counting
    counting.transitions = 0
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (...given) => {
      counting.transitions += 1
      return start(...given)
    }
  })
  return () => page.evaluate(() => (window as Counting).transitions)
}

async function walkTo(page: Page, link: string) {
  await mainNavigation(page).getByRole("link", { name: link }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(link)
}

test("under reduced motion the page jumps instead of scrolling, and nothing moves under the pointer, while pages change and while a list is loading", async ({
  page,
}) => {
  const transitions = await countTransitions(page)
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
  expect(top).toBeGreaterThanOrEqual(0)
  expect(top).toBeLessThan(720)
  await page.getByRole("listitem").filter({ hasText: "En savoir plus" }).first().hover()
  expect(await movements(page)).toEqual([])
  const answered = Promise.withResolvers<void>()
  await page.route("**/trpc/projects.page*", (route) => answered.promise.then(() => route.continue()))
  await walkTo(page, "Transport")
  await expect(page.getByText("Chargement des projets...")).toBeVisible()
  expect(await movements(page)).toEqual([])
  expect(await transitions()).toBe(0)
  answered.resolve()
})

test("for everybody else the page scrolls smoothly, each screen but the first comes with a view transition, and going back amid one is no failure", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" })
  const transitions = await countTransitions(page)
  await openPage(page, "/agriculture")
  await expect(page.locator("html")).toHaveCSS("scroll-behavior", "smooth")
  expect(await transitions()).toBe(0)
  await walkTo(page, "Immobilier")
  expect(await transitions()).toBe(1)
  for (let turn = 0; turn < 2; turn += 1) {
    await mainNavigation(page).getByRole("link", { name: "Élevage" }).click()
    await page.goBack({ waitUntil: "commit" })
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Immobilier")
  }
  expect(await transitions()).toBeGreaterThan(1)
})
