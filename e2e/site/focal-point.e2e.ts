import type { Page } from "@playwright/test"
import sharp from "sharp"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { metaIn } from "./html.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

const points = [
  { width: 2400, height: 600, x: 13, y: 90 },
  { width: 2400, height: 600, x: 88, y: 7 },
  { width: 600, height: 2400, x: 90, y: 13 },
  { width: 600, height: 2400, x: 3, y: 97 },
]

/** Returns where each picture with a focal point shows it, as shares of its frame. */
function shownPoints(page: Page) {
  return page.locator("img[data-focus-x]").evaluateAll(
    (images, known) =>
      (images as HTMLImageElement[]).map((image) => {
        const { clientWidth, clientHeight } = image
        const point = known[Number(/Essai (\d)/.exec(image.alt)?.[1])] ?? { x: Number.NaN, y: Number.NaN }
        const [width, height] = [Number(image.getAttribute("width")), Number(image.getAttribute("height"))]
        const scale = Math.max(clientWidth / width, clientHeight / height)
        const [left = 0, top = 0] = getComputedStyle(image)
          .objectPosition.split(" ")
          .map((part) => parseFloat(part) / 100)
        const place = (point: number, position: number, frame: number, length: number) =>
          (point * length + position * (frame - length)) / frame
        return {
          frame: clientWidth / clientHeight,
          x: place(point.x / 100, left, clientWidth, width * scale),
          y: place(point.y / 100, top, clientHeight, height * scale),
        }
      }),
    points,
  )
}

test("the focal point of wide and tall pictures is in every frame, and in the share image", async ({ page }) => {
  const slugs: string[] = []
  for (const [index, { width, height, x, y }] of points.entries()) {
    const noise = { type: "gaussian", mean: 128, sigma: 20 + index } as const
    const buffer = await sharp({ create: { width, height, channels: 3, background: "#888", noise } })
      .jpeg()
      .toBuffer()
    const file = { name: `${index}.jpg`, mimeType: "image/jpeg", buffer }
    const fields = { project_name: `Essai ${index}`, description: "Un essai.", status: "Terminé", sector: "Transport" }
    const response = await page.request.post("/api/projects", { multipart: { ...fields, project_images: file } })
    const { project } = (await response.json()) as { project: { slug: string; project_images: string[] } }
    slugs.push(project.slug)
    const before = metaIn(await (await page.request.get(`/realisations/${project.slug}`)).text(), "og:image")
    const described = { name: project.project_images[0], alt: "Vue", focus: { x, y } }
    expect((await page.request.post("/trpc/pictures.describe", { data: described })).status()).toBe(200)
    const after = metaIn(await (await page.request.get(`/realisations/${project.slug}`)).text(), "og:image") ?? ""
    expect(after).not.toBe(before)
    expect((await page.request.get(after)).headers()["content-type"]).toBe("image/jpeg")
  }
  const frames = new Set<string>()
  for (const viewport of [
    { width: 320, height: 640 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport)
    for (const path of ["/transport", "/realisations", ...slugs.map((slug) => `/realisations/${slug}`)]) {
      await page.goto(path)
      await expect(page.locator("img[data-focus-x]").first()).toBeVisible()
      for (const { frame, x, y } of await shownPoints(page)) {
        frames.add(frame.toFixed(1))
        for (const share of [x, y]) {
          expect(share, `${path} at ${viewport.width}`).toBeGreaterThanOrEqual(0)
          expect(share, `${path} at ${viewport.width}`).toBeLessThanOrEqual(1)
        }
      }
    }
  }
  expect(frames.size).toBeGreaterThan(1)
})
