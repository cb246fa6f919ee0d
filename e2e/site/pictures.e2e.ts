import type { Locator, Page } from "@playwright/test"
import { expect, test } from "#e2e/fixtures.ts"

const phone = { width: 360, height: 740 }

/** Returns the size in bytes of the variant that the browser chose. */
async function weightOf(page: Page, src: string) {
  return (await (await page.request.get(src)).body()).length
}

/** In CSS pixels, the width that `sizes` announced, and the one that covers the picture's box. */
function measure(images: (HTMLElement | SVGElement)[]) {
  return (images as HTMLImageElement[]).map(({ src, width, height, naturalWidth, naturalHeight }) => ({
    src,
    taken: naturalWidth,
    needed: Math.max(width, (height * naturalWidth) / naturalHeight),
  }))
}

/** Collects the paths of the pictures that the page fetches from now on. */
function watchPictures(page: Page) {
  const fetched: string[] = []
  page.on("request", (request) => request.resourceType() === "image" && fetched.push(new URL(request.url()).pathname))
  return fetched
}

async function sourceOf(picture: Locator) {
  await expect(picture).not.toHaveJSProperty("currentSrc", "")
  return picture.evaluate((image: HTMLImageElement) => image.currentSrc)
}

/** Expects that only the picture shown is fetched, since the browser warns of unused preloads. */
async function expectPreloadShown(page: Page, fetched: readonly string[]) {
  const shown = new URL(await sourceOf(page.getByRole("main").getByRole("img").first())).pathname
  const [, name] = shown.match(/\/photos\/([\w-]+\.\w+)-/) ?? []
  const variants = fetched.filter((path) => path.includes(name?.replace("-portrait", "").split(".")[0] ?? "nothing"))
  expect(variants, page.url()).toEqual([shown])
}

test("on a phone the first picture and those of the cards are light and fetched once they are near, and uploaded ones in the width of their place", async ({
  page,
}) => {
  await page.setViewportSize(phone)
  const fetched = watchPictures(page)
  await page.goto("/", { waitUntil: "networkidle" })
  await expectPreloadShown(page, fetched)
  const hero = await sourceOf(page.getByRole("main").getByRole("img").first())
  expect(hero).toMatch(/portrait.*\.avif$/)
  expect(await weightOf(page, hero)).toBeLessThanOrEqual(25_000)
  expect(fetched.filter((path) => path.includes("immobilier"))).toEqual([])
  const cards = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: /^En savoir plus/ }) })
  await expect(cards).toHaveCount(6)
  for (const card of await cards.all()) {
    await card.scrollIntoViewIfNeeded()
    const src = await sourceOf(card.getByRole("img"))
    expect.soft(await weightOf(page, src), src).toBeLessThanOrEqual(12_000)
  }
  await expect.poll(() => fetched.filter((path) => path.includes("immobilier"))).toHaveLength(1)

  await page.goto("/transport", { waitUntil: "domcontentloaded" })
  const picture = page.locator("img[src^='/uploads/']").first()
  await picture.scrollIntoViewIfNeeded()
  await expect(picture).toHaveJSProperty("complete", true)
  const src = await sourceOf(picture)
  expect(src).toMatch(/\?w=320$/)
  const response = await page.request.get(src, { headers: { Accept: "image/avif,image/webp,*/*" } })
  expect(response.headers()["content-type"]).toBe("image/avif")
  expect((await response.body()).length).toBeLessThan(20_000)
})

test("no picture is fetched much wider than its place, and the preloaded one is the one shown, at each width", async ({
  page,
}) => {
  const fetched = watchPictures(page)
  for (const width of [360, 768, 1440])
    for (const path of ["/", "/construction", "/immobilier"]) {
      await page.goto("about:blank")
      fetched.length = 0
      // The window is so tall that all pictures load, and is set first, as pictures keep their width when it is resized.
      await page.setViewportSize({ width, height: 8000 })
      await page.goto(path)
      const pictures = page.getByRole("main").locator("img:visible")
      await expect
        .poll(async () => (await pictures.evaluateAll(measure)).filter(({ taken }) => taken === 0))
        .toEqual([])
      const measured = await pictures.evaluateAll(measure)
      const where = `${path} at ${width} px`
      expect(measured.length, where).toBeGreaterThan(3)
      for (const { src, taken, needed } of measured) expect.soft(taken / needed, `${where}: ${src}`).toBeLessThan(1.05)
      await expectPreloadShown(page, fetched)
    }
})
