import type { Page } from "@playwright/test"
import sharp from "sharp"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

const points = [
  { width: 960, height: 240, x: 13, y: 90 },
  { width: 240, height: 960, x: 90, y: 97 },
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
          x: place(point.x / 100, left, clientWidth, width * scale),
          y: place(point.y / 100, top, clientHeight, height * scale),
        }
      }),
    points,
  )
}

/** Publishes a project whose picture has a focal point. */
async function publish(page: Page, index: number, { width, height, x, y }: (typeof points)[number]) {
  const noise = { type: "gaussian", mean: 128, sigma: 20 + index } as const
  const buffer = await sharp({ create: { width, height, channels: 3, background: "#888", noise } })
    .jpeg()
    .toBuffer()
  const file = { name: `${index}.jpg`, mimeType: "image/jpeg", buffer }
  const fields = { project_name: `Essai ${index}`, description: "Un essai.", status: "Terminé", sector: "Transport" }
  const response = await page.request.post("/api/projects", { multipart: { ...fields, project_images: file } })
  const { project } = (await response.json()) as { project: { project_images: string[] } }
  const described = { name: project.project_images[0], alt: "Vue", focus: { x, y } }
  expect((await page.request.post("/trpc/pictures.describe", { data: described })).status()).toBe(200)
}

test("the focal point of a wide and of a tall picture is in every frame", async ({ page }) => {
  for (const [index, point] of points.entries()) await publish(page, index, point)
  for (const [path, width] of [
    ["/transport", 320],
    ["/realisations", 1440],
    ["/realisations/essai-0", 320],
    ["/realisations/essai-1", 1440],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(path)
    await expect(page.locator("img[data-focus-x]").first()).toBeVisible()
    const shown = await shownPoints(page)
    const shares = shown.flatMap(({ x, y }) => [x, y])
    expect(
      shares.filter((share) => !(share >= 0 && share <= 1)),
      `${path} at ${width} px`,
    ).toEqual([])
  }
})
