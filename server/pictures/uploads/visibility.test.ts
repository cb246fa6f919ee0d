// @module-tag engines
import sharp from "sharp"
import { expect, test } from "vitest"
import { previewPosition } from "#server/contract/images.ts"
import { responseTexts } from "#server/contract/response-texts.ts"
import { inTransaction } from "#server/database/transaction.ts"
import { deleteVariants } from "#server/images/store/image-store.ts"
import { listMissingOriginals } from "#server/jobs/garbage-collection.ts"
import { createTestImage, createTestProject } from "#server/testing/fixtures.ts"
import { createForm, createImageFile } from "#server/testing/image-files.ts"
import { signInAs } from "#server/testing/sign-in-as.ts"
import { startApp } from "#server/testing/start-app.ts"

async function startSite() {
  const site = await startApp()
  const headers = await signInAs(site, "admin")
  const body = createForm({ images: await createImageFile({ width: 1400, height: 900 }) })
  const response = await site.request("/upload", { method: "POST", body, headers })
  const [name = ""] = ((await response.json()) as { filenames: string[] }).filenames
  const call = async (procedure: string, input: unknown) => {
    const response = await site.postJson(`/trpc/projects.${procedure}`, input, headers)
    expect(response.status, procedure).toBe(200)
    return ((await response.json()) as { result: { data: { id: number; token: string } } }).result.data
  }
  const forms = [`/uploads/${name}`, `/uploads/${name}?w=320`, `/uploads/${name}?w=1200&h=630`]
  return {
    ...site,
    headers,
    name,
    call,
    /** Returns the statuses of all forms of the image. */
    read: (headers: Record<string, string> = {}) =>
      Promise.all(forms.map(async (form) => (await site.request(form, { headers })).status)),
    async createDraft(images = [name]) {
      return (
        await call("createDraft", { name: "École", sector: "Transport", images: images.map((name) => ({ name })) })
      ).id
    },
  }
}

const open = [200, 200, 200]
const closed = [404, 404, 404]

