import { copyFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import type { Sector } from "#server/contract/sectors.ts"
import type { Database } from "#server/database/transaction.ts"
import { makeProject } from "#server/testing/make.ts"

const photo = new URL("../../server/uploads/placeholder.jpg", import.meta.url)

const test = testOnDedicatedSite({
  settings: { DEMO_CONTENT: "0" },
  async fill(db, { dataDir }) {
    for (const name of ["a.jpg", "b.jpg", "c.jpg"]) await copyFile(photo, `${dataDir}/uploads/${name}`)
    await addProject(db, "Trois photos", ["a", "b", "c"], "Agriculture")
    await addProject(db, "Une photo", ["a"], "Agriculture")
    await addProject(db, "Aucune photo", [], "Agriculture")
    await addProject(db, "Deuxième absente", ["a", "absente-1", "c"])
    await addProject(db, "Dernière absente", ["a", "b", "absente-8"])
    await addProject(db, "Première absente", ["absente-2", "b", "c"])
    await addProject(db, "Une seule présente", ["absente-3", "b"])
    await addProject(db, "Toutes absentes", ["absente-4", "absente-5"])
    await addProject(db, "Troupeau sans photo", ["absente-6", "absente-7"], "Élevage")
  },
})

function addProject(db: Database, name: string, images: string[], sector: Sector = "Transport") {
  return makeProject(db, {
    name,
    sector,
    images: images.map((image) => ({ name: `${image}.jpg`, alt: `Photo ${image}` })),
  })
}

async function openCarousel(page: Page, name: string, path = "/agriculture") {
  await openPage(page, path)
  return carousel(page, name)
}

async function carousel(page: Page, name: string) {
  const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name, exact: true }) })
  await card.scrollIntoViewIfNeeded()
  return {
    card,
    previous: card.getByRole("button", { name: "Précédent", exact: true }),
    next: card.getByRole("button", { name: "Suivant", exact: true }),
    position: card.getByText(/^\d+ \/ \d+$/),
    photo: card.getByRole("img"),
  }
}

test("the arrows turn the pictures and the position tells which one is shown", async ({ page }) => {
  const { previous, next, position, photo } = await openCarousel(page, "Trois photos")
  await expect(position).toHaveText("1 / 3")
  await expect(photo).toHaveAccessibleName("Photo a")
  await next.click()
  await expect(position).toHaveText("2 / 3")
  await expect(photo).toHaveAccessibleName("Photo b")
  await previous.click()
  await expect(position).toHaveText("1 / 3")
  await expect(photo).toHaveAccessibleName("Photo a")
})

test("it goes round at both ends", async ({ page }) => {
  const { previous, next, position, photo } = await openCarousel(page, "Trois photos")
  await previous.click()
  await expect(position).toHaveText("3 / 3")
  await expect(photo).toHaveAccessibleName("Photo c")
  await next.click()
  await expect(position).toHaveText("1 / 3")
  await expect(photo).toHaveAccessibleName("Photo a")
})

test("it turns by the keyboard and keeps the focus on the arrow", async ({ page }) => {
  const { next, position } = await openCarousel(page, "Trois photos")
  await next.focus()
  await page.keyboard.press("Enter")
  await expect(position).toHaveText("2 / 3")
  await page.keyboard.press("Space")
  await expect(position).toHaveText("3 / 3")
  await expect(next).toBeFocused()
})

test("a single picture has neither arrows nor a position", async ({ page }) => {
  const { photo, next, previous, position } = await openCarousel(page, "Une photo")
  await expect(photo).toHaveAccessibleName("Photo a")
  await expect(previous.or(next).or(position)).toHaveCount(0)
})

test("a project without pictures says 'Image non disponible'", async ({ page }) => {
  const { card, next } = await openCarousel(page, "Aucune photo")
  await expect(card.getByText("Image non disponible", { exact: true })).toBeVisible()
  await expect(next).toHaveCount(0)
})

test("no picture ahead is fetched before somebody turns to the carousel, and then one", async ({ page }) => {
  const fetched: string[] = []
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname))
  const { card, photo } = await openCarousel(page, "Trois photos")
  await expect(photo).toHaveJSProperty("complete", true)
  expect(fetched.filter((path) => path === "/uploads/b.jpg")).toHaveLength(0)
  await card.hover()
  await card.getByRole("button", { name: "Suivant" }).hover()
  await expect.poll(() => fetched).toContain("/uploads/b.jpg")
})

