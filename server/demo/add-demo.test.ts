import { readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { expect, test } from "vitest"
import { inTransaction } from "#server/database/transaction.ts"
import { startApp } from "#server/testing/start-app.ts"
import { addDemoProjects, storeDemoPictures } from "./add-demo.ts"

async function startWithPictures() {
  const site = await startApp()
  const folder = site.variantsFolder
  return { ...site, folder, stored: await storeDemoPictures(site.images) }
}

test("every demonstration picture comes with its lightest variants, lighter than itself", async () => {
  await using site = await startWithPictures()
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
  await using site = await startWithPictures()
  const before = readdirSync(site.folder)
  for (const { name } of site.stored.values()) {
    const response = await site.request(`/uploads/${name}?w=640`, { headers: { Accept: "image/avif,image/webp,*/*" } })
    expect(response.headers.get("Content-Type")).toBe("image/avif")
    expect(response.headers.get("Cache-Control")).toMatch(/immutable/)
  }
  await site.variants.waitUntilIdle()
  expect(readdirSync(site.folder)).toEqual(before)
})

test("each sector has two to four projects of different statuses, with one to four described pictures that exist", async () => {
  await using site = await startWithPictures()
  await inTransaction(site.db, (trx) => addDemoProjects(trx, site.stored, new Date()))
  const response = await site.request("/api/projects")
  const projects = (await response.json()) as {
    sector: string
    status: string
    project_images: string[]
    image_alts: string[]
  }[]
  const counts = [...Map.groupBy(projects, ({ sector }) => sector).values()].map(({ length }) => length)
  expect(counts).toHaveLength(6)
  expect(counts.filter((count) => count < 2 || count > 4)).toEqual([])
  expect(new Set(projects.map(({ status }) => status)).size).toBeGreaterThanOrEqual(3)
  const pictures = projects.map(({ project_images }) => project_images.length)
  expect(pictures.filter((count) => count < 1 || count > 4)).toEqual([])
  expect(projects.map(({ image_alts }) => image_alts.filter((alt) => alt.length > 10).length)).toEqual(pictures)
  for (const name of new Set(projects.flatMap(({ project_images }) => project_images))) {
    const picture = await site.request(`/uploads/${name}`, { method: "HEAD" })
    expect([picture.status, picture.headers.get("Content-Type")], name).toEqual([200, "image/jpeg"])
  }
})