test("a fresh upload can be read; that of a draft by administrators alone, and no cache keeps it", async () => {
  await using site = await startSite()
  expect(await site.read()).toEqual(open)
  await site.createDraft()
  expect(await site.read()).toEqual(closed)
  expect(await site.read(await signInAs(site, "user"))).toEqual(closed)
  const rejected = await site.request(`/uploads/${site.name}`)
  expect(rejected.headers.get("Cache-Control")).toBe("no-store")
  expect(await rejected.json()).toMatchObject({ message: responseTexts.imageNotFound })
  expect(await site.read(site.headers)).toEqual(open)
  const seen = await site.request(`/uploads/${site.name}?w=320`, { headers: site.headers })
  expect(seen.headers.get("Cache-Control")).toBe("private, no-store")
  expect(seen.headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin")
})

test("an image is public as long as its project is", async () => {
  await using site = await startSite()
  const { id } = await site.call("create", {
    name: "École",
    description: "R+4",
    status: "Terminé",
    sector: "Transport",
    images: [{ name: site.name }],
  })
  expect(await site.read()).toEqual(open)
  expect((await site.request(`/uploads/${site.name}`)).headers.get("Cache-Control")).toMatch(/public.*immutable/)
  await site.call("withdraw", { id })
  expect(await site.read()).toEqual(closed)
  await site.call("publish", { id })
  expect(await site.read()).toEqual(open)
  await site.call("update", { id, images: [] })
  expect(await site.read(), "by a revision alone").toEqual(closed)
  await site.call("update", { id, images: [{ name: site.name }] })
  await site.call("delete", id)
  expect(await site.read(), "in the trash").toEqual(closed)
})

test("an image of a draft is public where something else shows it", async () => {
  await using site = await startSite()
  await site.createDraft()
  const id = await createTestProject(site.db, { images: [{ name: `/uploads/${site.name}`, alt: null }] })
  expect(await site.read(), "another project, in the spelling of an import").toEqual(open)
  await inTransaction(site.db, (trx) => trx.deleteFrom("projectImages").where("projectId", "=", id).execute())
  expect(await site.read()).toEqual(closed)
  const page = { page: "accueil", image: site.name } as const
  await site.db
    .insertInto("contentImages")
    .values({ ...page, state: "draft" })
    .execute()
  expect(await site.read(), "a draft of a page").toEqual(closed)
  await site.db
    .insertInto("contentImages")
    .values({ ...page, state: "published" })
    .execute()
  expect(await site.read(), "a page").toEqual(open)
  await site.db.deleteFrom("contentImages").execute()
  const image = site.db.updateTable("images").where("name", "=", site.name)
  await image.set({ libraryAt: "2026-01-01T00:00:00.000Z" }).execute()
  expect(await site.read(), "the library").toEqual(open)
})

test("an image in the trash of the library is seen by those who may restore it alone, until it is restored", async () => {
  await using site = await startSite()
  const at = "2026-01-01T00:00:00.000Z"
  const image = site.db.updateTable("images").where("name", "=", site.name)
  await image.set({ libraryAt: at, deletedAt: at }).execute()
  expect(await site.read()).toEqual(closed)
  expect(await site.read(site.headers)).toEqual(open)
  await image.set({ deletedAt: null }).execute()
  expect(await site.read()).toEqual(open)
})

test("an image that an imported draft names by its path is restricted too", async () => {
  await using site = await startSite()
  await createTestProject(site.db, { images: [{ name: `\\uploads\\${site.name}`, alt: null }], publishedAt: null })
  expect(await site.read()).toEqual(closed)
})

test("a private link shows the pictures of its project, until it ends", async () => {
  await using site = await startSite()
  const id = await site.createDraft()
  await createTestImage(site.db, "autre.jpg")
  const { token } = await site.call("createPreviewLink", { id, days: 7 })
  const cookie = (value: string) => ({ Cookie: `apercu=${value}` })
  expect(await site.read(cookie(token))).toEqual(open)
  expect(await site.read(cookie(`forged.${token}`))).toEqual(open)
  const seen = await site.request(`/uploads/${site.name}`, { headers: cookie(token) })
  expect(seen.headers.get("Cache-Control")).toBe("private, no-store")
  expect(seen.headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin")
  for (const forged of ["", "forged", token.slice(1), `${token}x`, "'", "%00"]) {
    expect(await site.read(cookie(forged)), forged).toEqual(closed)
  }
  const other = await site.call("createPreviewLink", {
    id: (await site.call("createDraft", { name: "Autre", sector: "Transport" })).id,
    days: 7,
  })
  expect(await site.read(cookie(other.token)), "a link of another project").toEqual(closed)
  await site.db.updateTable("previewLinks").set({ expiresAt: "2026-01-01T00:00:00.000Z" }).execute()
  expect(await site.read(cookie(token)), "expired").toEqual(closed)
})

test("any other pair of width and height is rejected", async () => {
  await using site = await startSite()
  for (const query of [
    "w=1200",
    "h=630",
    "w=1200&h=631",
    "w=320&h=630",
    "w=&h=",
    "w=01200&h=630",
    "p=15",
    "w=320&p=15",
    "w=1200&h=630&p=14",
    "w=1200&h=630&p=",
  ]) {
    expect((await site.request(`/uploads/${site.name}?${query}`)).status, query).toBe(400)
  }
})

test("the crop for link previews is a JPEG of that size, made once, and deleted with its image", async () => {
  await using site = await startSite()
  const url = `/uploads/${site.name}?w=1200&h=630`
  const response = await site.request(url, { headers: { Accept: "image/avif", "Save-Data": "on" } })
  expect(response.headers.get("Content-Type")).toBe("image/jpeg")
  const { width, height } = await sharp(await response.arrayBuffer()).metadata()
  expect([width, height]).toEqual([1200, 630])
  expect((await site.request(`${url}&p=15`)).status).toBe(200)
  const names = async () => (await site.images.variants.list()).filter((name) => name.includes(".1200x630"))
  expect((await names()).sort()).toEqual([`${site.name}.1200x630-15.jpg`, `${site.name}.1200x630.jpg`])
  await site.images.originals.delete(site.name)
  expect(await listMissingOriginals(site.images)).toEqual([site.name])
  await deleteVariants(site.images, site.name)
  expect(await names()).toEqual([])
})

/** Makes a grey picture with a red dot at that place, in percent. */
async function makeDotted(width: number, height: number, { x, y }: { x: number; y: number }): Promise<Buffer> {
  const dot = { create: { width: 24, height: 24, channels: 3, background: "#ff0000" } } as const
  const left = Math.round(Math.min(Math.max((width * x) / 100 - 12, 0), width - 24))
  const top = Math.round(Math.min(Math.max((height * y) / 100 - 12, 0), height - 24))
  const noise = { type: "gaussian", mean: 150, sigma: 20 } as const
  const picture = sharp({ create: { width, height, channels: 3, background: "#888", noise } })
  return picture
    .composite([{ input: dot, left, top }])
    .jpeg({ quality: 95 })
    .toBuffer()
}

test.each([
  [2400, 600, { x: 13, y: 50 }],
  [2400, 600, { x: 87, y: 50 }],
  [2400, 150, { x: 2, y: 50 }],
  [600, 2400, { x: 50, y: 13 }],
  [600, 2400, { x: 50, y: 98 }],
  [900, 900, { x: 50, y: 4 }],
])("the crop of a picture of %i by %i contains its focal point %o", async (width, height, focus) => {
  await using site = await startSite()
  await site.images.originals.put("point.jpg", await makeDotted(width, height, focus))
  const position = previewPosition({ width, height, focus })
  const crop = await site.request(`/uploads/point.jpg?w=1200&h=630&p=${position}`)
  const { data } = await sharp(await crop.arrayBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true })
  let red = 0
  for (let at = 0; at < data.length; at += 3) {
    if ((data[at] ?? 0) > 200 && (data[at + 1] ?? 255) < 80) red += 1
  }
  expect(red).toBeGreaterThan(100)
})

test("the heaviest crop is below 300 kB", async () => {
  await using site = await startSite()
  const noise = { type: "gaussian", mean: 128, sigma: 90 } as const
  const picture = sharp({ create: { width: 1200, height: 800, channels: 3, background: "#888", noise } })
  await site.images.originals.put("bruit.jpg", await picture.jpeg().toBuffer())
  const crop = await site.request("/uploads/bruit.jpg?w=1200&h=630")
  expect(crop.headers.get("Content-Type")).toBe("image/jpeg")
  expect((await crop.arrayBuffer()).byteLength).toBeLessThan(300_000)
})
