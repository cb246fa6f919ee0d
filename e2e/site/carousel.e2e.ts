import { randomUUID } from "node:crypto"
import type { Page } from "@playwright/test"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { expectHydrated } from "#e2e/open-page.ts"
import type { Sector } from "#server/contract/sectors.ts"
import { createTestProject } from "#server/testing/fixtures.ts"
import { withDatabase } from "#server/testing/site-database.ts"
import type { Site } from "#server/testing/start-site.ts"

const test = testOnDedicatedSite({})

test.use({ expectedConsole: /Failed to load resource|Camion/ })

const missing = (name: string) => name.startsWith("absente")

/** Opens a sector's page with a project of these pictures; what begins with « absente » does not load. */
async function openCarousel(page: Page, site: Site, names: string[], sector: Sector = "Transport") {
  // Other tests' projects stand on the same page.
  const id = randomUUID()
  const name = `Camion ${id}`
  const images = names.map((image) => ({ name: `${image}_${id}.jpg`, alt: `Photo ${image}` }))
  await withDatabase(site, (db) => createTestProject(db, { name, sector, images }))
  const loaded: string[] = []
  await page.route(new RegExp(`/uploads/[^/]+_${id}`), (route) => {
    const image =
      route
        .request()
        .url()
        .match(/uploads\/([^_]+)_/)?.[1] ?? ""
    loaded.push(image)
    return missing(image) ? route.abort() : route.fulfill({ contentType: "image/svg+xml", body: svg })
  })
  await page.goto(sector === "Transport" ? "/transport" : "/elevage")
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) })
  const carousel = card.locator("section")
  await carousel.scrollIntoViewIfNeeded()
  return {
    card,
    loaded,
    row: card.locator(".slides"),
    number: card.getByText(/^\d+ \/ \d+$/),
    previous: card.getByRole("button", { name: "Précédent" }),
    next: card.getByRole("button", { name: "Suivant" }),
    /** Expects the picture to be the one that is shown. */
    async shows(image: string) {
      const frame = await carousel.boundingBox()
      await expect
        .poll(async () => (await card.getByAltText(`Photo ${image}`, { exact: true }).boundingBox())?.x)
        .toBeCloseTo(frame?.x ?? Number.NaN, 0)
    },
  }
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 3 2" width="300" height="200"/>'

function watchScripts(page: Page) {
  const scripts: string[] = []
  page.on("request", (request) => {
    if (request.url().endsWith(".js")) scripts.push(request.url())
  })
  return scripts
}

test("buttons turn the pictures round at both ends, by the keyboard too, without the application, and as before with it", async ({
  page,
  site,
}) => {
  const scripts = watchScripts(page)
  const { loaded, number, previous, next, shows } = await openCarousel(page, site, ["a", "b", "c"])
  await expect(number).toHaveText("1 / 3")
  await shows("a")
  expect(loaded).toEqual(["a"])
  await next.hover()
  await expect.poll(() => loaded).toEqual(["a", "b"])
  await next.click()
  await expect(number).toHaveText("2 / 3")
  await shows("b")
  await previous.click()
  await previous.click()
  await expect(number).toHaveText("3 / 3")
  await shows("c")
  await next.click()
  await expect(number).toHaveText("1 / 3")
  await shows("a")
  expect(scripts).toEqual([])
  await page.keyboard.press("Enter")
  await page.keyboard.press("Space")
  await expect(number).toHaveText("3 / 3")
  await expect(next).toBeFocused()
  await page.keyboard.press("F8")
  await expectHydrated(page)
  await expect(number).toHaveText("3 / 3")
  await next.click()
  await expect(number).toHaveText("1 / 3")
  await shows("a")
})

test.describe("under a finger", () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })

  test("a swipe turns them, and loads what it uncovers and the next", async ({ page, site }) => {
    const { loaded, row, number, shows } = await openCarousel(page, site, ["b", "c", "a"])
    // A section that has just come into sight may still be without its box, or move.
    await row.tap({ trial: true })
    const box = await row.boundingBox()
    if (!box) throw new Error("The row has no box")
    const { x, y, width } = box
    const input = await page.context().newCDPSession(page)
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", left: number) =>
      input.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: type === "touchEnd" ? [] : [{ x: x + left * width, y: y + 60 }],
      })
    await touch("touchStart", 0.9)
    for (const left of [0.8, 0.7, 0.6, 0.5, 0.4, 0.3]) {
      await touch("touchMove", left)
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    await touch("touchEnd", 0)
    await expect(number).toHaveText("2 / 3")
    await shows("c")
    await expect.poll(() => loaded.toSorted()).toEqual(["a", "b", "c"])
  })
})

test("a single picture has neither buttons nor a number, and a project without one says so", async ({ page, site }) => {
  const single = await openCarousel(page, site, ["a"])
  await expect(single.card.getByAltText("Photo a")).toBeVisible()
  await expect(single.card.getByRole("button")).toHaveCount(0)
  await expect(single.number).toHaveCount(0)
  const none = await openCarousel(page, site, [])
  await expect(none.card.getByText("Image non disponible")).toBeVisible()
})

test("while the browser is to save data nothing is loaded before the first turn", async ({ page, site }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, "connection", { value: { saveData: true } }))
  const { card, loaded, next, shows } = await openCarousel(page, site, ["a", "b", "c"])
  await card.getByAltText("Photo a").hover()
  await next.focus()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  expect(loaded).toEqual(["a"])
  await next.click()
  await shows("b")
  await expect.poll(() => loaded).toEqual(["a", "b", "c"])
})

test("a picture that does not load is skipped in the reader's direction and not counted, and the last one has no buttons", async ({
  page,
  site,
}) => {
  const middle = await openCarousel(page, site, ["a", "absente", "c"])
  await middle.next.hover()
  await expect(middle.number).toHaveText("1 / 2")
  await middle.next.click()
  await expect(middle.number).toHaveText("2 / 2")
  await middle.shows("c")
  const last = await openCarousel(page, site, ["a", "b", "absente-2"])
  await last.previous.click()
  await expect(last.number).toHaveText("2 / 2")
  await last.shows("b")
  const first = await openCarousel(page, site, ["absente-3", "b"])
  await first.shows("b")
  await expect(first.number).toBeHidden()
  await expect(first.next).toBeHidden()
})

test("« Image non disponible » stands where no picture loads, and on the élevage page the placeholder, with a line in the console", async ({
  page,
  site,
}) => {
  const { card } = await openCarousel(page, site, ["absente-1", "absente-2"])
  await expect(card.getByText("Image non disponible")).toBeVisible()
  await expect(card.getByRole("button")).toHaveCount(0)
  const logged = page.waitForEvent("console", (message) => message.text().includes("Camion"))
  const other = await openCarousel(page, site, ["absente-1", "absente-2"], "Élevage")
  expect((await logged).type()).toBe("error")
  await expect(other.card.getByRole("img", { name: "Image non disponible" })).toHaveAttribute(
    "src",
    "/api/placeholder.jpg",
  )
  await expect(other.card.getByText("Image non disponible", { exact: true })).toHaveCount(0)
})
