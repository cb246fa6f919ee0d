import type { Page } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { elementsIn } from "./html.ts"
import { screens } from "./screens.ts"

const phone = { width: 360, height: 740 }

/** The weight of what the browser chose for a picture. */
async function weightOf(page: Page, src: string) {
  return (await (await page.request.get(src)).body()).length
}

/** In CSS pixels: the width that `sizes` told the browser, and the one that covers the picture's place. */
function measure(images: (HTMLElement | SVGElement)[]) {
  return (images as HTMLImageElement[]).map(({ src, width, height, naturalWidth, naturalHeight }) => ({
    src,
    taken: naturalWidth,
    needed: Math.max(width, (height * naturalWidth) / naturalHeight),
  }))
}

function bundled(html: string) {
  return elementsIn(html, "img").filter(({ src }) => src?.startsWith("/photos/"))
}

test.describe("on a phone of 360 px at single density", () => {
  test.use({ viewport: phone, deviceScaleFactor: 1 })

  test("the picture of each sector's card weighs at most 12 kB", async ({ page }) => {
    await openPage(page, "/")
    const cards = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: /^En savoir plus/ }) })
    await expect(cards).toHaveCount(6)
    for (const card of await cards.all()) {
      await card.scrollIntoViewIfNeeded()
      const photo = card.getByRole("img")
      await expect(photo).not.toHaveJSProperty("currentSrc", "")
      const src = await photo.evaluate((image: HTMLImageElement) => image.currentSrc)
      expect.soft(await weightOf(page, src), src).toBeLessThanOrEqual(12_000)
    }
  })

  test("the hero's upright crop weighs at most 25 kB", async ({ page }) => {
    await openPage(page, "/")
    const src = await page
      .getByRole("main")
      .getByRole("img")
      .first()
      .evaluate((image: HTMLImageElement) => image.currentSrc)
    expect(src).toContain("portrait")
    expect(src).toMatch(/\.avif$/)
    expect(await weightOf(page, src)).toBeLessThanOrEqual(25_000)
  })

  test("the home page fetches no picture of the cards below before it is scrolled there", async ({ page }) => {
    const fetched: string[] = []
    page.on("request", (request) => request.resourceType() === "image" && fetched.push(new URL(request.url()).pathname))
    await page.goto("/")
    await page.waitForLoadState("networkidle")
    expect(fetched.filter((path) => path.includes("immobilier"))).toEqual([])
    await page.getByRole("link", { name: /En savoir plus.*Immobilier/ }).scrollIntoViewIfNeeded()
    await expect.poll(() => fetched.filter((path) => path.includes("immobilier"))).toHaveLength(1)
  })
})

for (const { path, viewport } of [
  { path: "/", viewport: phone },
  { path: "/", viewport: { width: 1440, height: 900 } },
  { path: "/agriculture", viewport: { width: 768, height: 1024 } },
]) {
  test(`on ${path} at ${viewport.width} px the preloaded picture is the one shown`, async ({ page }) => {
    await page.setViewportSize(viewport)
    const fetched: string[] = []
    page.on("request", (request) => request.resourceType() === "image" && fetched.push(request.url()))
    await page.goto(path)
    const first = page.getByRole("main").getByRole("img").first()
    const shown = await first.evaluate((image: HTMLImageElement) => image.currentSrc)
    const [, name] = shown.match(/\/photos\/([\w-]+\.\w+)-/) ?? []
    const kin = fetched.filter((url) => url.includes(name?.replace("-portrait", "").split(".")[0] ?? "nothing"))
    expect(kin).toEqual([shown])
  })
}

test("no page leaves the browser's warning of a preload that was not used", async ({ page, context }) => {
  const others = [await context.newPage(), await context.newPage()]
  await page.setViewportSize(phone)
  await Promise.all([page.goto("/"), others[0]?.goto("/"), others[1]?.goto("/construction")])
  await page.waitForTimeout(4500) // Chromium says so three seconds after the load event
})

