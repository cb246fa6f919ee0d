import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { expect, test } from "vitest"
import { startApp } from "#server/testing/start-app.ts"
import { storeDemoPhotos } from "./add-demo.ts"

async function startWithPhotos() {
  const site = await startApp()
  const folder = site.variantsFolder
  return { ...site, folder, stored: await storeDemoPhotos(site.images) }
}

test("every demonstration picture comes with its lightest variants, lighter than itself", async () => {
  await using site = await startWithPhotos()
  expect(site.stored.size).toBeGreaterThan(20)
  for (const { name, width, bytes } of site.stored.values()) {
    expect(width).toBe(1200)
    for (const step of [320, 640, 960]) {
      const file = join(site.folder, `${name}.${step}.avif`)
      expect(await sharp(file).metadata(), file).toMatchObject({ format: "heif", width: step })
      expect(statSync(file).size, file).toBeLessThan(bytes)
    }
  }
})

test("a new site has all variants", async () => {
  await using site = await startWithPhotos()
  const before = readdirSync(site.folder)
  for (const { name } of site.stored.values()) {
    const response = await site.request(`/uploads/${name}?w=640`, { headers: { Accept: "image/avif,image/webp,*/*" } })
    expect(response.headers.get("Content-Type")).toBe("image/avif")
    expect(response.headers.get("Cache-Control")).toMatch(/immutable/)
  }
  await site.variants.waitUntilIdle()
  expect(readdirSync(site.folder)).toEqual(before)
})