test("where data is to be saved none ahead is fetched before the carousel is turned", async ({ page, context }) => {
  const session = await context.newCDPSession(page)
  await session.send("Emulation.setDataSaverOverride", { dataSaverEnabled: true })
  const fetched: string[] = []
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname))
  const { card, next, position } = await openCarousel(page, "Trois photos")
  await card.hover()
  await next.focus()
  await expect(next).toBeFocused()
  expect(fetched).toContain("/uploads/a.jpg")
  expect(fetched).not.toContain("/uploads/b.jpg")
  await next.click()
  await expect(position).toHaveText("2 / 3")
  await expect.poll(() => fetched).toContain("/uploads/c.jpg")
})

test.describe("with pictures that do not load", () => {
  test.use({ expectedConsole: /status of 404/ })

  test("one in the middle is skipped and lowers the total", async ({ page }) => {
    const { next, position, photo } = await openCarousel(page, "Deuxième absente", "/transport")
    await expect(photo).toHaveAccessibleName("Photo a")
    await next.hover()
    await expect(position).toHaveText("1 / 2")
    await next.click()
    await expect(position).toHaveText("2 / 2")
    await expect(photo).toHaveAccessibleName("Photo c")
    await next.click()
    await expect(photo).toHaveAccessibleName("Photo a")
  })

  test("one that is met on the way back is skipped on that way", async ({ page }) => {
    const { previous, position, photo } = await openCarousel(page, "Dernière absente", "/transport")
    await previous.click()
    await expect(position).toHaveText("2 / 2")
    await expect(photo).toHaveAccessibleName("Photo b")
  })

  test("the first one gives way to the next", async ({ page }) => {
    const { position, photo } = await openCarousel(page, "Première absente", "/transport")
    await expect(photo).toHaveAccessibleName("Photo b")
    await expect(position).toHaveText("1 / 2")
  })

  test("arrows go when only one picture is left", async ({ page }) => {
    const { photo, next, position } = await openCarousel(page, "Une seule présente", "/transport")
    await expect(photo).toHaveAccessibleName("Photo b")
    await expect(next.or(position)).toHaveCount(0)
  })

  test("when none is left, 'Image non disponible' stands in their place", async ({ page }) => {
    const { card, photo, next } = await openCarousel(page, "Toutes absentes", "/transport")
    await expect(card.getByText("Image non disponible", { exact: true })).toBeVisible()
    await expect(photo.or(next)).toHaveCount(0)
  })

  test("they are skipped when the visitor walks to the page, too", async ({ page }) => {
    await openPage(page, "/about")
    await page.getByRole("banner").getByRole("link", { name: "Transport" }).click()
    const card = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Toutes absentes" }) })
    await card.scrollIntoViewIfNeeded()
    await expect(card.getByText("Image non disponible", { exact: true })).toBeVisible()
  })
})

test.describe("on the élevage page", () => {
  test.use({ expectedConsole: /status of 404|Troupeau sans photo/ })

  test("a project without a picture that loads shows the placeholder", async ({ page }) => {
    const { photo, next } = await openCarousel(page, "Troupeau sans photo", "/elevage")
    await expect(photo).toHaveAttribute("src", "/api/placeholder.jpg")
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expect(next).toHaveCount(0)
  })

  test("such a project leaves exactly one line in the console", async ({ page }) => {
    const lines: string[] = []
    page.on("console", (message) => lines.push(message.text()))
    const { photo } = await openCarousel(page, "Troupeau sans photo", "/elevage")
    await expect(photo).toHaveAttribute("src", "/api/placeholder.jpg")
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.complete)).toBe(true)
    expect(lines.filter((line) => !line.startsWith("Failed to load resource"))).toEqual([
      expect.stringContaining("Troupeau sans photo"),
    ])
  })

  test("so it does when the pictures failed before the script arrived", async ({ page }) => {
    const lines: string[] = []
    page.on("console", (message) => lines.push(message.text()))
    const arrived = Promise.withResolvers<void>()
    await page.route("**/assets/*.js", (route) => arrived.promise.then(() => route.continue()))
    await page.setViewportSize({ width: 1280, height: 4000 })
    const failure = page.waitForResponse(/absente-6/)
    await page.goto("/elevage", { waitUntil: "commit" })
    await failure
    arrived.resolve()
    const { photo } = await carousel(page, "Troupeau sans photo")
    await expect(photo).toHaveAttribute("src", "/api/placeholder.jpg")
    expect(lines.filter((line) => line.includes("Troupeau sans photo"))).toHaveLength(1)
  })
})
