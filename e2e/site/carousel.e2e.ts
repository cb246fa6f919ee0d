import { copyFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import { testOnDedicatedSite } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { expectHydrated, openPage } from "#e2e/open-page.ts"
import type { Sector } from "#server/contract/sectors.ts"
import type { Database } from "#server/database/core/database.ts"
import { createTestProject } from "#server/testing/fixtures.ts"

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
  return createTestProject(db, {
    name,
    sector,
    images: images.map((image) => ({ name: `${image}.jpg`, alt: `Photo ${image}` })),
  })
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

async function walkTo(page: Page, link: string) {
  await page.getByRole("banner").getByRole("link", { name: link, exact: true }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(link)
}

function watchUploads(page: Page) {
  const fetched: string[] = []
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname))
  return fetched
}

function watchLines(page: Page) {
  const lines: string[] = []
  page.on("console", (message) => lines.push(message.text()))
  return lines
}

test.use({ expectedConsole: /status of 404|Troupeau sans photo/ })

test("arrows and keys turn the pictures round, those that do not load are left out, and data saver fetches none before a turn", async ({
  page,
  context,
}) => {
  const fetched = watchUploads(page)
  const lines = watchLines(page)
  await openPage(page, "/agriculture")
  const { card, previous, next, position, photo } = await carousel(page, "Trois photos")
  await expect(position).toHaveText("1 / 3")
  await expect(photo).toHaveAccessibleName("Photo a")
  await expect(photo).toHaveJSProperty("complete", true)

  await test.step("the next picture is fetched once the pointer comes near", async () => {
    expect(fetched.filter((path) => path === "/uploads/b.jpg")).toHaveLength(0)
    await card.hover()
    await next.hover()
    await expect.poll(() => fetched).toContain("/uploads/b.jpg")
  })
  await test.step("arrows and keys turn the pictures, round at both ends, and the position follows", async () => {
    await next.click()
    await expect(position).toHaveText("2 / 3")
    await expect(photo).toHaveAccessibleName("Photo b")
    await previous.click()
    await expect(photo).toHaveAccessibleName("Photo a")
    await previous.click()
    await expect(position).toHaveText("3 / 3")
    await expect(photo).toHaveAccessibleName("Photo c")
    await next.focus()
    await page.keyboard.press("Enter")
    await expect(position).toHaveText("1 / 3")
    await page.keyboard.press("Space")
    await expect(position).toHaveText("2 / 3")
    await expect(next).toBeFocused()
  })
  await test.step("a single picture has neither arrows nor a position", async () => {
    const single = await carousel(page, "Une photo")
    await expect(single.photo).toHaveAccessibleName("Photo a")
    await expect(single.previous.or(single.next).or(single.position)).toHaveCount(0)
  })
  await test.step("a project without pictures says « Image non disponible »", async () => {
    const none = await carousel(page, "Aucune photo")
    await expect(none.card.getByText("Image non disponible", { exact: true })).toBeVisible()
    await expect(none.next).toHaveCount(0)
  })

  await test.step("pictures that do not load are skipped in both directions", async () => {
    await walkTo(page, "Transport")
    const second = await carousel(page, "Deuxième absente")
    await expect(second.photo).toHaveAccessibleName("Photo a")
    await second.next.hover()
    await expect(second.position).toHaveText("1 / 2")
    await second.next.click()
    await expect(second.position).toHaveText("2 / 2")
    await expect(second.photo).toHaveAccessibleName("Photo c")
    await second.next.click()
    await expect(second.photo).toHaveAccessibleName("Photo a")

    const last = await carousel(page, "Dernière absente")
    await last.previous.click()
    await expect(last.position).toHaveText("2 / 2")
    await expect(last.photo).toHaveAccessibleName("Photo b")

    const first = await carousel(page, "Première absente")
    await expect(first.photo).toHaveAccessibleName("Photo b")
    await expect(first.position).toHaveText("1 / 2")

    const single = await carousel(page, "Une seule présente")
    await expect(single.photo).toHaveAccessibleName("Photo b")
    await expect(single.next.or(single.position)).toHaveCount(0)
  })
  await test.step("« Image non disponible » stands where none is left, also on a later visit", async () => {
    const none = await carousel(page, "Toutes absentes")
    await expect(none.card.getByText("Image non disponible", { exact: true })).toBeVisible()
    await expect(none.photo.or(none.next)).toHaveCount(0)
    await walkTo(page, "Agriculture")
    await walkTo(page, "Transport")
    await expect((await carousel(page, "Toutes absentes")).card.getByText("Image non disponible")).toBeVisible()
  })
  await test.step("on the élevage page the placeholder stands there, with one line in the console", async () => {
    await walkTo(page, "Élevage")
    const { photo, next } = await carousel(page, "Troupeau sans photo")
    await expect(photo).toHaveAttribute("src", "/api/placeholder.jpg")
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
    await expect(next).toHaveCount(0)
    expect(lines.filter((line) => !line.startsWith("Failed to load resource"))).toEqual([
      expect.stringContaining("Troupeau sans photo"),
    ])
  })

  const session = await context.newCDPSession(page)
  await session.send("Emulation.setDataSaverOverride", { dataSaverEnabled: true })
  fetched.length = 0
  lines.length = 0

  await test.step("the placeholder stands for pictures that failed before the script arrived", async () => {
    const arrived = Promise.withResolvers<void>()
    await page.route("**/assets/*.js", (route) => arrived.promise.then(() => route.continue()))
    await page.setViewportSize({ width: 1280, height: 4000 })
    const failure = page.waitForResponse(/absente-6/)
    await page.goto("/elevage", { waitUntil: "commit" })
    await failure
    arrived.resolve()
    await expectHydrated(page)
    const { photo } = await carousel(page, "Troupeau sans photo")
    await expect(photo).toHaveAttribute("src", "/api/placeholder.jpg")
    expect(lines.filter((line) => line.includes("Troupeau sans photo"))).toHaveLength(1)
  })
  await test.step("under data saver no picture is fetched before the carousel is turned", async () => {
    await page.setViewportSize({ width: 1280, height: 720 })
    await walkTo(page, "Agriculture")
    const { card, next, position } = await carousel(page, "Trois photos")
    await card.hover()
    await next.focus()
    await expect(next).toBeFocused()
    await expect.poll(() => fetched).toContain("/uploads/a.jpg")
    expect(fetched).not.toContain("/uploads/b.jpg")
    await next.click()
    await expect(position).toHaveText("2 / 3")
    await expect.poll(() => fetched).toContain("/uploads/c.jpg")
  })
})
