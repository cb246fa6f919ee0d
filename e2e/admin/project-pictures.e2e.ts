import sharp from "sharp"
import { testAsAdmin } from "#e2e/dedicated-site.ts"
import { expect } from "#e2e/fixtures.ts"
import { makePicture } from "./make-picture.ts"
import {
  expectStored,
  fillProject,
  goToProject,
  openNewProject,
  pictures,
  projectForm,
  storedProject,
} from "./project-form.ts"

const test = testAsAdmin({ settings: { DEMO_CONTENT: "0" } })

// Chromium's own page around a picture has inline styles, which the picture's CSP blocks too.
test.use({ expectedConsole: /Applying inline style violates/ })

test("a telephone's picture is shrunk and turned before it travels, stored, and opens where no script could run @postgres", async ({
  page,
}) => {
  const travelled: Buffer[] = []
  await page.route("**/upload", (route) => {
    travelled.push(route.request().postDataBuffer() ?? Buffer.alloc(0))
    return route.continue()
  })
  const large = await makePicture({ name: "telephone.jpg", width: 2800, height: 2100, orientation: 6 })
  await openNewProject(page)
  await fillProject(page, "Dépôt de Limete")
  await projectForm(page).images.setInputFiles([
    { name: "animée.gif", mimeType: "image/gif", buffer: Buffer.from("GIF89a") },
    { name: "IMG_0001.HEIC", mimeType: "image/heic", buffer: Buffer.from("ftypheic") },
    large,
    await makePicture({ name: "mur.png", format: "png" }),
  ])
  await expectStored(page, 2)
  const main = page.getByRole("main")
  await expect(main).toContainText(/Format d'image non pris en charge \(JPG, PNG ou WebP\)\s*animée\.gif/)
  await expect(main).toContainText(/HEIC illisible dans ce navigateur\s: enregistrez-la en JPG/)
  await expect(pictures(page).first()).toContainText(/\d+\sko → \d+\sko/)
  expect(travelled).toHaveLength(2)
  expect(travelled[0]?.length).toBeLessThan(large.buffer.length)
  expect(travelled[0]?.includes("Exif")).toBe(false)

  await projectForm(page).add.click()
  await expect(page.getByText("Projet ajouté avec succès !")).toBeVisible()
  const { project_images: names = [] } = (await storedProject(page, "Dépôt de Limete")) ?? {}
  expect(names.map((name) => name.split(".").pop())).toEqual(["jpg", "png"])
  const stored = sharp(await (await page.request.get(`/uploads/${names[0]}`)).body())
  expect(await stored.metadata()).toMatchObject({ width: 1920, height: 2560 })
  // After a quarter turn to the right, the corner that was at the top left is at the top right.
  const cut = await stored.extract({ left: 1800, top: 20, width: 50, height: 50 }).toBuffer()
  const corner = await sharp(cut).stats()
  expect(Math.min(...corner.channels.map(({ mean }) => mean))).toBeGreaterThan(240)
  expect(await (await page.request.get("/transport")).text()).toContain(`/uploads/${names[0]}`)

  await goToProject(page, "Dépôt de Limete")
  const thumbnail = pictures(page).first().locator("img")
  await expect(thumbnail).toHaveJSProperty("currentSrc", new URL(`/uploads/${names[0]}?w=320`, page.url()).href)
  await expect.poll(() => thumbnail.evaluate(naturalWidth)).toBe(320)
  const response = await page.goto(`/uploads/${names[0]}`)
  expect(response?.headers()["content-security-policy"]).toContain("sandbox")
  expect(response?.headers()["content-disposition"]).toBeUndefined()
  const alone = page.locator("img")
  await expect.poll(() => alone.evaluate(naturalWidth)).toBe(1920)
  await expect(alone).toBeInViewport()
  expect(await page.evaluate(() => self.origin)).toBe("null")
})

function naturalWidth(image: Element) {
  return (image as HTMLImageElement).naturalWidth
}