for (const { path } of screens) {
  test(`on ${path} every picture has its size and an alternative text`, async ({ request }) => {
    const pictures = elementsIn(await (await request.get(path)).text(), "img")
    for (const { src, width, height, ...picture } of pictures) {
      expect(Number(width), src).toBeGreaterThan(0)
      expect(Number(height), src).toBeGreaterThan(0)
      expect(picture.alt, src).toBeDefined()
    }
  })

  test(`on ${path} every picture but the first waits until it is near`, async ({ request }) => {
    const pictures = elementsIn(await (await request.get(path)).text(), "img")
    expect(pictures.length).toBeGreaterThan(0)
    for (const { src, loading } of pictures.slice(1)) expect(loading, src).toBe("lazy")
  })
}

test("every variant that a page offers is there, as what it says it is", async ({ request }) => {
  const pages = await Promise.all(screens.map(async ({ path }) => (await request.get(path)).text()))
  const sources = pages.flatMap((html) => elementsIn(html, "source").flatMap(({ srcset = "" }) => srcset.split(",")))
  const addresses = sources.map((source) => source.trim().split(" ")[0] ?? "")
  const all = new Set([...addresses, ...pages.flatMap(bundled).map(({ src = "" }) => src)])
  expect(all.size).toBeGreaterThan(100)
  for (const address of all) {
    const response = await request.head(address)
    expect(response.status(), address).toBe(200)
    const type = address.endsWith(".avif") ? "image/avif" : "image/jpeg"
    expect(response.headers()["content-type"], address).toBe(type)
    expect(response.headers()["cache-control"], address).toMatch(/immutable/)
  }
})

test("each bundled picture comes as AVIF in several widths, with one JPEG behind", async ({ request }) => {
  const html = await (await request.get("/construction")).text()
  for (const { src } of bundled(html)) expect(src).toMatch(/\.jpg$/)
  const sources = elementsIn(html, "source").filter(({ media }) => !media)
  expect(sources.length).toBeGreaterThan(10)
  for (const { type, srcset = "", sizes } of sources) {
    expect(type).toBe("image/avif")
    expect(srcset.split(",").length).toBeLessThanOrEqual(4)
    expect(sizes).toBeTruthy()
  }
})

test("who asks for less data is offered the narrowest form of every picture but the first", async ({ request }) => {
  const html = await (await request.get("/transport")).text()
  const sparing = elementsIn(html, "source").filter(({ media }) => media === "(prefers-reduced-data: reduce)")
  const pictures = elementsIn(html, "img").filter(({ src }) => src && /^\/(photos|uploads)\//.test(src))
  expect(sparing).toHaveLength(pictures.length - 1)
  for (const { srcset } of sparing) expect(srcset).toMatch(/-320\.avif$|\?w=320$/)
})

test("an uploaded picture is fetched in the width of its place and the lightest form", async ({ page }) => {
  await page.setViewportSize(phone)
  await openPage(page, "/transport")
  const photo = page.locator("img[src^='/uploads/']").first()
  await photo.scrollIntoViewIfNeeded()
  await expect(photo).toHaveJSProperty("complete", true)
  const src = await photo.evaluate((image: HTMLImageElement) => image.currentSrc)
  expect(src).toMatch(/\?w=320$/)
  const response = await page.request.get(src, { headers: { Accept: "image/avif,image/webp,*/*" } })
  expect(response.headers()["content-type"]).toBe("image/avif")
  expect((await response.body()).length).toBeLessThan(20_000)
})

for (const width of [360, 768, 1440]) {
  test(`at ${width} px no picture is taken for much wider than its place`, async ({ page }) => {
    // So tall that every picture is near.
    await page.setViewportSize({ width, height: 8000 })
    for (const path of ["/", "/construction"]) {
      await openPage(page, path)
      const photos = page.getByRole("main").locator("img:visible")
      await expect.poll(async () => (await photos.evaluateAll(measure)).filter(({ taken }) => taken === 0)).toEqual([])
      for (const { src, taken, needed } of await photos.evaluateAll(measure)) {
        expect.soft(taken / needed, `${path} ${src}`).toBeLessThan(1.3)
      }
    }
  })
}

test("the placeholder is a JPEG", async ({ request }) => {
  const response = await request.get("/api/placeholder.jpg")
  expect(response.headers()["content-type"]).toBe("image/jpeg")
  expect((await response.body()).subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
})
