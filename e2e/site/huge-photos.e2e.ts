import { makePicture } from "#e2e/admin/make-picture.ts"
import { expect, test } from "#e2e/fixtures.ts"
import { openPage } from "#e2e/open-page.ts"
import { createPngDeclaring } from "#server/testing/image-files.ts"

async function hugePicture() {
  const file = await createPngDeclaring(20_000, 20_000)
  return { name: "plan.png", mimeType: "image/png", buffer: Buffer.from(await file.arrayBuffer()) }
}

test("a picture of 400 million points is refused without being decoded, and the next one is sent", async ({ page }) => {
  await page.addInitScript(() => {
    const decode = createImageBitmap
    window.createImageBitmap = (...given: unknown[]) => {
      console.info("decodes")
      return decode(...(given as [Blob]))
    }
  })
  const decoded: string[] = []
  page.on("console", (message) => message.text() === "decodes" && decoded.push(message.text()))
  await openPage(page, "/contact")
  await page.getByLabel("Photos").setInputFiles(await hugePicture())
  await expect(page.getByText(/^Image trop grande \(200\u00a0millions de points au maximum\)/)).toBeVisible()
  expect(decoded).toEqual([])
  await page.reload()
  await expect(page.getByLabel("Photos")).toBeAttached()
  await page.getByLabel("Photos").setInputFiles(await makePicture({ name: "mur.jpg", width: 4000, height: 3000 }))
  await expect(page.getByText("1\u00a0sur 1 envoyée")).toBeVisible()
})

test("a photo that has ended the page is set aside at the next visit, which says so", async ({ page, context }) => {
  await page.addInitScript(() => {
    window.createImageBitmap = () => new Promise(() => {})
  })
  await openPage(page, "/contact")
  await page.getByLabel("Prénom", { exact: true }).fill("Amina")
  await page.getByLabel("Photos").setInputFiles(await makePicture({ name: "mur.jpg" }))
  await expect.poll(() => page.evaluate(() => localStorage.getItem("decoding-photo"))).not.toBeNull()
  const devtools = await context.newCDPSession(page)
  const crashed = page.waitForEvent("crash")
  void devtools.send("Page.crash").catch(() => undefined)
  await crashed

  const next = await context.newPage()
  await next.goto("/contact")
  await expect(next.getByText("mur.jpg")).toBeVisible()
  await expect(next.getByText(/^Cette photo a fermé la page la dernière fois/)).toBeVisible()
  await expect(next.getByLabel("Prénom", { exact: true })).toHaveValue("Amina")
  await next.reload()
  await expect(next.getByLabel("Prénom", { exact: true })).toHaveValue("Amina")
  await expect(next.getByText("mur.jpg")).toHaveCount(0)
})
